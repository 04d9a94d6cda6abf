import { readFilter } from '../resolvers/memory/read-filter.js';
import { watchMemories, type MemoryChangeFrame } from '../resolvers/memory/watch-memories.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import { builder } from './builder.js';
import { Memory } from './memory.js';
import { MemoryFilter, toFilter } from './memory-filter.js';

const MemoryChangeType = builder.enumType('MemoryChangeType', {
  description: 'What happened to a memory.',
  values: {
    ADD: { description: 'It was added.' },
    UPDATE: { description: 'It was changed.' },
    DELETE: { description: 'It was deleted.' },
  } as const,
});

type Changed = Extract<MemoryChangeFrame, { kind: 'changed' }>;
type Dropped = Extract<MemoryChangeFrame, { kind: 'dropped' }>;

const MemoryChanged = builder.objectRef<Changed>('MemoryChanged').implement({
  description: 'A memory that has just been added, changed or deleted.',
  fields: (t) => ({
    change: t.expose('change', { type: MemoryChangeType, description: 'What happened.' }),
    memoryId: t.exposeID('memoryId', { description: 'Id of the memory.' }),
    memory: t.expose('memory', {
      type: Memory,
      nullable: true,
      description: 'The memory as it is now; null when it is gone.',
    }),
  }),
});

const MemoryChangesDropped = builder.objectRef<Dropped>('MemoryChangesDropped').implement({
  description: 'The reader was too slow: changes were left out of the stream at this place.',
  fields: (t) => ({ count: t.exposeInt('count', { description: 'Number of changes that were left out.' }) }),
});

const Frame = builder.unionType('MemoryChangeFrame', {
  description: 'What the stream of changes sends.',
  types: [MemoryChanged, MemoryChangesDropped],
  resolveType: (frame) => (frame.kind === 'changed' ? 'MemoryChanged' : 'MemoryChangesDropped'),
});

builder.subscriptionField('memoryChanges', (t) =>
  t.field({
    type: Frame,
    description: 'Changes of memories in a project, as they happen.',
    args: {
      projectId: t.arg.id({ description: 'The project; left out: the one that the API key opens.' }),
      filter: t.arg({
        type: MemoryFilter,
        description:
          'Only changes of memories for which this holds. Deletions also where it asks for what a deleted memory does not leave behind, such as its words after a bulk deletion.',
      }),
    },
    authScopes: { signedIn: true },
    subscribe: async (_root, { projectId, filter }, ctx) =>
      watchMemories(ctx, {
        projectId: await chosenProject(ctx, projectId),
        filter: readFilter(toFilter(filter)),
        recheck: ctx.recheck,
      }),
    resolve: (frame) => frame,
  }),
);
