import type { Adjustment } from './adjust.js';
import { readAnswerSigns, type AnswerSigns } from './answerability.js';
import { orderByDate } from './date-order.js';
import { findRepeats } from './repeats.js';
import { isFact, sharedExamples, sumScoreParts, toProbability, type ScoredText, type ScorePart } from './score.js';
import { computeSignals } from './signals.js';
import type { PoolMemory, RankQuery, Signals } from './types.js';
import { FACT_WEIGHTS, RANK_WEIGHTS, signalNames, type SignalName, type SignalWeights } from './weights.js';

export interface Explanation {
  /** Scaled similarity, 0..1. Null if the search did not use the signal. */
  readonly semantic: number | null;
  readonly keyword: number | null;
  /** Log-odds from each group of values, and changes after ranking. They add up to `logit`. */
  readonly contributions: Readonly<Partial<Record<ScorePart | Adjustment, number>>>;
  /** Log-odds of the score: `score = 1 / (1 + exp(-logit))`. */
  readonly logit: number;
  /** Points from each group of signals, and changes after ranking. They add up to the rank of the result. */
  readonly rank: Readonly<Partial<Record<Contribution | Adjustment, number>>>;
}

type Contribution =
  | 'semantic'
  | 'keyword'
  | 'neighbors'
  | 'session'
  | 'source'
  | 'repeat'
  | 'actor'
  | 'date'
  | 'form'
  | 'fact';

export interface RankedMemory {
  readonly memory: PoolMemory;
  /** How relevant the memory is, 0 to 1, whatever else is stored. */
  readonly score: number;
  /** Points that order the results. They compare the memories of one search. */
  readonly rank: number;
  readonly explain: Explanation;
}

export interface RankedPool {
  /** Best first. */
  readonly ranked: readonly RankedMemory[];
  /** The first results, whatever the threshold. */
  readonly leading: readonly RankedMemory[];
  /** What tells whether the pool answers the query, see `estimateAnswerability`. Null for an empty pool. */
  readonly answer: AnswerSigns | null;
}

/**
 * Points of rank for each unit of the log-odds of a memory without a run: a fact on its own counts more for itself than for its
 * neighbors, which are other facts.
 */
const FACT_POINTS = 1;
/** Log-odds at which a fact neither gains nor loses against memories of a run. */
const FACT_LOGIT = -3.5;
/** Points of a fact that has all words of the query or examples of them. Chosen on the part of the bench to choose on, of 3 to 10. */
const EXAMPLE_POINTS = 6;
/** These points pass no memory whose score is higher by this many log-odds. */
const CLEARLY_MORE_RELEVANT = 2;
/** Points between two memories that would be equal. */
const STEP = 0.01;

/** Without a threshold, results end this many points below the best one. Chosen so that no answer is lost that the first ten would hold. */
const RANK_CUT = 8;

/** How many results are known whatever the threshold. */
const LEADING = 3;

export interface RankOptions {
  /** Maximum number of results. */
  readonly count: number;
  /** Minimum score, 0..1. Null: results end `RANK_CUT` points below the best one. */
  readonly threshold: number | null;
  /** Of every memory. Default: the learned weights, which differ for facts. */
  readonly weights?: SignalWeights;
}

/** Ranks memories, best first. Cosine, then id break ties, so the input order does not matter. */
export function rankMemories(
  pool: readonly PoolMemory[],
  query: RankQuery,
  { count, threshold, weights }: RankOptions,
): RankedPool {
  const { summed, hasSemantic, hasKeyword } = sumMemories(pool, query, weights);
  const points = summed.map((own) => addFactPoints(own, query));
  const sort = (memories: readonly SummedMemory[]) => orderByDate([...memories].sort(compareSummed), query);
  // Examples do not change where the results end.
  const most = points.reduce((highest, { sum }) => Math.max(highest, sum), -Infinity);
  const sorted = sort(addExamplePoints(points, query));
  const answer = readAnswerSigns(summed, { query, poolSize: pool.length, first: sorted[0]?.memory });
  const explain = (own: SummedMemory): RankedMemory => {
    const contributions = sumScoreParts(own, query);
    const logit = addUp(contributions);
    const { memory, signals, sum: rank, parts } = own;
    const semantic = hasSemantic ? signals.semantic : null;
    const keyword = hasKeyword ? signals.keyword : null;
    return {
      memory,
      score: toProbability(logit),
      rank,
      explain: { semantic, keyword, contributions, logit, rank: parts },
    };
  };
  const leading = sorted
    .slice(0, LEADING)
    .filter(({ sum }) => sum >= most - RANK_CUT)
    .map(explain);
  const ranked: RankedMemory[] = [];
  for (const own of sorted) {
    if (ranked.length >= count || (threshold === null && own.sum < most - RANK_CUT)) break;
    const result = explain(own);
    if (threshold === null || result.score >= threshold) ranked.push(result);
  }
  return { ranked, leading, answer };
}

/** Adds to a fact the points for its own score. Only facts need it before they are sorted. */
function addFactPoints(own: SummedMemory, query: RankQuery): SummedMemory {
  if (!isFact(own.memory)) return own;
  const fact = FACT_POINTS * (addUp(sumScoreParts(own, query)) - FACT_LOGIT);
  return { ...own, parts: { ...own.parts, fact }, sum: own.sum + fact };
}

