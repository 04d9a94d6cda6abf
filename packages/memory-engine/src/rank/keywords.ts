import { BM25, type KeywordTerm } from './query-plan.js';
import type { Session } from './sessions.js';
import { TRAITS, type PoolMemory } from './types.js';

export interface KeywordScores {
  readonly own: readonly number[];
  /** With the previous memory if it ends in a question. */
  readonly withQuestion: readonly number[];
  /** With `NEARBY_REACH` memories on each side. */
  readonly nearby: readonly number[];
  /** With `PASSAGE_REACH` memories on each side. */
  readonly passage: readonly number[];
  readonly session: readonly number[];
  /** Share of the query's weight in the memory and its two neighbors. */
  readonly coverage: readonly number[];
}

export const NEARBY_REACH = 3;
const PASSAGE_REACH = 8;

interface Scope {
  readonly terms: readonly KeywordTerm[];
  readonly ideal: number;
  readonly averageLength: number;
  /** Share of the ideal score that counts as 1 if no memory scores higher. */
  readonly wantedShare: number;
}

export function scoreKeywords(pool: readonly PoolMemory[], sessions: readonly Session[], scope: Scope): KeywordScores {
  const texts = pool.map(({ counts, tokens }) => ({
    length: tokens,
    counts: scope.terms.map(({ lexeme }) => counts?.[lexeme] ?? 0),
  }));
  const sums = sessions.map((session) => sumSession(texts, session));
  const within = (reach: number) => mergeWindows(texts, sums, reach);
  const neighbors = within(1);
  return {
    own: scaleScores(bm25(texts, scope.averageLength, scope), scope),
    withQuestion: scaleScores(bm25(mergeQuestions(texts, pool, sessions), scope.averageLength, scope), scope),
    nearby: scoreWindows(within(NEARBY_REACH), scope),
    passage: scoreWindows(within(PASSAGE_REACH), scope),
    session: scoreWindows(within(pool.length), scope),
    coverage: neighbors.map(({ counts }) => coverageOf(counts, scope)),
  };
}

interface TermCounts {
  readonly counts: readonly number[];
  readonly length: number;
}

interface SessionSums {
  readonly session: Session;
  /** Sums of the lengths before each place of the session, and before its end. */
  readonly lengths: Float64Array;
  /** The same of the counts of each term. */
  readonly counts: readonly Float64Array[];
}

function sumSession(texts: readonly TermCounts[], session: Session): SessionSums {
  const sumOf = (pick: (text: TermCounts) => number | undefined) => {
    const sums = new Float64Array(session.length + 1);
    session.forEach((index, place) => {
      const text = texts[index];
      sums[place + 1] = (sums[place] ?? 0) + ((text && pick(text)) ?? 0);
    });
    return sums;
  };
  const terms = texts[0]?.counts ?? [];
  return {
    session,
    lengths: sumOf(({ length }) => length),
    counts: terms.map((_, term) => sumOf(({ counts }) => counts[term])),
  };
}

function mergeWindows(texts: readonly TermCounts[], sums: readonly SessionSums[], reach: number): TermCounts[] {
  const merged: TermCounts[] = [...texts];
  for (const { session, lengths, counts } of sums)
    session.forEach((index, place) => {
      const from = Math.max(0, place - reach);
      const to = Math.min(session.length, place + reach + 1);
      const within = (before: Float64Array) => (before[to] ?? 0) - (before[from] ?? 0);
      merged[index] = { length: within(lengths), counts: counts.map(within) };
    });
  return merged;
}

/** Adds the words of the previous memory if it ends in a question: an answer seldom repeats them. */
function mergeQuestions(
  texts: readonly TermCounts[],
  pool: readonly PoolMemory[],
  sessions: readonly Session[],
): TermCounts[] {
  const merged: TermCounts[] = [...texts];
  for (const session of sessions)
    session.forEach((index, place) => {
      const asked = place === 0 ? undefined : session[place - 1];
      const [own, question] = [texts[index], asked === undefined ? undefined : texts[asked]];
      if (!own || !question || asked === undefined || ((pool[asked]?.traits ?? 0) & TRAITS.asks) === 0) return;
      const counts = own.counts.map((count, term) => count + (question.counts[term] ?? 0));
      merged[index] = { length: own.length + question.length, counts };
    });
  return merged;
}

function scoreWindows(windows: readonly TermCounts[], scope: Scope): number[] {
  const averageLength = windows.reduce((sum, { length }) => sum + length, 0) / Math.max(1, windows.length);
  return scaleScores(bm25(windows, averageLength, scope), scope);
}

function bm25(texts: readonly TermCounts[], averageLength: number, { terms }: Scope): number[] {
  const { k1, b } = BM25;
  return texts.map(({ counts, length }) => {
    const saturation = k1 * (1 - b + (b * length) / Math.max(averageLength, 1));
    return counts.reduce((sum, count, term) => {
      if (count === 0) return sum;
      return sum + ((terms[term]?.weight ?? 0) * count * (k1 + 1)) / (count + saturation);
    }, 0);
  });
}

function scaleScores(scores: readonly number[], { wantedShare, ideal }: Scope): number[] {
  const top = scores.reduce((most, score) => Math.max(most, score), wantedShare * ideal);
  return scores.map((score) => (top > 0 ? score / top : 0));
}

function coverageOf(counts: readonly number[], { terms, ideal }: Scope): number {
  if (ideal <= 0) return 0;
  return counts.reduce((sum, count, term) => sum + (count > 0 ? (terms[term]?.weight ?? 0) : 0), 0) / ideal;
}
