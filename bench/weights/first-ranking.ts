import { BM25, type PoolMemory, type RankQuery } from '@memory-gateway/memory-engine';

// The ranking of the first build, a floor for every later one: meaning and words of a memory, a share of its two neighbors, the named actor.

const SEMANTIC_WEIGHT = 0.55;
const NEIGHBOR_WEIGHT = 0.2;
const ACTOR_WEIGHT = 0.2;
/** Number of memories at which the range seen in the scope counts as much as the fixed anchors. */
const SCOPE_TRUST = 20;
const CEILING = 0.5;

/** Returns the sums of the memories of a pool. `cosines`: of the beginning of each text, because that build had no chunks. */
export function sumAsFirstBuild(
  pool: readonly PoolMemory[],
  query: RankQuery,
  cosines: readonly (number | null)[],
): number[] {
  const trust = pool.length / (pool.length + SCOPE_TRUST);
  const known = cosines.flatMap((cosine) => cosine ?? []);
  const floor = Math.max(0, trust * Math.min(...known));
  const ceiling = Math.max(CEILING, ...known, floor + 1e-6);
  const keywords = pool.map((memory) => scoreWords(memory, query));
  const top = Math.max((0.3 + 0.5 * (1 - trust)) * query.keywordIdeal, ...keywords);
  const share = query.keywordIdeal > 0 ? SEMANTIC_WEIGHT : 1;
  const texts = pool.map((_, index) => {
    const semantic = Math.min(1, Math.max(0, ((cosines[index] ?? floor) - floor) / (ceiling - floor)));
    return share * semantic + (1 - share) * (top > 0 ? (keywords[index] ?? 0) / top : 0);
  });
  const beside = addNeighbors(pool, texts);
  return pool.map(({ actor }, index) => {
    const isNamed = query.actor !== null && actor === query.actor;
    return (texts[index] ?? 0) + NEIGHBOR_WEIGHT * (beside[index] ?? 0) + (isNamed ? ACTOR_WEIGHT : 0);
  });
}

function scoreWords({ counts, tokens }: PoolMemory, { terms, averageLength }: RankQuery): number {
  const saturation = BM25.k1 * (1 - BM25.b + (BM25.b * tokens) / Math.max(averageLength, 1));
  return terms.reduce((sum, { lexeme, weight }) => {
    const count = counts?.[lexeme] ?? 0;
    return sum + (weight * count * (BM25.k1 + 1)) / (count + saturation);
  }, 0);
}

/** Returns the text scores of the memories right before and after each one in its run, added up. */
function addNeighbors(pool: readonly PoolMemory[], texts: readonly number[]): number[] {
  const runs = new Map<string, number[]>();
  const ordered = [...pool.keys()].sort((a, b) => (pool[a]?.sequence ?? 0) - (pool[b]?.sequence ?? 0));
  for (const index of ordered) {
    const run = pool[index]?.run;
    if (run != null) runs.set(run, [...(runs.get(run) ?? []), index]);
  }
  const sums = pool.map(() => 0);
  for (const run of runs.values())
    run.forEach((index, place) => {
      const at = (other: number) => texts[run[other] ?? -1] ?? 0;
      sums[index] = at(place - 1) + at(place + 1);
    });
  return sums;
}
