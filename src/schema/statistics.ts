import { chosenProject } from '../resolvers/project/current-project.js';
import { projectStatistics, type ProjectStatistics } from '../resolvers/statistics/get-project-statistics.js';
import type { FeedbackCounts } from '../stores/statistics/statistics-store.js';
import { builder } from './builder.js';

const FeedbackStatistics = builder.objectRef<FeedbackCounts>('FeedbackStatistics').implement({
  description: 'Judgements of memories, counted.',
  fields: (t) => ({
    positive: t.exposeInt('positive', { description: 'POSITIVE.' }),
    negative: t.exposeInt('negative', { description: 'NEGATIVE.' }),
    veryNegative: t.exposeInt('veryNegative', { description: 'VERY_NEGATIVE.' }),
  }),
});

const ProjectStatisticsType = builder.objectRef<ProjectStatistics>('ProjectStatistics').implement({
  description: 'What a project holds and how it is used, counted when asked for. Expired memories do not count.',
  fields: (t) => ({
    memories: t.exposeInt('memories', { description: 'Memories.' }),
    users: t.exposeInt('users', { description: 'Users that have memories.' }),
    agents: t.exposeInt('agents', { description: 'Agents that have memories.' }),
    apps: t.exposeInt('apps', { description: 'Apps that have memories.' }),
    runs: t.exposeInt('runs', { description: 'Runs that have memories.' }),
    memoriesOfUsers: t.exposeInt('ofUsers', { description: 'Memories that have a user.' }),
    memoriesOfAgents: t.exposeInt('ofAgents', { description: 'Memories that have an agent.' }),
    memoriesOfApps: t.exposeInt('ofApps', { description: 'Memories that have an app.' }),
    memoriesOfRuns: t.exposeInt('ofRuns', { description: 'Memories that have a run.' }),
    adds: t.exposeInt('adds', { description: 'Adds since the project was created.' }),
    retrievals: t.exposeInt('retrievals', {
      description:
        'Searches, lists and reads of memories since the project was created. GraphQL operations count by their names: SearchMemories, Memories and Memory.',
    }),
    apiRetrievals: t.exposeInt('apiRetrievals', { description: 'Those of the retrievals that came with an API key.' }),
    feedback: t.expose('feedback', { type: FeedbackStatistics, description: 'Feedback on its memories.' }),
  }),
});

builder.queryField('projectStatistics', (t) =>
  t.field({
    type: ProjectStatisticsType,
    description: 'Figures of a project.',
    args: { projectId: t.arg.id({ description: 'The project; left out: the one that the API key opens.' }) },
    authScopes: { signedIn: true },
    complexity: 20,
    resolve: async (_root, { projectId }, ctx) =>
      projectStatistics(ctx, { projectId: await chosenProject(ctx, projectId) }),
  }),
);
