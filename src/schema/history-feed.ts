import { listHistory } from '../resolvers/memory/list-history.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { MemoryHistoryEntry } from './memory.js';

builder.queryField('memoryHistory', (t) =>
  t.connection({
    type: MemoryHistoryEntry,
    description: 'What happened to the memories of a project, newest first, also to those that are gone.',
    args: { projectId: t.arg.id({ description: 'The project; left out: the one that the API key opens.' }) },
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, args, ctx) =>
      toConnection(await listHistory(ctx, { ...args, projectId: await chosenProject(ctx, args.projectId) })),
  }),
);
