import { holdsAnswer } from './answer-kind.js';
import { isNamingWord } from './answer-name.js';
import { normalCosine } from './cosine.js';
import { isFact, shareOfExamples, toProbability } from './score.js';
import type { PoolMemory, RankQuery, Signals } from './types.js';
import { RANK_WEIGHTS, type AnswerFeatures } from './weights.js';

// The probability that a scope contains an answer, from the best results and the cosines of the whole scope. It informs the
// caller and cuts nothing. `bench/learn-scores.ts` fits the weights.

/** Assumed cosine of a memory without an embedding: without a matched word, and the increase if all words match. */
const ASSUMED_COSINE = { none: 0.12, all: 0.36 } as const;

/** Mean and standard deviation of the cosines of an English conversation with a question. */
const USUAL_COSINES = { mean: 0.09, spread: 0.1 } as const;
/** Number of cosines at which their mean and spread count half: among few memories, they are those of the answer. */
const SPREAD_TRUST = 20;

/** Range of the conversations that the weights were learned from. Other models have other ones. */
const SPREAD = { least: 0.06, most: 0.15 } as const;

/** A memory with its sum of weighted signals. */
export interface Summed {
  readonly memory: PoolMemory;
  readonly signals: Signals;
  readonly sum: number;
}

/** What a ranked pool tells of its answer before the text of the first result is read. */
export interface AnswerSigns {
  readonly first: PoolMemory;
  readonly features: AnswerFeatures;
}

/** What was read of the first result. */
export interface FirstRead {
  readonly text?: string | undefined;
  /** Log-odds of a reader that its text answers the query. Only of a fact. Null: there is no reader. */
  readonly answers?: number | null | undefined;
}

/**
 * Returns the probability that the searched memories answer the query. 0 without memories.
 * @param read what was read of the first result
 */
export function estimateAnswerability(signs: AnswerSigns | null, query: RankQuery, read: FirstRead = {}): number {
  if (!signs) return 0;
  const tables = RANK_WEIGHTS.answerability;
  const features: Readonly<Record<string, number>> = withText(signs, query, read.text);
  const { constant, features: weights } = isFact(signs.first) ? tables.facts : tables.messages;
  const logOdds = Object.entries(weights).reduce<number>(
    (total, [name, weight]) => total + weight * (features[name] ?? 0),
    constant,
  );
  return toProbability(read.answers == null || !isFact(signs.first) ? logOdds : withReading(logOdds, read.answers));
}

/** Adds what a reader says of the first result. */
function withReading(logOdds: number, answers: number): number {
  const { constant, ranking, reader } = RANK_WEIGHTS.answerability.readFacts;
  return constant + ranking * logOdds + reader * answers;
}

/** Adds whether the text of the first result contains what an answer must contain. */
export function withText({ first, features }: AnswerSigns, query: RankQuery, text?: string): AnswerFeatures {
  const { answerKind, terms } = query;
  // What was said in a conversation has the date on which it was said. Names are learned from facts alone.
  const isKnown = answerKind === 'date' ? first.run !== null : answerKind === 'name' && !isFact(first);
  if (text === undefined || !answerKind || isKnown) return features;
  const asked = terms.map(({ word }) => word);
  return { ...features, lacksKind: holdsAnswer(answerKind, text, asked) ? 0 : 1 };
}

/** Returns what tells whether a scope contains an answer. Null without memories. */
export function readAnswerSigns(
  summed: readonly Summed[],
  { query, poolSize, first }: { query: RankQuery; poolSize: number; first: PoolMemory | undefined },
): AnswerSigns | null {
  const best = summed.reduce<Summed | null>((found, each) => (found && found.sum >= each.sum ? found : each), null);
  if (!best || !first) return null;
  const share = (each: Summed) => keywordShare(each.memory, query);
  const cosine = (each: Summed) => {
    const known = normalCosine(each.memory.semantic, query);
    return known === null ? assumedCosine(share(each)) : Math.max(0, known);
  };
  const maximum = (values: (each: Summed) => number) => summed.reduce((most, each) => Math.max(most, values(each)), 0);
  const usual = readSpread(
    query.isSelection ? [] : summed.flatMap(({ memory }) => normalCosine(memory.semantic, query) ?? []),
  );
  const features = {
    sum: best.sum,
    bestCosine: maximum(cosine),
    cosine: cosine(best),
    keywordShare: share(best),
    coverage: maximum(({ signals }) => signals.coverage),
    date: best.signals.date,
    meanCosine: usual.mean,
    spread: usual.spread,
    logMemories: Math.log(Math.max(1, poolSize)),
    example: shareOfExamples(first, query),
    ...readWordSigns(first, query),
    asksKind: query.answerKind ? 1 : 0,
    lacksKind: 0,
  };
  return { first, features };
}

type WordSign = 'onlyNames' | 'namesAny' | 'wordMissing';

/** Reads which words of the query the first result has: "How old is Rex?" shares a name with everything about Rex. */
function readWordSigns(
  { counts, examples }: PoolMemory,
  { terms, answerKind }: RankQuery,
): Pick<AnswerFeatures, WordSign> {
  const shared = terms.filter(({ lexeme }) => counts?.[lexeme]);
  const needed = answerKind === 'name' ? terms.filter(({ word }) => !isNamingWord(word)) : terms;
  return {
    onlyNames: Number(shared.length > 0 && shared.every(({ isName }) => isName) && terms.some(({ isName }) => !isName)),
    namesAny: Number(terms.some(({ isName }) => isName)),
    wordMissing: Number(needed.some(({ lexeme }) => !counts?.[lexeme] && !examples?.has(lexeme))),
  };
}

/** Returns the mean and the standard deviation of the cosines of a scope, closer to the usual ones the fewer there are. */
function readSpread(cosines: readonly number[]): { mean: number; spread: number } {
  const trust = cosines.length / (cosines.length + SPREAD_TRUST);
  const average = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const mean = average(cosines);
  const deviation = Math.sqrt(average(cosines.map((cosine) => (cosine - mean) ** 2)));
  const spread = trust * deviation + (1 - trust) * USUAL_COSINES.spread;
  return {
    mean: trust * mean + (1 - trust) * USUAL_COSINES.mean,
    spread: Math.min(SPREAD.most, Math.max(SPREAD.least, spread)),
  };
}

/** Returns the share of the query's word weights that a memory contains. */
function keywordShare({ counts }: PoolMemory, { terms, keywordIdeal }: RankQuery): number {
  if (keywordIdeal <= 0) return 0;
  return terms.reduce((sum, { lexeme, weight }) => sum + (counts?.[lexeme] ? weight : 0), 0) / keywordIdeal;
}

function assumedCosine(share: number): number {
  return ASSUMED_COSINE.none + ASSUMED_COSINE.all * share;
}
