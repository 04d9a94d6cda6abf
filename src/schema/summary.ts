import { getChosenProject } from '../resolvers/project/current-project.js';
import { summarizeMemories, type MemorySummary } from '../resolvers/summary/summarize-memories.js';
import { builder } from './builder.js';
import { MemoryFilter, toFilter } from './memory/memory-filter.js';
import { projectOption } from './project/project-argument.js';

const MemorySummaryType = builder.objectRef<MemorySummary>('MemorySummary').implement({
  description: 'A short text about the content of memories.',
  fields: (t) => ({
    text: t.exposeString('text', { nullable: true, description: 'Text of the summary. Null if no memory matches.' }),
    memoryCount: t.exposeInt('memories', { description: 'Number of memories that match.' }),
    usedMemoryCount: t.exposeInt('used', {
      description: 'Number of memories, newest first, that the text was made from.',
    }),
  }),
});

builder.queryField('summary', (t) =>
  t.field({
    type: MemorySummaryType,
    description: 'Summarizes memories by category.',
    args: {
      projectId: t.arg.id(projectOption),
      filter: t.arg({ type: MemoryFilter, description: 'Summarizes only memories that match this filter.' }),
    },
    complexity: 20,
    resolve: async (_root, { projectId, filter }, ctx) =>
      summarizeMemories(ctx, { projectId: await getChosenProject(ctx, projectId), filters: toFilter(filter) }),
  }),
);
