import { setRank } from './adjust.js';
import type { RankedMemory } from './rank.js';
import { isFact } from './score.js';
import type { RankQuery } from './types.js';

// A reader says of a fact and a query, read as one text, whether the fact answers the query. It takes as long as an embedding, so only the first facts are read:
// with six in place of three, the right fact is first for 1 in 100 questions more.

/** Characters of the longest query that is read. A reader learned from questions, and a longer text leaves no room for the fact. */
const QUERY_MAX = 200;
/** How many points of rank behind the first a result is read. With more, the right fact is hardly ever first more often. */
const GAP = 2;
/** Points of rank for each unit of a reading. */
const POINTS = 1;
/** How much higher the reading of a result must be than that of one before it: a reader hardly tells "my job" from "my brother's". */
const MARGIN = 1;

/** Log-odds by the ID of a memory that it answers the query. */
export type Readings = ReadonlyMap<string, number>;

/**
 * Returns those of the first results that are facts. Where a time or an order by date places them, only the first one is read.
 * @param query as it was asked. An emoji alone is no question, and neither is a long text
 */
export function listFactsToRead(leading: readonly RankedMemory[], query: string, plan: RankQuery): RankedMemory[] {
  const [first] = leading;
  const isQuestion = query.length <= QUERY_MAX && /\p{L}/u.test(query);
  if (!first || plan.keywordOnly || !isFact(first.memory) || !isQuestion) return [];
  const isNear = ({ memory, rank }: RankedMemory) => isFact(memory) && first.rank - rank <= GAP;
  return leading.slice(0, plan.order || plan.period ? 1 : undefined).filter(isNear);
}

/** Puts the result first that answers the query by rank and reading. The order of the others, and all scores, stay. */
export function orderByReadings(ranked: readonly RankedMemory[], readings: Readings): readonly RankedMemory[] {
  const reading = ({ memory }: RankedMemory) => readings.get(memory.id) ?? -Infinity;
  const points = (own: RankedMemory) => own.rank + POINTS * reading(own);
  const [first] = ranked;
  if (!first || !readings.has(first.memory.id)) return ranked;
  const best = ranked.reduce(
    (most, own) => (points(own) > points(most) && reading(own) >= reading(most) + MARGIN ? own : most),
    first,
  );
  if (best === first) return ranked;
  return [setRank(best, first.rank, 'reader'), ...ranked.filter((own) => own !== best)];
}
