import { listHistory } from '../../resolvers/memory/list-history.js';
import { readFilter } from '../../resolvers/memory/read-filter.js';
import { watchMemories, type MemoryChangeFrame } from '../../resolvers/memory/watch-memories.js';
import { getChosenProject } from '../../resolvers/project/current-project.js';
import { builder } from '../builder.js';
import { Memory, MemoryEventType, MemoryHistoryEntry } from './memory.js';
import { MemoryFilter, toFilter } from './memory-filter.js';
import { inChosenProject, projectOption } from '../project/project-argument.js';
import { droppedType, streamAfter, streamCursor } from '../shared/stream.js';

type Changed = Extract<MemoryChangeFrame, { kind: 'changed' }>;

const MemoryChanged = builder.objectRef<Changed>('MemoryChanged').implement({
  description: 'A memory that was added, updated or deleted.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', streamCursor),
    event: t.expose('change', { type: MemoryEventType, description: 'How the memory changed.' }),
    memoryId: t.exposeID('subjectId', { description: 'ID of the memory that changed.' }),
    memory: t.exposeOrNull('value', Memory, 'The memory as it is now. Null if it no longer exists.'),
  }),
});

const Frame = builder.unionType('MemoryChangeFrame', {
  description: 'A message of the `memoryChanges` stream.',
  types: [MemoryChanged, droppedType('MemoryChangesDropped', 'changes of memories')],
  resolveType: ({ kind }) => (kind === 'changed' ? 'MemoryChanged' : 'MemoryChangesDropped'),
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
          'Streams only changes of memories that match. A deletion also matches if the filter asks for data that it removed.',
      }),
      after: t.arg.string(streamAfter),
    },
    authScopes: { signedIn: true },
    subscribe: async (_root, { projectId, filter, after }, ctx) =>
      watchMemories(ctx, {
        projectId: await getChosenProject(ctx, projectId),
        filter: readFilter(toFilter(filter)),
        after,
      }),
    resolve: (frame) => frame,
  }),
);

const historyConnection = builder.connectionObject(
  { type: MemoryHistoryEntry, name: 'MemoryHistoryConnection', description: 'A page of memory changes.' },
  { name: 'MemoryHistoryEdge', description: 'A memory change in a list, with its cursor.' },
);

builder.queryField('memoryHistory', (t) =>
  t.page(
    { type: MemoryHistoryEntry, connection: historyConnection },
    {
      description: 'Lists changes of the memories of a project, newest first, including deleted memories.',
      args: { projectId: t.arg.id(projectOption) },
      resolve: async (_root, args, ctx) => listHistory(ctx, await inChosenProject(ctx, args)),
    },
  ),
);
