/**
 * Fuses what the index knows about each candidate into one score between 0 and 1, and cuts the list.
 *
 * Both text signals are scaled to 0..1 by the range seen in the scope, held at fixed anchors: without these the better one of two
 * unrelated memories would score 1, and a lone memory, whatever it says, 0 or 1 by accident.
 */

/** One memory that the index proposed. `keyword` and `semantic` are wanted for every candidate, whichever half proposed it. */
export interface Candidate {
  readonly id: string;
  /** Cosine similarity, -1..1; null when the memory has no vector (yet). */
  readonly semantic: number | null;
  /** BM25 over the terms of the query plan; 0 when no term matches. */
  readonly keyword: number;
  /** Run the memory belongs to, with its place in it: neighbours in a run support each other. */
  readonly run?: string | null;
  readonly sequence?: number | null;
  /** 0..1: said by the one actor whom the query names. */
  readonly actorMatch?: number;
  /** 0..1: dated in the time that the query names. */
  readonly dateMatch?: number;
}

/** What the index knows about the whole filtered scope, beyond the candidates. */
export interface ScopeStats {
  readonly memories: number;
  /** Lowest and highest cosine in the scope; null when nothing was compared by vector. */
  readonly semanticMin: number | null;
  readonly semanticMax: number | null;
  /** Highest BM25 score in the scope. */
  readonly keywordMax: number;
  /** `keywordIdeal` of the query plan; 0 when the query holds no term. */
  readonly keywordIdeal: number;
}

/** What the caller asked for. */
export interface RankOptions {
  readonly topK: number;
  /** Least fused score, 0..1; 0 switches it off. */
  readonly threshold: number;
  /** `keyword` leaves vectors out; so does a scope without any. */
  readonly mode?: 'hybrid' | 'keyword';
  /** Cosines that mean "unrelated" and "clearly related" with the embedder in use; the default suits MiniLM. */
  readonly cosineRange?: CosineRange;
}

/** Cosine anchors of an embedder. */
export interface CosineRange {
  readonly floor: number;
  readonly ceiling: number;
}

/** The parts of one score: `score` is the sum of the contributions divided by `maximum`. */
export interface Explanation {
  /** Signals scaled to 0..1, before weighting; null when the signal played no part in this search. */
  readonly semantic: number | null;
  readonly keyword: number | null;
  /** Weighted contributions; `correction` only where a link to an outdated memory raised the score. */
  readonly contributions: Readonly<Record<Contribution, number> & { correction?: number }>;
  /** Largest possible sum in this search; the same for all its results. */
  readonly maximum: number;
}

/** Names of the summands. */
export type Contribution = 'semantic' | 'keyword' | 'neighbours' | 'actor' | 'date';

/** A candidate with its place in the answer. */
export interface Ranked<T extends Candidate> {
  readonly candidate: T;
  readonly score: number;
  readonly explain: Explanation;
}

const SEMANTIC_WEIGHT = 0.55;
const NEIGHBOUR_WEIGHT = 0.2;
const ACTOR_WEIGHT = 0.2;
const DATE_WEIGHT = 0.2;
/** Suits all-MiniLM-L6-v2: unrelated sentences lie around .07, a passage that answers a question around .37. */
const DEFAULT_COSINE_RANGE: CosineRange = { floor: 0, ceiling: 0.5 };
/** Number of memories at which the range seen in the scope counts as much as the fixed anchors. */
const SCOPE_TRUST = 20;

/** Best first; equal scores in the order of cosine, then of ids, so that the result does not depend on the order of the input. */
export function rankCandidates<T extends Candidate>(
  candidates: readonly T[],
  stats: ScopeStats,
  options: RankOptions,
): Ranked<T>[] {
  return scoreCandidates(candidates, stats, options)
    .filter((result) => result.score >= options.threshold)
    .sort(bestFirst)
    .slice(0, Math.max(0, options.topK));
}

function scoreCandidates<T extends Candidate>(
  candidates: readonly T[],
  stats: ScopeStats,
  options: RankOptions,
): Ranked<T>[] {
  const scale = scales(stats, options);
  const texts = candidates.map((candidate) => textSignals(candidate, scale));
  const neighbours = neighbourSums(candidates, texts);
  const maximum = maximumSum(candidates, neighbours);

  return candidates.map((candidate, index) => {
    const text = texts[index] ?? { semantic: null, keyword: null, base: 0 };
    const contributions = {
      semantic: scale.semanticWeight * (text.semantic ?? 0),
      keyword: (1 - scale.semanticWeight) * (text.keyword ?? 0),
      neighbours: NEIGHBOUR_WEIGHT * (neighbours[index] ?? 0),
      actor: ACTOR_WEIGHT * clamp(candidate.actorMatch ?? 0),
      date: DATE_WEIGHT * clamp(candidate.dateMatch ?? 0),
    };
    const sum = Object.values(contributions).reduce((total, part) => total + part, 0);
    return {
      candidate,
      score: clamp(sum / maximum),
      explain: { semantic: text.semantic, keyword: text.keyword, contributions, maximum },
    };
  });
}

