import type { SearchMemoriesQuery } from '../../api/graphql';
import { toSharedWords } from './marked-text';
import { memoriesTexts as pageWords } from '../../texts/memories';

export type Hit = SearchMemoriesQuery['searchMemories']['results'][number];

/** The part of a result that explains its score. */
interface Scored {
  readonly score: number;
  readonly memory: Pick<Hit['memory'], 'text'>;
  readonly explain?: { readonly contributions: unknown } | null | undefined;
}

type Signal = keyof typeof pageWords.signals;

const colors: Readonly<Record<Signal, string>> = {
  base: '--c5',
  semantic: '--c1',
  keyword: '--c3',
  neighbors: '--c4',
  session: '--c4',
  source: '--c3',
  repeat: '--c2',
  actor: '--c2',
  date: '--c5',
  form: '--c2',
  feedback: '--c3',
  rerank: '--c4',
  correction: '--c2',
};

interface Part {
  readonly label: string;
  readonly color: string;
  readonly note: string;
  /** Contribution to the log-odds of the score. */
  readonly points: number;
}

function toParts({ explain }: Scored): Part[] {
  return Object.entries((explain?.contributions ?? {}) as Record<string, number>)
    .map(([name, points]) => ({ ...toSignal(name), points }))
    .filter(({ points }) => points !== 0);
}

// A newer server may have signals that this page does not know.
const toSignal = (name: string) =>
  name in colors
    ? { ...pageWords.signals[name as Signal], color: colors[name as Signal] }
    : { label: name, note: '', color: '--c5' };

/** Returns the share of the score that each contribution above zero stands for, in percent. */
function toWidths(parts: readonly Part[], score: number): string[] {
  const total = parts.reduce((sum, { points }) => sum + Math.max(0, points), 0);
  return parts.map(({ points }) => `${total > 0 ? (100 * score * Math.max(0, points)) / total : 0}%`);
}

/** Names the colors of the scores' contributions. */
export function ScoreLegend({ hits }: { hits: readonly Scored[] }) {
  const shown = hits.flatMap(toParts).filter(({ points }) => points > 0);
  const parts = new Map(shown.map(({ label, color }) => [label, color]));
  return (
    <span className="legend" aria-hidden>
      {[...parts].map(([label, color]) => (
        <span key={label}>
          <i style={{ width: 8, height: 8, borderRadius: 2, background: `var(${color})` }} />
          {label}
        </span>
      ))}
    </span>
  );
}

export function ScoreBar({ hit }: { hit: Scored }) {
  const parts = toParts(hit);
  const widths = toWidths(parts, hit.score);
  return (
    <span className="bar" aria-hidden>
      {parts.map(({ label, color }, index) => (
        <i key={label} style={{ width: widths[index], background: `var(${color})` }} />
      ))}
    </span>
  );
}

/** Shows the contributions to the score, and the words shared by query and memory. */
export function ScoreReasons({ hit, query }: { hit: Scored; query: string }) {
  const parts = toParts(hit);
  const widths = toWidths(parts, 1);
  const words = toSharedWords(hit.memory.text, query);
  return (
    <div className="grid g53">
      <div>
        <h3>{pageWords.whyThisScore}</h3>
        {parts.map(({ label, color, note, points }, index) => (
          <div key={label} className="reason-row">
            <span>{label}</span>
            <span className="bar">
              <i style={{ width: widths[index], background: `var(${color})` }} />
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
