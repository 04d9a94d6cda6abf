import { getChosenProject } from '../resolvers/project/current-project.js';
import { getProjectGrowth } from '../resolvers/statistics/get-project-growth.js';
import { getProjectStatistics, type ProjectStatistics } from '../resolvers/statistics/get-project-statistics.js';
import type { CreatedCounts, FeedbackCounts } from '../stores/statistics-store.js';
import { builder } from './builder.js';
import { projectOption } from './project/project-argument.js';

const FeedbackStatistics = builder.objectRef<FeedbackCounts>('FeedbackStatistics').implement({
  description: 'Number of feedback items by rating.',
  fields: (t) => ({
    positive: t.exposeInt('positive', { description: 'Number of items rated POSITIVE.' }),
    negative: t.exposeInt('negative', { description: 'Number of items rated NEGATIVE.' }),
    veryNegative: t.exposeInt('veryNegative', { description: 'Number of items rated VERY_NEGATIVE.' }),
  }),
});

const ProjectGrowth = builder.objectRef<CreatedCounts>('ProjectGrowth').implement({
  description: 'The size of a project at the end of a day (UTC). Deleted memories and entities are not counted.',
  fields: (t) => ({
    day: t.expose('day', { type: 'LocalDate', description: 'The day, in UTC.' }),
    memories: t.exposeInt('memories', { description: 'Number of memories at the end of the day.' }),
    entities: t.exposeInt('entities', { description: 'Number of entities at the end of the day.' }),
  }),
});

const ProjectStatisticsType = builder.objectRef<ProjectStatistics>('ProjectStatistics').implement({
  description: 'Statistics on the content and use of a project. Expired memories are not counted.',
  fields: (t) => ({
    memories: t.exposeInt('memories', { description: 'Number of memories that have not expired.' }),
    users: t.exposeInt('users', { description: 'Number of users with memories.' }),
    agents: t.exposeInt('agents', { description: 'Number of agents with memories.' }),
    apps: t.exposeInt('apps', { description: 'Number of apps with memories.' }),
    runs: t.exposeInt('runs', { description: 'Number of runs (sessions) with memories.' }),
    memoriesOfUsers: t.exposeInt('ofUsers', { description: 'Number of memories that belong to a user.' }),
    memoriesOfAgents: t.exposeInt('ofAgents', { description: 'Number of memories that belong to an agent.' }),
    memoriesOfApps: t.exposeInt('ofApps', { description: 'Number of memories that belong to an app.' }),
    memoriesOfRuns: t.exposeInt('ofRuns', { description: 'Number of memories that belong to a run (session).' }),
    adds: t.exposeInt('adds', { description: 'Number of add requests since the project was created.' }),
    retrievals: t.exposeInt('retrievals', {
      description:
        'Number of searches, lists and reads of memories since the project was created. GraphQL operations count if they are named SearchMemories, Memories or Memory.',
    }),
    apiRetrievals: t.exposeInt('apiRetrievals', { description: 'Number of retrievals that used an API key.' }),
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
    resolve: async (_root, { projectId }, ctx) =>
      getProjectStatistics(ctx, { projectId: await getChosenProject(ctx, projectId) }),
  }),
);
