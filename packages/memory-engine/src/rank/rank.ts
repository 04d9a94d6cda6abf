import type { Adjustment } from './adjust.js';
import { calibrateScores, NO_SIGNAL } from './calibration.js';
import { findRepeats } from './repeats.js';
import { computeSignals } from './signals.js';
import type { PoolMemory, RankQuery, Signals } from './types.js';
import { RANK_WEIGHTS, signalNames, type SignalName, type SignalWeights } from './weights.js';

export interface RankOptions {
  readonly topK: number;
  /** Minimum score, 0..1. 0 disables the threshold. */
  readonly threshold: number;
  /** Default: the learned weights. */
  readonly weights?: SignalWeights;
}

export interface Explanation {
  /** Scaled similarity, 0..1. Null if the search did not use the signal. */
  readonly semantic: number | null;
  readonly keyword: number | null;
  /** Share of the score from each group of signals, and changes of the score after ranking. */
  readonly contributions: Readonly<Record<Contribution, number> & Partial<Record<Adjustment, number>>>;
  /** Maximum score. The contributions add up to the score times `maximum`, which is always 1. */
  readonly maximum: number;
}

const CONTRIBUTIONS = [
  ...(['semantic', 'keyword', 'neighbors', 'session', 'source'] as const),
  ...(['repeat', 'actor', 'date', 'form'] as const),
];

export type Contribution = (typeof CONTRIBUTIONS)[number];

export interface RankedMemory {
  readonly memory: PoolMemory;
  readonly score: number;
  readonly explain: Explanation;
}

const groups: Readonly<Record<SignalName, Contribution>> = {
  semantic: 'semantic',
  keyword: 'keyword',
  answer: 'neighbors',
  coverage: 'neighbors',
  nearby: 'neighbors',
  nearbySemantic: 'neighbors',
  passage: 'session',
  session: 'session',
  linked: 'source',
  actor: 'actor',
  date: 'date',
  time: 'form',
  name: 'form',
  anyName: 'form',
  firstPerson: 'form',
  role: 'form',
  asksOnly: 'form',
};

/** Scores memories from 0 to 1, best first. Cosine, then id break ties, so the input order does not matter. */
export function rankMemories(pool: readonly PoolMemory[], query: RankQuery, options: RankOptions): RankedMemory[] {
  const { scored, explain } = scoreMemories(pool, query, options.weights ?? RANK_WEIGHTS.signals);
  const ranked = scored.filter(({ score }) => score >= options.threshold).sort(compareScored);
  // Explains only the results: explaining each memory of the pool takes a quarter of the time of a search.
  return ranked
    .slice(0, Math.max(0, options.topK))
    .map((result) => ({ memory: result.memory, score: result.score, explain: explain(result) }));
}

/** A memory before its sum becomes a score. */
export interface SummedMemory {
  readonly memory: PoolMemory;
  readonly signals: Signals;
  readonly parts: Readonly<Record<Contribution, number>>;
  readonly sum: number;
}

interface Scored extends SummedMemory {
  readonly score: number;
}

interface ScoredPool {
  readonly scored: readonly Scored[];
  readonly explain: (scored: Scored) => Explanation;
}

/** Sums the weighted signals of the memories that match, in the order of the pool. */
export function sumMemories(
  pool: readonly PoolMemory[],
  query: RankQuery,
  weights: SignalWeights = RANK_WEIGHTS.signals,
): { summed: SummedMemory[]; hasSemantic: boolean; hasKeyword: boolean } {
  const { signals, hasSemantic, hasKeyword, sources } = computeSignals(pool, query);
  const active = activeWeights(weights, { hasSemantic, hasKeyword });
  const parts = signals.map((own) => sumGroups(own, active));
  const lost = findRepeats(parts.map(addUp), sources);
  const summed = pool.flatMap((memory, index) => {
    const [own, points] = [signals[index], parts[index]];
    if (!own || !points || (!hasSemantic && !matchesWords(own, query))) return [];
    points.repeat = 0 - (lost[index] ?? 0);
    return [{ memory, signals: own, parts: points, sum: addUp(points) }];
  });
  return { summed, hasSemantic, hasKeyword };
}

function scoreMemories(pool: readonly PoolMemory[], query: RankQuery, weights: SignalWeights): ScoredPool {
  const { summed, hasSemantic, hasKeyword } = sumMemories(pool, query, weights);
  const toScore = calibrateScores(summed, { query, poolSize: pool.length });
  return {
    scored: summed.map((own) => ({ ...own, score: toScore(own.sum) })),
    explain: ({ signals: own, parts: points, sum, score }) => ({
      semantic: hasSemantic ? own.semantic : null,
      keyword: hasKeyword ? own.keyword : null,
      contributions: scaleParts(points, sum > NO_SIGNAL ? score / sum : 0),
      maximum: 1,
    }),
  };
}

function addUp(parts: Readonly<Record<Contribution, number>>): number {
  let total = 0;
  for (const name of CONTRIBUTIONS) total += parts[name];
  return total;
}

function scaleParts(parts: Readonly<Record<Contribution, number>>, factor: number): Record<Contribution, number> {
  const entries = Object.entries(parts).map(([name, part]) => [name, part * factor] as const);
  return Object.fromEntries(entries) as Record<Contribution, number>;
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

function sumGroups(own: Signals, weights: SignalWeights): Record<Contribution, number> {
  const sums = { semantic: 0, keyword: 0, neighbors: 0, session: 0, source: 0, repeat: 0, actor: 0, date: 0, form: 0 };
  for (const name of signalNames) sums[groups[name]] += weights[name] * own[name];
  return sums;
}

function compareScored(a: Scored, b: Scored): number {
  if (a.score !== b.score) return b.score - a.score;
  const cosine = (b.memory.semantic ?? -1) - (a.memory.semantic ?? -1);
  if (cosine !== 0 && !Number.isNaN(cosine)) return cosine;
  return a.memory.id < b.memory.id ? -1 : a.memory.id > b.memory.id ? 1 : 0;
}
