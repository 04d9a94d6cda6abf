import { normalCosine } from './cosine.js';
import { TRAITS, type PoolMemory, type RankQuery, type Signals } from './types.js';

// The score of a result: the probability that this memory is relevant, from the query and the memory alone. Other memories
// do not change it, except a question right before it. `bench/learn-scores.ts` fits the weights.

/** Log-odds of the values of a memory. Fitted with half of the weight on conversations, half on facts. */
export const SCORE_WEIGHTS = {
  constant: -2.35,
  values: {
    /** Cosine of query and memory. */
    cosine: 6.36,
    cosineSquared: -3.53,
    /** Share of the query's words in the memory. */
    words: 1.52,
    /** More words make a matching share less likely by chance. */
    logTerms: -0.32,
    /** Cosine of the question that the memory answers. */
    asked: 1.38,
    actor: 0.6,
    /** The query names an actor, who may be another one. */
    actorNamed: -0.91,
    date: 1.05,
    hasPeriod: -0.16,
    time: 0.06,
    name: 0.12,
    anyName: 0.18,
    firstPerson: 0.19,
    asksOnly: -1.99,
    /** Of a former state: 1 for a query about today, -1 for one about the past. Chosen, not fitted: the written sets have few. */
    former: -0.7,
    logTokens: -0.52,
  },
} as const;

export type ScoreValue = keyof typeof SCORE_WEIGHTS.values;

export const scoreValueNames = Object.keys(SCORE_WEIGHTS.values) as readonly ScoreValue[];

/** Groups of values, as `explain` shows them. */
export type ScorePart = 'base' | 'semantic' | 'keyword' | 'neighbors' | 'actor' | 'date' | 'form';

const PARTS: Readonly<Record<ScoreValue, ScorePart>> = {
  cosine: 'semantic',
  cosineSquared: 'semantic',
  words: 'keyword',
  logTerms: 'keyword',
  asked: 'neighbors',
  actor: 'actor',
  actorNamed: 'actor',
  date: 'date',
  hasPeriod: 'date',
  time: 'form',
  name: 'form',
  anyName: 'form',
  firstPerson: 'form',
  asksOnly: 'form',
  former: 'form',
  logTokens: 'form',
};

/** Higher cosines mean the same text; the square would lower them again. */
const COSINE_MAX = 0.75;

export interface ScoredText {
  readonly memory: PoolMemory;
  readonly signals: Signals;
  /** Cosine of the question that the memory answers. Null without one. */
  readonly askedCosine: number | null;
}

/** Returns what tells whether one memory is relevant. */
export function readScoreValues(
  { memory, signals, askedCosine }: ScoredText,
  query: RankQuery,
): Record<ScoreValue, number> {
  const words = sharedWords(memory, query);
  const cosine = Math.min(COSINE_MAX, Math.max(0, normalCosine(memory.semantic, query) ?? assumeCosine(words)));
  const { actor, date, time, name, anyName, firstPerson, asksOnly } = signals;
  return {
    cosine,
    cosineSquared: cosine ** 2,
    words,
    logTerms: Math.log(1 + query.terms.length),
    asked: Math.max(0, normalCosine(askedCosine, query) ?? 0),
    actor,
    actorNamed: query.actor === null ? 0 : 1,
    date,
    hasPeriod: query.period ? 1 : 0,
    time,
    name,
    anyName,
    firstPerson,
    asksOnly,
    former: (memory.traits & TRAITS.former) === 0 ? 0 : query.asksFor.past ? -1 : 1,
    logTokens: Math.log(1 + memory.tokens),
  };
}

/** Returns the points of each group of values. They add up to the log-odds of the score. */
export function sumScoreParts(text: ScoredText, query: RankQuery): Record<ScorePart, number> {
  const values = readScoreValues(text, query);
  const parts = { base: SCORE_WEIGHTS.constant, semantic: 0, keyword: 0, neighbors: 0, actor: 0, date: 0, form: 0 };
  for (const name of scoreValueNames) parts[PARTS[name]] += SCORE_WEIGHTS.values[name] * values[name];
  return parts;
}

/** Converts log-odds to a probability. */
export function toProbability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Log-odds of the probabilities 0 and 1 are infinite, which JSON cannot hold. */
const LOGIT_MAX = 25;

/** Converts a probability to log-odds between -25 and 25. */
export function toLogit(probability: number): number {
  if (probability <= 0) return -LOGIT_MAX;
  return probability >= 1
    ? LOGIT_MAX
    : Math.max(-LOGIT_MAX, Math.min(LOGIT_MAX, Math.log(probability / (1 - probability))));
}

/** Returns the share of the query's words that a memory contains. Rarity plays no role: it depends on other memories. */
export function sharedWords({ counts }: PoolMemory, query: RankQuery): number {
  return shareOfTerms(query, (lexeme) => Boolean(counts?.[lexeme]));
}

/** Returns the share of the query's words that name a kind of thing, and that a memory contains or has examples of. */
export function sharedExamples({ examples }: PoolMemory, query: RankQuery): number {
  return examples?.size ? shareOfTerms(query, (lexeme) => examples.has(lexeme)) : 0;
}

/** Memories of a run that were extracted from one message give way to each other, which points of their own would undo. */
export function isFact({ run, source, origin }: PoolMemory): boolean {
  return run === null && source === null && origin === null;
}

/** Returns the share of the query's words that a memory has examples of, but not themselves. */
export function shareOfExamples({ counts, examples }: PoolMemory, query: RankQuery): number {
  return examples?.size ? shareOfTerms(query, (lexeme) => examples.has(lexeme) && !counts?.[lexeme]) : 0;
}

function shareOfTerms({ terms }: RankQuery, isFound: (lexeme: string) => boolean): number {
  let [found, all] = [0, 0];
  for (const { lexeme, share } of terms) {
    all += share;
    if (isFound(lexeme)) found += share;
  }
  return all > 0 ? found / all : 0;
}

/** Assumed cosine of a memory without an embedding, by the share of words. */
function assumeCosine(words: number): number {
  return 0.12 + 0.36 * words;
}
