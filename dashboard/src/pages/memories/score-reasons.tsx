import type { SearchMemoriesQuery } from '../../../../client/generated/graphql';
import { toSharedWords } from './marked-text';
import { memoriesTexts as pageWords } from '../../texts/memories';

export type Hit = SearchMemoriesQuery['searchMemories'][number];

const signals: Readonly<Record<string, { label: string; color: string; note: string }>> = {
  semantic: { label: pageWords.semantic, color: '--c1', note: pageWords.scoreNotes.semantic },
  keyword: { label: pageWords.keyword, color: '--c3', note: pageWords.scoreNotes.keyword },
  neighbors: { label: pageWords.neighbors, color: '--c4', note: pageWords.scoreNotes.neighbors },
  session: { label: pageWords.session, color: '--c4', note: pageWords.scoreNotes.session },
  source: { label: pageWords.source, color: '--c3', note: pageWords.scoreNotes.source },
  repeat: { label: pageWords.repeat, color: '--c5', note: pageWords.scoreNotes.repeat },
  actor: { label: pageWords.actor, color: '--c2', note: pageWords.scoreNotes.actor },
  date: { label: pageWords.date, color: '--c5', note: pageWords.scoreNotes.date },
  form: { label: pageWords.kindOfAnswer, color: '--c1', note: pageWords.scoreNotes.form },
  feedback: { label: pageWords.feedback, color: '--c3', note: pageWords.scoreNotes.feedback },
  rerank: { label: pageWords.reranker, color: '--c4', note: pageWords.scoreNotes.rerank },
  correction: { label: pageWords.correction, color: '--c2', note: pageWords.scoreNotes.correction },
};

interface Part {
  readonly label: string;
  readonly color: string;
  readonly note: string;
  /** Contribution to the score, 0 to 1. */
  readonly points: number;
}

// Divided by `maximum`, the contributions add up to the score.
function toParts({ explain }: Hit): Part[] {
  if (!explain || explain.maximum <= 0) return [];
  return Object.entries(explain.contributions as Record<string, number>)
    .map(([name, points]) => ({
      ...(signals[name] ?? { label: name, color: '--c5', note: '' }),
      points: points / explain.maximum,
    }))
    .filter(({ points }) => points !== 0);
}

const toWidth = (points: number) => `${Math.max(0, Math.min(100, points * 100))}%`;

/** Shows the score as a stacked bar of its contributions. */
export function ScoreBar({ hit }: { hit: Hit }) {
  return (
    <span className="bar" aria-hidden>
      {toParts(hit).map(({ label, color, points }) => (
        <i key={label} style={{ width: toWidth(points), background: `var(${color})` }} />
      ))}
    </span>
  );
}

/** Shows the contributions to the score, and the words shared by query and memory. */
export function ScoreReasons({ hit, query }: { hit: Hit; query: string }) {
  const parts = toParts(hit);
  const words = toSharedWords(hit.memory.text, query);
  return (
    <div className="grid g53">
      <div>
        <h3>{pageWords.whyThisScore}</h3>
        {parts.map(({ label, color, note, points }) => (
          <div key={label} className="reason-row">
            <span>{label}</span>
            <span className="bar">
              <i style={{ width: toWidth(points), background: `var(${color})` }} />
            </span>
            <b className="mono">{points.toFixed(2)}</b>
            <span className="meta t2">{note}</span>
          </div>
        ))}
        <div className="reason-row total">
          <b>{pageWords.score}</b>
          <span />
          <b className="mono">{hit.score.toFixed(2)}</b>
          <span className="meta t3">{pageWords.scoreHint}</span>
        </div>
      </div>
      <div>
        <h3>{pageWords.matchedWords}</h3>
        <p className="t2">
          {words.length === 0 ? pageWords.noSharedWord : words.map((word) => <mark key={word}>{word}</mark>)}
        </p>
      </div>
    </div>
  );
}
