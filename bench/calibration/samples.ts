import type { PoolMemory, RankQuery } from '@memory-gateway/memory-engine';
import {
  getInverseDocumentFrequency,
  readAnswerFeatures,
  sumMemories,
  answerFeatureNames,
} from '@memory-gateway/memory-engine/training';
import type { Random } from '../retrieval/random.js';
import { poolOf, type AskedQuestion, type ConversationPool } from '../weights/pools.js';
import type { KindOfQuestion, QuestionKind } from './questions.js';

/** One question asked of all memories of a conversation, or of some that follow each other. */
export interface Sample {
  readonly conversation: string;
  readonly group: string;
  readonly kind: QuestionKind;
  /** Number of memories that were searched. `all`: the whole conversation. */
  readonly size: number | 'all';
  /** Values of `answerFeatureNames`. */
  readonly values: readonly number[];
  /** Distance of each of the first ten results from the best sum, and whether it holds the answer. */
  readonly hits: readonly { readonly distance: number; readonly isTrue: boolean }[];
}

interface Conversation {
  readonly pool: ConversationPool;
  readonly group: string;
  readonly questions: readonly KindOfQuestion[];
}

/** Asks each question of the whole conversation and of parts of these sizes, which hold an answer to each own question. */
export function toSamples(
  { pool, group, questions }: Conversation,
  { sizes, random, keepTimes }: { sizes: readonly number[]; random: Random; keepTimes: boolean },
): Sample[] {
  const order = [...pool.memories.keys()].sort((a, b) => sequenceOf(pool, a) - sequenceOf(pool, b));
  return pool.questions.flatMap((asked, index) => {
    const kind = questions[index]?.kind ?? 'own';
    const evidence = asked.evidence.flat();
    if (kind === 'own' && evidence.length === 0) return [];
    const parts = sizes
      .filter((size) => size < order.length)
      .map((size) => ({ size, rows: cut(order, evidence, { size, random }) }));
    return [...parts, { size: 'all' as const, rows: order }].flatMap(({ size, rows }) => {
      const found = ask(pool, kind === 'own' || keepTimes ? asked : moveTime(asked, { pool, rows, random }), rows);
      return found ? [{ conversation: pool.id, group, kind, size, ...found }] : [];
    });
  });
}

function sequenceOf({ memories }: ConversationPool, index: number): number {
  return memories[index]?.sequence ?? 0;
}

/** Returns memories that follow each other, around one that holds the answer if there is one. */
function cut(
  order: readonly number[],
  evidence: readonly number[],
  { size, random }: { size: number; random: Random },
): number[] {
  const wanted = evidence[random.below(evidence.length)];
  const place = wanted === undefined ? random.below(order.length) : order.indexOf(wanted);
  const start = Math.max(0, Math.min(order.length - size, place - random.below(size)));
  return order.slice(start, start + size);
}

const DAY_MS = 86_400_000;
/** A leap year. */
const LONGEST_MS = 366 * DAY_MS;

/** Moves the time that a question names to that of one of the memories: otherwise the time alone would tell that it is borrowed. */
function moveTime(
  asked: AskedQuestion,
  { pool, rows, random }: { pool: ConversationPool; rows: readonly number[]; random: Random },
): AskedQuestion {
  const { period } = asked.query;
  const target = pool.memories[rows[random.below(rows.length)] ?? 0]?.datedAt;
  // Times with one limit, such as "before 2020", have no middle.
  if (!period || target === undefined || period.to - period.from > LONGEST_MS) return asked;
  const days = Math.round((target - (period.from + period.to) / 2) / DAY_MS) * DAY_MS;
  return { ...asked, query: { ...asked.query, period: { ...period, from: period.from + days, to: period.to + days } } };
}

function ask(
  pool: ConversationPool,
  asked: AskedQuestion,
  rows: readonly number[],
): Pick<Sample, 'values' | 'hits'> | null {
  const whole = poolOf(pool, asked);
  const memories = rows.flatMap((row) => whole[row] ?? []);
  const query = rows.length === whole.length ? asked.query : weighAgain(asked.query, { whole, memories });
  const { summed } = sumMemories(memories, query);
  const features = readAnswerFeatures(summed, { query, poolSize: memories.length });
  if (!features) return null;
  const evidence = new Set(asked.evidence.flat().flatMap((row) => whole[row]?.id ?? []));
  const best = [...summed].sort((a, b) => b.sum - a.sum).slice(0, 10);
  return {
    values: answerFeatureNames.map((name) => features[name]),
    hits: best.map(({ memory, sum }) => ({ distance: sum - features.sum, isTrue: evidence.has(memory.id) })),
  };
}

/** Weighs the words of a query as they are spread in a part of the scope. */
function weighAgain(
  query: RankQuery,
  { whole, memories }: { whole: readonly PoolMemory[]; memories: readonly PoolMemory[] },
): RankQuery {
  const rarity = (list: readonly PoolMemory[], lexeme: string) =>
    getInverseDocumentFrequency(list.length, list.filter(({ counts }) => counts?.[lexeme]).length);
  const terms = query.terms.map(({ lexeme, weight }) => ({
    lexeme,
    weight: (weight / rarity(whole, lexeme)) * rarity(memories, lexeme),
  }));
  return {
    ...query,
    terms,
    keywordIdeal: terms.reduce((sum, { weight }) => sum + weight, 0),
    averageLength: memories.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, memories.length) || 1,
  };
}
