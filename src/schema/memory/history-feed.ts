import { listHistory } from '../../resolvers/memory/list-history.js';
import { getChosenProject } from '../../resolvers/project/current-project.js';
import { builder } from '../builder.js';
import { MemoryHistoryEntry } from './memory.js';
import { projectOption } from '../project/project-argument.js';

const connection = builder.connectionObject(
  { type: MemoryHistoryEntry, name: 'MemoryHistoryConnection', description: 'A page of memory changes.' },
  { name: 'MemoryHistoryEdge', description: 'A memory change in a list, with its cursor.' },
);

builder.queryField('memoryHistory', (t) =>
  t.page(
    { type: MemoryHistoryEntry, connection },
    {
      description: 'Lists changes of the memories of a project, newest first, including deleted memories.',
      args: { projectId: t.arg.id(projectOption) },
      resolve: async (_root, args, ctx) =>
        listHistory(ctx, { ...args, projectId: await getChosenProject(ctx, args.projectId) }),
    },
  ),
);
