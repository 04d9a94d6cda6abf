import { findMemory } from '../../resolvers/memory/find-memory.js';
import { listMemories } from '../../resolvers/memory/list-memories.js';
import { readFilter } from '../../resolvers/memory/read-filter.js';
import { instructionsMax, searchMemories } from '../../resolvers/memory/search-memories.js';
import { getChosenProject } from '../../resolvers/project/current-project.js';
import { toUuid } from '../../ids.js';
import { isFirstPage } from '../../page.js';
import { builder } from '../builder.js';
import { offByDefault, onByDefault } from '../shared/flag.js';
import { Memory, MemoryConnection } from './memory.js';
import { MemoryFilter, toFilter } from './memory-filter.js';
import { loaders } from '../shared/loaders.js';
import { getMemoryColumns } from '../shared/look-ahead.js';
import { OrderDirection } from '../shared/order-direction.js';
import { projectOption } from '../project/project-argument.js';
import { SearchMemoriesPayload, SearchOrder, SearchPrecision } from './search-results.js';

const MemoryOrderField = builder.enumType('MemoryOrderField', {
  description: 'Field that a list of memories is sorted by.',
  values: {
    CREATED_AT: { value: 'createdAt', description: 'Sorts by creation time.' },
    EVENT_DATE: {
      value: 'eventDate',
      description: 'Sorts by the time of the event, or else by creation time.',
    },
    UPDATED_AT: { value: 'updatedAt', description: 'Sorts by the time of the last change.' },
  } as const,
});

const MemoryOrder = builder.inputType('MemoryOrder', {
  description: 'Sort order of a list of memories. Memories with equal times are sorted by ID.',
  fields: (t) => ({
    field: t.field({ type: MemoryOrderField, required: true, description: 'Field to sort by.' }),
    direction: t.field({ type: OrderDirection, required: true, description: 'Direction to sort in.' }),
  }),
});

builder.queryFields((t) => ({
  memory: t.field({
    type: Memory,
    nullable: true,
    description: 'Finds a memory by its ID. Null with the error NOT_FOUND if you cannot see one.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the memory, a UUID.' }),
      asOf: t.arg({
        type: 'DateTime',
        description:
          'Returns the memory as the server knew it at this time. NOT_FOUND if it was added later. Default: now.',
      }),
    },
    resolve: (_root, args, ctx) => findMemory(ctx, { ...args, id: toUuid(args.id) }),
  }),
  memories: t.page(MemoryConnection, {
    description: 'Lists memories of a project, newest first unless you pass `orderBy`.',
    args: {
      projectId: t.arg.id(projectOption),
      filter: t.arg({ type: MemoryFilter, description: 'Returns only memories that match this filter.' }),
      orderBy: t.arg({ type: MemoryOrder, description: 'Sort order of the list. Default: newest first.' }),
      includeExpired: t.arg.boolean(offByDefault('Includes expired memories.')),
      latestOnly: t.arg.boolean(offByDefault('Omits superseded memories, and outdated ones (0.7 or more).')),
      includeMerged: t.arg.boolean(offByDefault('Includes memories that were merged into others.')),
      asOf: t.arg({
        type: 'DateTime',
        description: 'Lists memories as the server knew them at this time. Default: now.',
      }),
      validAt: t.arg({
        type: 'DateTime',
        description:
          'Lists the memories that were true at this time: dated by then and not yet replaced. Default: all.',
      }),
    },
    resolve: async (_root, { filter, orderBy, ...args }, ctx) => {
      const projectId = await getChosenProject(ctx, args.projectId);
      return listMemories(ctx, { ...args, projectId, filter: readFilter(toFilter(filter)), order: orderBy });
    },
  }),
  searchMemories: t.field({
    type: SearchMemoriesPayload,
    description: 'Searches memories by meaning and keywords. Returns the best matches first.',
    args: {
      query: t.arg.string({
        required: true,
        description: 'Question or keywords, in natural language. 1 to 32,768 characters.',
      }),
      projectId: t.arg.id(projectOption),
      filter: t.arg({ type: MemoryFilter, description: 'Returns only memories that match this filter.' }),
      topK: t.arg.int({ required: true, defaultValue: 10, description: 'Maximum number of results, 1 to 1000.' }),
      after: t.arg.string({
        description:
          'Cursor of an earlier page (`nextCursor`). Returns the next results, from the memories of that time. All pages have at most 1000.',
      }),
      threshold: t.arg.float({
        description:
          'Minimum score, 0 to 1. 0 returns every memory, up to `topK`. Default: leaves out memories that rank far below the best one.',
      }),
      precision: t.arg({
        type: SearchPrecision,
        required: true,
        defaultValue: 'BALANCED',
        description: 'HIGH is for results that go straight into a prompt.',
      }),
      order: t.arg({
        type: SearchOrder,
        required: true,
        defaultValue: 'RELEVANCE',
        description: 'How to sort results.',
      }),
      keywordSearch: t.arg.boolean(offByDefault('Matches keywords only, without embedding the query.')),
      includeExpired: t.arg.boolean(offByDefault('Includes expired memories.')),
      latestOnly: t.arg.boolean(offByDefault('Omits memories superseded or outdated (0.7 or more).')),
      includeMerged: t.arg.boolean(offByDefault('Includes memories that were merged into others.')),
      asOf: t.arg({
        type: 'DateTime',
        description: 'Searches memories as the server knew them at this time. Default: now.',
      }),
      validAt: t.arg({
        type: 'DateTime',
        description: 'Searches the memories that were true at this time: dated by then and still valid. Default: all.',
      }),
      rerank: t.arg.boolean(
        offByDefault(
          'Whether the configured reranker orders the best results. BAD_USER_INPUT if no reranker is configured.',
        ),
      ),
      explain: t.arg.boolean(offByDefault('Returns a score breakdown for each result.')),
      referenceDate: t.arg({
        type: 'DateTime',
        description:
          'Time that relative dates in the query ("last week") refer to. Default: `validAt`, else `asOf`, else now.',
      }),
      recordHits: t.arg.boolean(
        onByDefault('Counts the results as hits of this query, see `Memory.searchHits`, and as accesses for decay.'),
      ),
      timezone: t.arg.string({
        description: 'Time zone of relative dates in the query, such as `Europe/Lisbon`. Default: UTC.',
      }),
    },
    complexity: (args) => ({ field: 20, multiplier: Math.max(instructionsMax, Math.min(args.topK ?? 10, 1000)) }),
    resolve: async (_root, { filter, ...args }, ctx) => {
      const projectId = await getChosenProject(ctx, args.projectId);
      return searchMemories(ctx, { ...args, projectId, filter: readFilter(toFilter(filter)), decay: true });
    },
  }),
}));

builder.prismaObjectFields('Project', (t) => ({
  memoryCount: t.int({
    description: 'Number of memories in the project.',
    complexity: 5,
    resolve: (project, _args, ctx) => loaders(ctx).memoryCount.load(project.id),
  }),
  memories: t.page(MemoryConnection, {
    description: 'Memories of the project, newest first.',
    args: { filter: t.arg({ type: MemoryFilter, description: 'Returns only memories that match this filter.' }) },
    resolve: (...[project, { filter, ...args }, ctx, info]) => {
      if (!filter && isFirstPage(args))
        return loaders(ctx).memories(args.first, getMemoryColumns(info.fieldNodes, info)).load(project.id);
      return listMemories(ctx, { projectId: project.id, filter: readFilter(toFilter(filter)), ...args });
    },
  }),
}));