/** Adds to facts the points for the kinds of things that the query names. */
function addExamplePoints(summed: readonly SummedMemory[], query: RankQuery): readonly SummedMemory[] {
  if (!summed.some(({ memory }) => memory.examples?.size)) return summed;
  const raised = summed
    .map((own) => ({ own, raised: own, logit: addUp(sumScoreParts(own, query)) }))
    .sort((a, b) => b.logit - a.logit);
  for (const each of raised) {
    const { own, logit } = each;
    const share = isFact(own.memory) ? sharedExamples(own.memory, query) : 0;
    if (share === 0) continue;
    let sum = own.sum + EXAMPLE_POINTS * share;
    for (const other of raised) {
      if (other.logit - logit <= CLEARLY_MORE_RELEVANT) break;
      if (other.own.sum > own.sum) sum = Math.min(sum, Math.max(own.sum, other.raised.sum - STEP));
    }
    each.raised = { ...own, parts: { ...own.parts, fact: own.parts.fact + sum - own.sum }, sum };
  }
  return raised.map((each) => each.raised);
}

/** A memory with its points. */
export interface SummedMemory extends ScoredText {
  readonly parts: Readonly<Record<Contribution, number>>;
  readonly sum: number;
}

/** Sums the weighted signals of the memories that match, in the order of the pool. */
export function sumMemories(
  pool: readonly PoolMemory[],
  query: RankQuery,
  weights?: SignalWeights,
): { summed: SummedMemory[]; hasSemantic: boolean; hasKeyword: boolean } {
  const { signals, hasSemantic, hasKeyword, sources, askedCosines } = computeSignals(pool, query);
  const active = activeWeights(weights ?? RANK_WEIGHTS.signals, { hasSemantic, hasKeyword });
  const ofFacts = activeWeights(weights ?? weighFacts(pool, query), { hasSemantic, hasKeyword });
  const parts = pool.flatMap((memory, index) => {
    const own = signals[index];
    return own ? [sumGroups(own, isFact(memory) ? ofFacts : active)] : [];
  });
  const lost = findRepeats(parts.map(addUp), sources);
  const summed = pool.flatMap((memory, index) => {
    const [own, points] = [signals[index], parts[index]];
    if (!own || !points || (!hasSemantic && !matchesWords(own, query))) return [];
    points.repeat = 0 - (lost[index] ?? 0);
    return [{ memory, signals: own, askedCosine: askedCosines[index] ?? null, parts: points, sum: addUp(points) }];
  });
  return { summed, hasSemantic, hasKeyword };
}

/** Number of memories from which on facts have weights of their own. These were learned in scopes of 28 to 60 facts. */
const OWN_WEIGHTS_FROM = 20;

/**
 * Returns the weights of facts, closer to those of messages the fewer memories there are, and the fewer of them are facts: points compare only
 * with points for the same signals. An emoji or a number alone has no meaning that an embedding could compare.
 */
function weighFacts(pool: readonly PoolMemory[], { terms }: RankQuery): SignalWeights {
  const hasMeaning = terms.length === 0 || terms.some(({ word }) => /\p{L}/u.test(word));
  const share = hasMeaning ? pool.filter(isFact).length / Math.max(OWN_WEIGHTS_FROM, pool.length) : 0;
  const weights: Record<SignalName, number> = { ...RANK_WEIGHTS.signals };
  for (const name of signalNames) weights[name] += share * (FACT_WEIGHTS[name] - weights[name]);
  return weights;
}

function addUp(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((total, part) => total + part, 0);
}

/** Without embeddings, only words count: those of the memory, of the question that it answers, or of linked memories. */
function matchesWords(own: Signals, { keywordOnly }: RankQuery): boolean {
  return own.keyword > 0 || (!keywordOnly && (own.answer > 0 || own.linked > 0));
}

/** Moves the weights of a missing signal to the other one, so that sums stay comparable. */
function activeWeights(
  weights: SignalWeights,
  { hasSemantic, hasKeyword }: { hasSemantic: boolean; hasKeyword: boolean },
): SignalWeights {
  if (hasSemantic && hasKeyword) return weights;
  const own = weights.semantic + weights.keyword;
  return { ...weights, semantic: hasSemantic ? own : 0, keyword: hasSemantic ? 0 : own };
}

/** Written out: names looked up in tables take most of the time of a ranking. */
function sumGroups(own: Signals, weights: SignalWeights): Record<Contribution, number> {
  return {
    semantic: weights.semantic * own.semantic,
    keyword: weights.keyword * own.keyword,
    neighbors:
      weights.answer * own.answer +
      weights.coverage * own.coverage +
      weights.nearby * own.nearby +
      weights.nearbySemantic * own.nearbySemantic,
    session: weights.passage * own.passage + weights.session * own.session,
    source: weights.linked * own.linked,
    repeat: 0,
    actor: weights.actor * own.actor,
    date: weights.date * own.date,
    form:
      weights.time * own.time +
      weights.name * own.name +
      weights.anyName * own.anyName +
      weights.firstPerson * own.firstPerson +
      weights.role * own.role +
      weights.asksOnly * own.asksOnly,
    fact: 0,
  };
}

function compareSummed(a: SummedMemory, b: SummedMemory): number {
  if (a.sum !== b.sum) return b.sum - a.sum;
  const cosine = (b.memory.semantic ?? -1) - (a.memory.semantic ?? -1);
  if (cosine !== 0 && !Number.isNaN(cosine)) return cosine;
  return a.memory.id < b.memory.id ? -1 : a.memory.id > b.memory.id ? 1 : 0;
}