interface Scales {
  readonly semanticWeight: number;
  readonly cosine: CosineRange;
  /** BM25 score that counts as 1. */
  readonly keywordTop: number;
}

function scales(stats: ScopeStats, options: RankOptions): Scales {
  const anchors = options.cosineRange ?? DEFAULT_COSINE_RANGE;
  const trust = stats.memories / (stats.memories + SCOPE_TRUST);
  const floor = Math.max(anchors.floor, trust * (stats.semanticMin ?? 0));
  const ceiling = Math.max(anchors.ceiling, stats.semanticMax ?? 0, floor + 1e-6);
  // In a large scope the best match is the yardstick; in a small one, how much of the query it covers.
  const wantedShare = 0.3 + 0.5 * (1 - trust);
  const keywordTop = Math.max(stats.keywordMax, wantedShare * stats.keywordIdeal);
  return { semanticWeight: semanticWeight(stats, options), cosine: { floor, ceiling }, keywordTop };
}

function semanticWeight(stats: ScopeStats, options: RankOptions): number {
  if (options.mode === 'keyword' || stats.semanticMax === null) return 0;
  return stats.keywordIdeal > 0 || stats.keywordMax > 0 ? SEMANTIC_WEIGHT : 1;
}

interface TextSignals {
  readonly semantic: number | null;
  readonly keyword: number | null;
  readonly base: number;
}

function textSignals(candidate: Candidate, scale: Scales): TextSignals {
  const { floor, ceiling } = scale.cosine;
  const semantic =
    scale.semanticWeight === 0 ? null : clamp(((candidate.semantic ?? floor) - floor) / (ceiling - floor));
  const keyword =
    scale.semanticWeight === 1 ? null : scale.keywordTop > 0 ? clamp(candidate.keyword / scale.keywordTop) : 0;
  const base = scale.semanticWeight * (semantic ?? 0) + (1 - scale.semanticWeight) * (keyword ?? 0);
  return { semantic, keyword, base };
}

/** Per candidate the text scores of the previous and the next memory of its run added up; null where it has no neighbour among the candidates. */
function neighbourSums(candidates: readonly Candidate[], texts: readonly TextSignals[]): (number | null)[] {
  const baseAt = new Map<string, number>();
  candidates.forEach((candidate, index) => {
    if (candidate.run != null && candidate.sequence != null)
      baseAt.set(place(candidate.run, candidate.sequence), texts[index]?.base ?? 0);
  });
  return candidates.map(({ run, sequence }) => {
    if (run == null || sequence == null) return null;
    const beside = [baseAt.get(place(run, sequence - 1)), baseAt.get(place(run, sequence + 1))].filter(
      (base) => base !== undefined,
    );
    return beside.length === 0 ? null : beside.reduce((sum, base) => sum + base, 0);
  });
}

function place(run: string, sequence: number): string {
  return `${sequence}\u0000${run}`;
}

function maximumSum(candidates: readonly Candidate[], neighbours: readonly (number | null)[]): number {
  const some = (signal: (candidate: Candidate) => number | undefined) =>
    candidates.some((candidate) => (signal(candidate) ?? 0) > 0);
  return (
    1 +
    (neighbours.some((sum) => sum !== null) ? 2 * NEIGHBOUR_WEIGHT : 0) +
    (some((candidate) => candidate.actorMatch) ? ACTOR_WEIGHT : 0) +
    (some((candidate) => candidate.dateMatch) ? DATE_WEIGHT : 0)
  );
}

function bestFirst(a: Ranked<Candidate>, b: Ranked<Candidate>): number {
  if (a.score !== b.score) return b.score - a.score;
  const cosine = (b.candidate.semantic ?? -1) - (a.candidate.semantic ?? -1);
  if (cosine !== 0 && !Number.isNaN(cosine)) return cosine;
  return a.candidate.id < b.candidate.id ? -1 : a.candidate.id > b.candidate.id ? 1 : 0;
}

/** To 0..1; a value that is not a number counts as 0. */
function clamp(value: number): number {
  return value > 0 ? Math.min(1, value) : 0;
}
