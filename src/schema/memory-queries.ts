import { findMemory } from '../resolvers/memory/find-memory.js';
import { listMemories } from '../resolvers/memory/list-memories.js';
import { readFilter } from '../resolvers/memory/read-filter.js';
import { searchMemories, type FoundMemory } from '../resolvers/memory/search-memories.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { Memory } from './memory.js';
import { MemoryFilter, toFilter } from './memory-filter.js';
import { loaders } from './loaders.js';
import { memoryColumnsOf } from './look-ahead.js';

const MemoryOrderField = builder.enumType('MemoryOrderField', {
  description: 'What a list of memories is sorted by.',
  values: {
    CREATED_AT: { value: 'createdAt', description: 'When it was created.' },
    UPDATED_AT: { value: 'updatedAt', description: 'When it was last changed.' },
  } as const,
});

const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Which end comes first.',
  values: {
    ASC: { value: 'asc', description: 'Oldest first.' },
    DESC: { value: 'desc', description: 'Newest first.' },
  } as const,
});

const MemoryOrder = builder.inputType('MemoryOrder', {
  description: 'How a list of memories is sorted. Ties are broken by id.',
  fields: (t) => ({
    field: t.field({ type: MemoryOrderField, required: true, description: 'What to sort by.' }),
    direction: t.field({ type: OrderDirection, required: true, description: 'Which end comes first.' }),
  }),
});

const SearchExplain = builder.objectRef<NonNullable<FoundMemory['explain']>>('SearchExplain').implement({
  description:
    'Where a score comes from. The contributions add up to `score * maximum`, before the decay of the project, if it is switched on.',
  fields: (t) => ({
    semantic: t.field({
      type: 'Float',
      nullable: true,
      description: 'Closeness in meaning, 0 to 1; null without a vector.',
      resolve: (explain) => explain.semantic,
    }),
    keyword: t.field({
      type: 'Float',
      nullable: true,
      description: 'Closeness in words (BM25), 0 to 1; null when the query holds no word to compare.',
      resolve: (explain) => explain.keyword,
    }),
    contributions: t.field({
      type: 'JSON',
      description:
        'Points by signal: semantic, keyword, neighbours, actor, date; `correction` where a link to an outdated memory raised the score.',
      resolve: (explain) => explain.contributions,
    }),
    maximum: t.exposeFloat('maximum', { description: 'Points that a perfect match would have had.' }),
  }),
});

const SearchHit = builder.objectRef<FoundMemory>('SearchHit').implement({
  description: 'A memory that answers a query.',
  fields: (t) => ({
    memory: t.expose('memory', { type: Memory, description: 'The memory.' }),
    score: t.exposeFloat('score', { description: 'How well it fits, 0 to 1.' }),
    explain: t.expose('explain', {
      type: SearchExplain,
      nullable: true,
      description: 'The parts of the score, when asked for with `explain: true`.',
    }),
  }),
});

builder.queryFields((t) => ({
  memory: t.field({
    type: Memory,
    description: 'One memory. NOT_FOUND when there is none with this id that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Id, a UUID.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { id }, ctx) => findMemory(ctx, { id }),
  }),
  memories: t.connection({
    type: Memory,
    description: 'Memories of a project, newest first unless ordered otherwise.',
    args: {
      projectId: t.arg.id({ description: 'The project; left out: the one that the API key opens.' }),
      filter: t.arg({ type: MemoryFilter, description: 'Only those for which this holds.' }),
      orderBy: t.arg({ type: MemoryOrder, description: 'Another order.' }),
      showExpired: t.arg.boolean({ defaultValue: false, description: 'Also those that have expired.' }),
      latestOnly: t.arg.boolean({ defaultValue: false, description: 'Leave superseded memories out.' }),
      includeMerged: t.arg.boolean({ defaultValue: false, description: 'Also memories that were merged into others.' }),
    },
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, { filter, orderBy, ...args }, ctx) => {
      const projectId = await chosenProject(ctx, args.projectId);
      return toConnection(
        await listMemories(ctx, { ...args, projectId, filter: readFilter(toFilter(filter)), order: orderBy }),
      );
    },
  }),
  searchMemories: t.field({
    type: [SearchHit],
    description: 'The memories that answer a query best, by meaning and by words, best first.',
    args: {
      query: t.arg.string({ required: true, description: 'What is looked for, in plain words.' }),
      projectId: t.arg.id({ description: 'The project; left out: the one that the API key opens.' }),
      filter: t.arg({ type: MemoryFilter, description: 'Only those for which this holds.' }),
      topK: t.arg.int({ defaultValue: 10, description: 'At most this many, 1 to 1000.' }),
      threshold: t.arg.float({ defaultValue: 0.1, description: 'Least score, 0 to 1; 0 switches it off.' }),
      keywordSearch: t.arg.boolean({ defaultValue: false, description: 'Compare words only, not meaning.' }),
      showExpired: t.arg.boolean({ defaultValue: false, description: 'Also those that have expired.' }),
      latestOnly: t.arg.boolean({ defaultValue: false, description: 'Leave superseded memories out.' }),
      includeMerged: t.arg.boolean({ defaultValue: false, description: 'Also memories that were merged into others.' }),
      explain: t.arg.boolean({ defaultValue: false, description: 'Also answer where each score comes from.' }),
    },
    authScopes: { signedIn: true },
    complexity: (args) => ({ field: 20, multiplier: Math.max(1, Math.min(args.topK ?? 10, 1000)) }),
    resolve: async (_root, { filter, ...args }, ctx) => {
      const projectId = await chosenProject(ctx, args.projectId);
      const { results } = await searchMemories(ctx, {
        ...args,
        projectId,
        filter: readFilter(toFilter(filter)),
        decay: true,
      });
      return results;
    },
  }),
}));

builder.prismaObjectFields('Project', (t) => ({
  memoryCount: t.int({
    description: 'Number of its memories.',
    complexity: 5,
    resolve: (project, _args, ctx) => loaders(ctx).memoryCount.load(project.id),
  }),
  memories: t.connection({
    type: Memory,
    description: 'Its memories, newest first. For many projects at once, all first pages are read together.',
    args: { filter: t.arg({ type: MemoryFilter, description: 'Only those for which this holds.' }) },
    complexity: connectionCost,
    resolve: async (...[project, { filter, ...args }, ctx, info]) => {
      const firstPage = !filter && args.after == null && args.last == null && args.before == null;
      if (firstPage)
        return toConnection(
          await loaders(ctx).memories(args.first, memoryColumnsOf(info.fieldNodes, info)).load(project.id),
        );
      return toConnection(
        await listMemories(ctx, { projectId: project.id, filter: readFilter(toFilter(filter)), ...args }),
      );
    },
  }),
}));
