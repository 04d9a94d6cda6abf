import { listHistory } from '../../resolvers/memory/list-history.js';
import { getChosenProject } from '../../resolvers/project/current-project.js';
import { builder } from '../builder.js';
import { connectionCost, toConnection } from '../shared/connection.js';
import { MemoryHistoryEntry } from './memory.js';
import { projectOption } from '../project/project-argument.js';

const MemoryHistoryConnection = builder.connectionObject(
  { type: MemoryHistoryEntry, name: 'MemoryHistoryConnection', description: 'A page of memory changes.' },
  { name: 'MemoryHistoryEdge', description: 'A memory change in a list, with its cursor.' },
);

builder.queryField('memoryHistory', (t) =>
  t.connection(
    {
      type: MemoryHistoryEntry,
      description: 'Lists changes of the memories of a project, newest first, including deleted memories.',
      args: { projectId: t.arg.id(projectOption) },
      complexity: connectionCost,
      resolve: async (_root, args, ctx) =>
        toConnection(await listHistory(ctx, { ...args, projectId: await getChosenProject(ctx, args.projectId) })),
    },
    MemoryHistoryConnection,
  ),
);
