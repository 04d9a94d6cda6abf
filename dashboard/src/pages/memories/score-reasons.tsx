import type { Hit } from './found-memory';
import { toSharedWords } from './marked-text';

const signals: Readonly<Record<string, { label: string; color: string; note: string }>> = {
  semantic: { label: 'Semantic', color: '--c1', note: 'Closeness in meaning' },
  keyword: { label: 'Keyword', color: '--c3', note: 'Words in common with the query' },
  neighbors: { label: 'Neighbors', color: '--c4', note: 'The memories around it match' },
  session: { label: 'Session', color: '--c4', note: 'Its conversation is about the query' },
  actor: { label: 'Actor', color: '--c2', note: 'The query names who said it' },
  date: { label: 'Date', color: '--c5', note: 'The query names its time' },
  form: { label: 'Kind of answer', color: '--c1', note: 'Holds the kind of answer that the query asks for' },
  feedback: { label: 'Feedback', color: '--c3', note: 'Feedback on the memory' },
  rerank: { label: 'Reranker', color: '--c4', note: 'Relevance by the reranker' },
  correction: { label: 'Correction', color: '--c2', note: 'Replaces an outdated memory' },
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
        <h3>Why this score</h3>
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
          <b>Score</b>
          <span />
          <b className="mono">{hit.score.toFixed(2)}</b>
          <span className="meta t3">Threshold applies to this number</span>
        </div>
      </div>
      <div>
        <h3>Matched words</h3>
        <p className="t2">
          {words.length === 0
            ? 'No word in common. The match is by meaning.'
            : words.map((word) => <mark key={word}>{word}</mark>)}
        </p>
      </div>
    </div>
  );
}
