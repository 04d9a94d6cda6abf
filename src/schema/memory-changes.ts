import { readFilter } from '../resolvers/memory/read-filter.js';
import { watchMemories, type MemoryChangeFrame } from '../resolvers/memory/watch-memories.js';
import { getChosenProject } from '../resolvers/project/current-project.js';
import { builder } from './builder.js';
import { Memory, MemoryEventType } from './memory.js';
import { MemoryFilter, toFilter } from './memory-filter.js';
import { projectOption } from './project-argument.js';

type Changed = Extract<MemoryChangeFrame, { kind: 'changed' }>;
type Dropped = Extract<MemoryChangeFrame, { kind: 'dropped' }>;

const MemoryChanged = builder.objectRef<Changed>('MemoryChanged').implement({
  description: 'A memory that was added, updated or deleted.',
  fields: (t) => ({
    event: t.expose('change', { type: MemoryEventType, description: 'How the memory changed.' }),
    memoryId: t.exposeID('memoryId', { description: 'Id of the memory that changed.' }),
    memory: t.expose('memory', {
      type: Memory,
      nullable: true,
      description: 'The memory as it is now. Null if it no longer exists.',
    }),
  }),
});

const MemoryChangesDropped = builder.objectRef<Dropped>('MemoryChangesDropped').implement({
  description: 'Changes that the stream dropped because the subscriber was too slow.',
  fields: (t) => ({ count: t.exposeInt('count', { description: 'Number of dropped changes.' }) }),
});

const Frame = builder.unionType('MemoryChangeFrame', {
  description: 'A message of the `memoryChanges` stream.',
  types: [MemoryChanged, MemoryChangesDropped],
  resolveType: (frame) => (frame.kind === 'changed' ? 'MemoryChanged' : 'MemoryChangesDropped'),
});

builder.subscriptionField('memoryChanges', (t) =>
  t.field({
    type: Frame,
    description: 'Streams changes of memories in a project as they happen.',
    args: {
      projectId: t.arg.id(projectOption),
      filter: t.arg({
        type: MemoryFilter,
        description:
          'Streams only changes of memories that match this filter. A deletion also matches if the filter asks for data that the deletion removed, such as the text after a bulk deletion.',
      }),
    },
    authScopes: { signedIn: true },
    subscribe: async (_root, { projectId, filter }, ctx) =>
      watchMemories(ctx, {
        projectId: await getChosenProject(ctx, projectId),
        filter: readFilter(toFilter(filter)),
        recheck: ctx.recheck,
      }),
    resolve: (frame) => frame,
  }),
);
