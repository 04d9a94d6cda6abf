import { computeSignals } from './signals.js';
import type { PoolMemory, RankQuery, Signals } from './types.js';
import { RANK_WEIGHTS, signalNames, type SignalName, type SignalWeights } from './weights.js';

/** What the caller asked for. */
export interface RankOptions {
  readonly topK: number;
  /** Minimum score, 0..1; 0 disables the threshold. */
  readonly threshold: number;
  /** Changes the order and the scores after scoring, before the threshold and the cut. */
  readonly adjust?: AdjustRanking;
  /** Default: the learned weights. */
  readonly weights?: SignalWeights;
}

/** A step after scoring, such as putting the newer of two contradicting memories first. Returns the list best first. */
export type AdjustRanking = (ranked: readonly RankedMemory[]) => RankedMemory[];

/** Where a score comes from. */
export interface Explanation {
  /** Scaled similarity, 0..1; null when the signal played no part in this search. */
  readonly semantic: number | null;
  readonly keyword: number | null;
  /** Points that each group of signals added; together they equal the score times `maximum`. */
  readonly contributions: Readonly<Record<Contribution, number>>;
  /** Largest possible sum in this search; the same for all its results. */
  readonly maximum: number;
}

/** Groups of signals, as callers see them. */
export type Contribution = 'semantic' | 'keyword' | 'neighbors' | 'session' | 'actor' | 'date' | 'form';

/** A memory with its score. */
export interface RankedMemory {
  readonly memory: PoolMemory;
  /** 0..1. */
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
  actor: 'actor',
  date: 'date',
  time: 'form',
  name: 'form',
  firstPerson: 'form',
  role: 'form',
  asksOnly: 'form',
};

/**
 * Scores the memories of a pool from 0 to 1 and returns the best first. Equal scores keep the order of cosine, then of ids, so that the
 * result does not depend on the order of the input.
 */
export function rankMemories(pool: readonly PoolMemory[], query: RankQuery, options: RankOptions): RankedMemory[] {
  const ranked = scoreMemories(pool, query, options.weights ?? RANK_WEIGHTS.signals).sort(compareRanked);
  return (options.adjust?.(ranked) ?? ranked)
    .filter(({ score }) => score >= options.threshold)
    .slice(0, Math.max(0, options.topK));
}

function scoreMemories(pool: readonly PoolMemory[], query: RankQuery, weights: SignalWeights): RankedMemory[] {
  const { signals, hasSemantic, hasKeyword } = computeSignals(pool, query);
  const active = activeWeights(weights, { signals, hasSemantic, hasKeyword });
  const maximum = signalNames.reduce((sum, name) => sum + Math.max(0, active[name]), 0);
  return pool.flatMap((memory, index) => {
    const own = signals[index];
    if (!hasSemantic && !matchesWords(own, query)) return [];
    const contributions = sumGroups(own, active);
    const sum = Object.values(contributions).reduce((total, part) => total + part, 0);
    return {
      memory,
      score: maximum > 0 ? Math.min(1, Math.max(0, sum / maximum)) : 0,
      explain: {
        semantic: hasSemantic ? (own?.semantic ?? 0) : null,
        keyword: hasKeyword ? (own?.keyword ?? 0) : null,
        contributions,
        maximum,
      },
    };
  });
}

/** Without embeddings only words count: those of the memory, or of the question that it answers. */
function matchesWords(own: Signals | undefined, { keywordOnly }: RankQuery): boolean {
  return own !== undefined && (own.keyword > 0 || (!keywordOnly && own.answer > 0));
}

/** Weights without the signals that cannot tell memories of this pool apart because they have no value for any. */
function activeWeights(
  weights: SignalWeights,
  { signals, hasSemantic, hasKeyword }: { signals: readonly Signals[]; hasSemantic: boolean; hasKeyword: boolean },
): SignalWeights {
  const has = (name: SignalName) => signals.some((own) => own[name] > 0);
  const isAlwaysActive = (name: SignalName) => (name === 'semantic' ? hasSemantic : name === 'keyword' && hasKeyword);
  const entries = signalNames.map((name) => [name, isAlwaysActive(name) || has(name) ? weights[name] : 0] as const);
  return Object.fromEntries(entries) as Record<SignalName, number>;
}

function sumGroups(own: Signals | undefined, weights: SignalWeights): Record<Contribution, number> {
  const sums = { semantic: 0, keyword: 0, neighbors: 0, session: 0, actor: 0, date: 0, form: 0 };
  for (const name of signalNames) sums[groups[name]] += weights[name] * (own?.[name] ?? 0);
  return sums;
}

function compareRanked(a: RankedMemory, b: RankedMemory): number {
  if (a.score !== b.score) return b.score - a.score;
  const cosine = (b.memory.semantic ?? -1) - (a.memory.semantic ?? -1);
  if (cosine !== 0 && !Number.isNaN(cosine)) return cosine;
  return a.memory.id < b.memory.id ? -1 : a.memory.id > b.memory.id ? 1 : 0;
}
