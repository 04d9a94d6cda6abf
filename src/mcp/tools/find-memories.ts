import { z } from 'zod';
import { getMemory } from '../../resolvers/memory/get-memory.js';
import { listMemoriesByPage } from '../../resolvers/memory/list-memories-by-page.js';
import { readFilter } from '../../resolvers/memory/read-filter.js';
import { searchMemories } from '../../resolvers/memory/search-memories.js';
import { Memory, toMemory } from '../memory-shape.js';
import { filters, joinFilter, ownerFields } from '../owner-input.js';
import { toTime } from '../time-input.js';
import { defineTool } from '../tool.js';
import { wholeNumber } from '../whole-number.js';

const readOnly = { readOnlyHint: true, idempotentHint: true };

const times = {
  as_of: z.string().optional().describe('ISO 8601. Returns what the server knew at this time. Default: now.'),
  valid_at: z.string().optional().describe('ISO 8601. Returns what was true at this time. Default: any time.'),
};

const states = {
  show_expired: z.boolean().optional().describe('Includes expired memories.'),
  latest_only: z
    .boolean()
    .optional()
    .describe('Omits superseded memories, and those outdated with a probability of .7 or more.'),
  include_merged: z.boolean().optional().describe('Includes memories merged into others.'),
};

/** Reads the inputs of {@link states}. */
const toStates = (input: { show_expired?: boolean; latest_only?: boolean; include_merged?: boolean }) => ({
  includeExpired: input.show_expired,
  latestOnly: input.latest_only,
  includeMerged: input.include_merged,
});

export const searchMemoriesTool = defineTool({
  name: 'search_memories',
  title: 'Search memories',
  description:
    'Find memories that answer a question, best first. Use it before you answer something that depends on earlier conversations.',
  scope: 'memory:read',
  input: z.object({
    query: z.string().describe('Question or keywords.'),
    ...ownerFields,
    filters,
    limit: wholeNumber({ minimum: 1, maximum: 1_000 }).describe('Number of results, 1 to 1000. Default 10.'),
    after: z.string().optional().describe('`next_cursor` of an earlier call with this query, for more results.'),
    threshold: z
      .number()
      .optional()
      .describe('Lowest score to return, 0 to 1. Default: leaves out memories that rank far below the best one.'),
    precision: z
      .enum(['balanced', 'high'])
      .optional()
      .describe('`high` returns only relevant, current memories, possibly none. Default balanced.'),
    order: z.enum(['relevance', 'date']).optional().describe('`date`: oldest event date (or creation) first.'),
    rerank: z
      .boolean()
      .optional()
      .describe('Lets the configured reranker order the best results. Without one, it has no effect.'),
    ...times,
    ...states,
  }),
  output: z.object({
    summary: z.string().describe('Whether the results probably answer the question.'),
    answerability: z.number().describe('Probability that the stored memories answer the question, 0 to 1.'),
    results: z
      .array(
        Memory.extend({
          score: z.number().describe('Probability that the memory is relevant, 0 to 1.'),
          outdated_by: z
            .object({ id: z.string(), memory: z.string(), probability: z.number() })
            .optional()
            .describe('The memory that probably makes this one outdated.'),
        }),
      )
      .describe('Best first, or by date.'),
    instructions: z
      .array(z.object({ id: z.string(), memory: z.string() }))
      .describe(
        'Standing instructions of the user, and preferences about the subject of the question. Follow them in the answer.',
      ),
    next_cursor: z.string().nullable().describe('Pass it as `after` for more results. Null: the last page.'),
    ignored_options: z.array(z.string()).optional().describe('`rerank` if the server has no reranker.'),
  }),
  annotations: readOnly,
  async run({ ctx, projectId }, input) {
    const { results, answerability, instructions, nextCursor } = await searchMemories(ctx, {
      projectId,
      query: input.query,
      filter: readFilter(joinFilter(input)),
      topK: input.limit ?? 10,
      after: input.after,
      threshold: input.threshold,
      precision: input.precision === 'high' ? 'HIGH' : 'BALANCED',
      order: input.order === 'date' ? 'DATE' : 'RELEVANCE',
      rerank: input.rerank === true ? 'ifConfigured' : false,
      ...toStates(input),
      asOf: toTime('as_of', input.as_of),
      validAt: toTime('valid_at', input.valid_at),
      decay: true,
    });
    return {
      summary: describeAnswerability(answerability, results.length),
      answerability,
      results: results.map(({ memory, score, outdatedBy }) => ({
        ...toMemory(memory),
        score,
        ...(outdatedBy && {
          outdated_by: {
            id: outdatedBy.memory.id,
            memory: outdatedBy.memory.text,
            probability: outdatedBy.probability,
          },
        }),
      })),
      instructions: instructions.map(({ id, text }) => ({ id, memory: text })),
      next_cursor: nextCursor,
      ...(input.rerank === true && ctx.reranker === null && { ignored_options: ['rerank'] }),
    };
  },
});

/** Says in a sentence whether a model may rely on the results. */
function describeAnswerability(answerability: number, results: number): string {
  if (results === 0) return 'Nothing stored is relevant.';
  if (answerability >= 0.5) return 'The results probably answer the question.';
  return 'Probably nothing stored answers this; the nearest memories follow.';
}

export const getMemories = defineTool({
  name: 'get_memories',
  title: 'List memories',
  description: 'List stored memories, newest first, page by page. To answer a question use search_memories.',
  scope: 'memory:read',
  input: z.object({
    ...ownerFields,
    filters,
    page: wholeNumber({ minimum: 1 }).describe('Page number, from 1. Default 1.'),
    page_size: wholeNumber({ minimum: 1, maximum: 200 }).describe('Memories a page, 1 to 200. Default 50.'),
    ...times,
    ...states,
  }),
  output: z.object({
    count: z.number().describe('Number of memories that match.'),
    results: z.array(Memory).describe('Memories of this page.'),
  }),
  annotations: readOnly,
  async run({ ctx, projectId }, input) {
    const { rows, total } = await listMemoriesByPage(ctx, {
      projectId,
      filter: readFilter(joinFilter(input)),
      page: input.page ?? 1,
      pageSize: input.page_size ?? 50,
      ...toStates(input),
      asOf: toTime('as_of', input.as_of),
      validAt: toTime('valid_at', input.valid_at),
    });
    return { count: total, results: rows.map(toMemory) };
  },
});

export const getMemoryTool = defineTool({
  name: 'get_memory',
  title: 'Get memory',
  description: 'Read one memory by its id.',
  scope: 'memory:read',
  input: z.object({ memory_id: z.string().describe('Id of the memory.') }),
  output: z.object({ memory: Memory }),
  annotations: readOnly,
  run: async ({ ctx, projectId }, input) => ({
    memory: toMemory(await getMemory(ctx, { projectId, id: input.memory_id })),
  }),
});
