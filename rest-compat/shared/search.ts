import { z } from 'zod';
import type { AppContext } from '../../src/context.js';
import type { MemoryRow } from '../../src/stores/memory/memory-row.js';
import type { SearchOrder, SearchPrecision } from '../../src/resolvers/memory/search-input.js';
import type { FoundMemory } from '../../src/resolvers/memory/search-memories.js';

/** Returns the schema of one of these words, case-insensitive. */
const word = <Words extends readonly [string, ...string[]]>(words: Words) =>
  z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), z.enum(words).nullish());

export const searchPrecision = word(['balanced', 'high']).describe(
  '`high` returns only relevant, current memories, possibly none. Default `balanced`. Case-insensitive.',
);

export const searchOrder = word(['relevance', 'date']).describe(
  '`date` sorts the results of a page by event date, or else creation, oldest first. Default `relevance`. Case-insensitive.',
);

export const recordHits = z
  .boolean()
  .nullish()
  .describe('Count the results as hits of this query, and as accesses for decay. Default true.');

export const answerability = z
  .number()
  .describe(
    'Probability that the searched memories answer the query, 0 to 1. Below 0.5, the results are only the nearest memories.',
  );

export const outdatedBy = z
  .object({ id: z.string(), memory: z.string(), probability: z.number().describe('Probability of the link, 0 to 1.') })
  .describe('The memory that probably makes this one outdated. Missing if no link names one.');

export const instructions = z
  .array(z.object({ id: z.string(), memory: z.string() }))
  .describe(
    'Standing instructions of the user, and preferences about the subject of the query, whatever its words: at most five memories, nearest first.',
  );

export const after = z
  .string()
  .nullish()
  .describe(
    '`next_cursor` of an earlier page of this search. Returns the next results, as the memories were at the time of the first page.',
  );

export const nextCursor = z
  .string()
  .nullable()
  .describe('Pass it as `after` for the next page. Null: this is the last page.');

export const ignoredOptions = z
  .array(z.string())
  .optional()
  .describe(
    '`rerank` if no reranker is configured, and unknown fields of a search of the self-hosted API. Missing if every option of the request has an effect.',
  );

/** Names `rerank` where it has no effect, and the fields that the API does not know. */
export function toIgnoredOptions(
  { reranker }: AppContext,
  rerank: unknown,
  unknown: readonly string[] = [],
): { ignored_options?: string[] } {
  const ignored = [...(rerank === true && reranker === null ? ['rerank'] : []), ...unknown];
  return ignored.length > 0 ? { ignored_options: ignored } : {};
}

export function toInstructions(memories: readonly MemoryRow[]): z.infer<typeof instructions> {
  return memories.map(({ id, text }) => ({ id, memory: text }));
}

export function toPrecision(precision: z.infer<typeof searchPrecision>): SearchPrecision {
  return precision === 'high' ? 'HIGH' : 'BALANCED';
}

export function toOrder(order: z.infer<typeof searchOrder>): SearchOrder {
  return order === 'date' ? 'DATE' : 'RELEVANCE';
}

export function toOutdatedBy({
  memory,
  probability,
}: NonNullable<FoundMemory['outdatedBy']>): z.infer<typeof outdatedBy> {
  return { id: memory.id, memory: memory.text, probability };
}
