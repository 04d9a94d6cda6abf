import { chosenProject } from '../resolvers/project/current-project.js';
import { summarizeMemories, type MemorySummary } from '../resolvers/summary/summarize-memories.js';
import { builder } from './builder.js';
import { MemoryFilter, toFilter } from './memory-filter.js';

const MemorySummaryType = builder.objectRef<MemorySummary>('MemorySummary').implement({
  description: 'What memories say, in short.',
  fields: (t) => ({
    text: t.exposeString('text', { nullable: true, description: 'The summary; null when no memory fits.' }),
    memories: t.exposeInt('memories', { description: 'How many memories fit.' }),
    used: t.exposeInt('used', { description: 'How many of them, the newest, the text was made of.' }),
  }),
});

builder.queryField('summary', (t) =>
  t.field({
    type: MemorySummaryType,
    description: 'Sums up memories by category.',
    args: {
      projectId: t.arg.id({ description: 'The project; left out: the one that the API key opens.' }),
      filter: t.arg({ type: MemoryFilter, description: 'Only those for which this holds.' }),
    },
    authScopes: { signedIn: true },
    complexity: 20,
    resolve: async (_root, { projectId, filter }, ctx) =>
      summarizeMemories(ctx, { projectId: await chosenProject(ctx, projectId), filters: toFilter(filter) }),
  }),
);
