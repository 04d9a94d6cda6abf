import { pageProjectMembers } from '../resolvers/member/list-members.js';
import { getRoleInProject } from '../resolvers/project/get-project.js';
import { listProjects } from '../resolvers/project/list-projects.js';
import { builder } from './builder.js';
import { Category, toCategories } from './category.js';
import { connectionCost, toConnection } from './connection.js';
import { loaders, loadProject } from './loaders.js';
import { findFirstPages } from './look-ahead.js';
import { Member, MemberConnection } from './member.js';
import { Node } from './node.js';
import { RoleType } from './role.js';

export const Project = builder.prismaObject('Project', {
  description: 'A container for memories, with its own members, API keys and settings.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Display name of the project.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description of the project. Null if it has none.',
    }),
    customCategories: t.field({
      type: [Category],
      nullable: true,
      description: 'Categories of the project. Null or empty: the built-in categories.',
      resolve: ({ customCategories }) => toCategories(customCategories),
    }),
    customInstructions: t.exposeString('customInstructions', {
      nullable: true,
      description: 'Extraction instructions: what to keep and what to leave out. Null if the project has none.',
    }),
    agentCustomInstructions: t.exposeString('agentCustomInstructions', {
      nullable: true,
      description: 'Extraction instructions for memories that belong to an agent. Null if the project has none.',
    }),
    multilingual: t.exposeBoolean('multilingual', {
      description: 'Whether memories are stored and searched in their original language.',
    }),
    decay: t.exposeBoolean('decay', { description: 'Whether search ranks recently used memories higher.' }),
    feedbackRanking: t.exposeBoolean('feedbackRanking', {
      description: 'Whether feedback on memories moves them up or down in searches.',
    }),
    isDefault: t.exposeBoolean('isDefault', { description: "Whether this is the installation's default project." }),
    viewerRole: t.field({
      type: RoleType,
      description: 'Your role in the project. Admins and OWNERs of the organization have the role OWNER.',
      resolve: (project, _args, ctx) => getRoleInProject(ctx, project.id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the project was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the project was last changed.' }),
    members: t.connection(
      {
        type: Member,
        description: 'Members of the project, ordered by email address.',
        complexity: connectionCost,
        resolve: async (project, args, ctx) => {
          const isFirstPage = args.after == null && args.last == null && args.before == null;
          if (isFirstPage) return toConnection(await loaders(ctx).members(args.first).load(project.id));
          return toConnection(await pageProjectMembers(ctx, { ...args, projectId: project.id }));
        },
      },
      MemberConnection,
    ),
  }),
});

export const ProjectConnection = builder.connectionObject(
  { type: Project, name: 'ProjectConnection', description: 'A page of projects.' },
  { name: 'ProjectEdge', description: 'A project in a list, with its cursor.' },
);

builder.queryFields((t) => ({
  projects: t.connection(
    {
      type: Project,
      description: 'Lists the projects that you can see, oldest first.',
      args: { organizationId: t.arg.id({ description: 'Returns only projects of this organization.' }) },
      authScopes: { signedIn: true },
      complexity: connectionCost,
      resolve: async (_root, args, ctx) => toConnection(await listProjects(ctx, args)),
    },
    ProjectConnection,
  ),
  project: t.field({
    type: Project,
    nullable: true,
    description: 'Finds a project by its id. Null with the error NOT_FOUND if you cannot see one with this id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the project, `proj_…`.' }) },
    authScopes: { signedIn: true },
    resolve: (...[, { id }, ctx, info]) => loadProject(ctx, id, findFirstPages(info)),
  }),
}));
