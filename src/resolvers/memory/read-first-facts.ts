import { listFactsToRead, orderByReadings, type RankedMemory, type RankQuery } from '@memory-gateway/memory-engine';
import type { AppContext } from '../../context.js';
import type { MemoryScope } from '../../stores/memory/memory-scope.js';

interface Found {
  /** As it was asked. */
  readonly query: string;
  readonly plan: RankQuery;
  /** Best first. */
  readonly ranked: readonly RankedMemory[];
  /** The first of them before a threshold. */
  readonly leading: readonly RankedMemory[];
}

interface Read {
  readonly ranked: readonly RankedMemory[];
  /** Log-odds that the first result answers the query. Null: it was not read. */
  readonly answers: number | null;
}

/** Orders the first facts by what the reader of the embedding model says of them. Without a reader, nothing changes. */
export async function readFirstFacts(
  { embedder, stores }: AppContext,
  { scope, asOf }: MemoryScope,
  { query, plan, ranked, leading }: Found,
): Promise<Read> {
  const facts = embedder?.readAnswer ? listFactsToRead(leading, query, plan) : [];
  if (facts.length === 0) return { ranked, answers: null };
  const ids = facts.map(({ memory }) => memory.id);
  const rows = await stores.memories.getMany(scope, ids, { asOf });
  const readings = new Map<string, number>();
  await Promise.all(
    rows.map(async ({ id, text }) => {
      const answers = await embedder?.readAnswer?.(query, text);
      if (answers != null) readings.set(id, answers);
    }),
  );
  const [first] = orderByReadings(leading, readings);
  return { ranked: orderByReadings(ranked, readings), answers: first ? (readings.get(first.memory.id) ?? null) : null };
}
