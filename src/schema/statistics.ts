import { getProjectGrowth } from '../resolvers/statistics/get-project-growth.js';
import { getProjectStatistics, type ProjectStatistics } from '../resolvers/statistics/get-project-statistics.js';
import type { CreatedCounts, FeedbackCounts } from '../stores/statistics-store.js';
import { builder } from './builder.js';
import { inChosenProject, projectOption } from './project/project-argument.js';

const FeedbackStatistics = builder.objectRef<FeedbackCounts>('FeedbackStatistics').implement({
  description: 'Number of feedback items by rating.',
  fields: (t) => ({
    positiveCount: t.exposeInt('positive', { description: 'Number of items rated POSITIVE.' }),
    negativeCount: t.exposeInt('negative', { description: 'Number of items rated NEGATIVE.' }),
    veryNegativeCount: t.exposeInt('veryNegative', { description: 'Number of items rated VERY_NEGATIVE.' }),
  }),
});

const ProjectGrowth = builder.objectRef<CreatedCounts>('ProjectGrowth').implement({
  description: 'The size of a project at the end of a day (UTC). Deleted memories and entities are not counted.',
  fields: (t) => ({
    day: t.expose('day', { type: 'LocalDate', description: 'The day, in UTC.' }),
    memoryCount: t.exposeInt('memories', { description: 'Number of memories at the end of the day.' }),
    entityCount: t.exposeInt('entities', { description: 'Number of entities at the end of the day.' }),
  }),
});

const ProjectStatisticsType = builder.objectRef<ProjectStatistics>('ProjectStatistics').implement({
  description: 'Statistics on the content and use of a project. Expired memories are not counted.',
  fields: (t) => ({
    memoryCount: t.exposeInt('memories', { description: 'Number of memories, without expired and merged ones.' }),
    userCount: t.exposeInt('users', { description: 'Number of users with memories.' }),
    agentCount: t.exposeInt('agents', { description: 'Number of agents with memories.' }),
    appCount: t.exposeInt('apps', { description: 'Number of apps with memories.' }),
    runCount: t.exposeInt('runs', { description: 'Number of runs (sessions) with memories.' }),
    userMemoryCount: t.exposeInt('ofUsers', { description: 'Number of memories that belong to a user.' }),
    agentMemoryCount: t.exposeInt('ofAgents', { description: 'Number of memories that belong to an agent.' }),
    appMemoryCount: t.exposeInt('ofApps', { description: 'Number of memories that belong to an app.' }),
    runMemoryCount: t.exposeInt('ofRuns', { description: 'Number of memories that belong to a run (session).' }),
    addCount: t.expose('adds', {
      type: 'BigInt',
      description: 'Number of add requests since the project was created.',
    }),
    retrievalCount: t.expose('retrievals', {
      type: 'BigInt',
      description:
        'Number of searches, lists and reads of memories since the project was created. GraphQL operations count if they are named SearchMemories, Memories or Memory.',
    }),
    apiRetrievalCount: t.expose('apiRetrievals', {
      type: 'BigInt',
      description: 'Number of retrievals that used an API key.',
    }),
    growth: t.field({
      type: [ProjectGrowth],
      description: 'Size of the project at the end of each day, oldest first.',
      args: {
        days: t.arg.int({
          required: true,
          defaultValue: 30,
          description: 'Number of days, 1 to 366. The last one is today.',
        }),
      },
      complexity: 20,
      resolve: ({ projectId }, { days }, ctx) => getProjectGrowth(ctx, { projectId, days }),
    }),
    feedback: t.expose('feedback', {
      type: FeedbackStatistics,
      description: 'Feedback on the memories of the project.',
    }),
  }),
});

builder.queryField('projectStatistics', (t) =>
  t.field({
    type: ProjectStatisticsType,
    description: 'Returns statistics on the content and use of a project.',
    args: { projectId: t.arg.id(projectOption) },
    complexity: 20,
    resolve: async (_root, args, ctx) => getProjectStatistics(ctx, await inChosenProject(ctx, args)),
  }),
);
