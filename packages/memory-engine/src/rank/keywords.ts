import { BM25, type KeywordTerm } from './query-plan.js';
import { sumWindows, type Session } from './sessions.js';
import type { PoolMemory } from './types.js';

/** Scores in the order of the pool. */
export interface KeywordScores {
  readonly own: Column;
  /** With the previous memory if it ends in a question. */
  readonly withQuestion: Column;
  /** With `NEARBY_REACH` memories on each side. */
  readonly nearby: Column;
  /** With `PASSAGE_REACH` memories on each side. */
  readonly passage: Column;
  readonly session: Column;
  /** Share of the query's weight in the memory and its two neighbors. */
  readonly coverage: Column;
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

/** A value for each memory of the pool. */
type Column = readonly number[];

/** Texts of the pool by column: an object for each text and window takes several times as long. */
interface Texts {
  readonly lengths: Column;
  /** How often each term is in each text. */
  readonly counts: readonly Column[];
}

/** @param asked position of the question before each memory, if it follows one: an answer seldom repeats the words of its question */
export function scoreKeywords(
  pool: readonly PoolMemory[],
  { sessions, asked }: { sessions: readonly Session[]; asked: readonly (number | undefined)[] },
  scope: Scope,
): KeywordScores {
  const texts: Texts = {
    lengths: pool.map(({ tokens }) => tokens),
    counts: scope.terms.map(({ lexeme }) => pool.map(({ counts }) => counts?.[lexeme] ?? 0)),
  };
  const withQuestion = (column: Column) =>
    column.map((own, index) => own + (asked[index] === undefined ? 0 : (column[asked[index]] ?? 0)));
  const within = (reach: number) => mapColumns(texts, (column) => sumInSessions(column, sessions, reach));
  return {
    own: scaleScores(bm25(texts, scope.averageLength, scope), scope),
    withQuestion: scaleScores(bm25(mapColumns(texts, withQuestion), scope.averageLength, scope), scope),
    nearby: scoreWindows(within(NEARBY_REACH), scope),
    passage: scoreWindows(within(PASSAGE_REACH), scope),
    session: scoreWindows(within(pool.length), scope),
    coverage: coverageOf(within(1), scope),
  };
}

function mapColumns({ lengths, counts }: Texts, map: (column: Column) => Column): Texts {
  return { lengths: map(lengths), counts: counts.map(map) };
}

/** Adds to each value those within `reach` on each side in its session. */
function sumInSessions(column: Column, sessions: readonly Session[], reach: number): Column {
  const sums = [...column];
  for (const session of sessions) {
    const windows = sumWindows(
      session.map((index) => column[index] ?? 0),
      reach,
    );
    session.forEach((index, place) => (sums[index] = windows[place] ?? 0));
  }
  return sums;
}

function scoreWindows(windows: Texts, scope: Scope): Column {
  const averageLength = windows.lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, windows.lengths.length);
  return scaleScores(bm25(windows, averageLength, scope), scope);
}

function bm25({ lengths, counts }: Texts, averageLength: number, { terms }: Scope): Column {
  const { k1, b } = BM25;
  const saturations = lengths.map((length) => k1 * (1 - b + (b * length) / Math.max(averageLength, 1)));
  const scores = lengths.map(() => 0);
  counts.forEach((column, term) => {
    const weight = terms[term]?.weight ?? 0;
    column.forEach((count, index) => {
      if (count > 0)
        scores[index] = (scores[index] ?? 0) + (weight * count * (k1 + 1)) / (count + (saturations[index] ?? 0));
    });
  });
  return scores;
}

function scaleScores(scores: Column, { wantedShare, ideal }: Scope): Column {
  const top = scores.reduce((most, score) => Math.max(most, score), wantedShare * ideal);
  return scores.map((score) => (top > 0 ? score / top : 0));
}

function coverageOf({ lengths, counts }: Texts, { terms, ideal }: Scope): Column {
  const found = lengths.map(() => 0);
  if (ideal <= 0) return found;
  counts.forEach((column, term) => {
    const weight = terms[term]?.weight ?? 0;
    column.forEach((count, index) => {
      if (count > 0) found[index] = (found[index] ?? 0) + weight;
    });
  });
  return found.map((weight) => weight / ideal);
}
