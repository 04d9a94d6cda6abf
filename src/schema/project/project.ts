import type { AppContext } from '../../context.js';
import { isFirstPage } from '../../page.js';
import { mapSettings, mapSwitches } from '../../project-settings.js';
import { pageMembers } from '../../resolvers/member/list-members.js';
import { getRoleInProject, listProjectPermissions } from '../../resolvers/project/get-project.js';
import { listProjects } from '../../resolvers/project/list-projects.js';
import { builder } from '../builder.js';
import { Category, toCategories } from '../category.js';
import { connectionType } from '../shared/connection.js';
import { findOrNull, loaders, loadProject } from '../shared/loaders.js';
import { findFirstPages } from '../shared/look-ahead.js';
import { MemberConnection } from '../member.js';
import { Node } from '../node.js';
import { ProjectPermission } from '../permission.js';
import { RoleType } from '../role.js';

export const Project = builder.prismaObject('Project', {
  description: 'A container for memories, with its own members, API keys and settings.',
  interfaces: [Node],
  fields: (t) => ({
    ...mapSettings(['name'], (name, { output: description }) => t.exposeString(name, { description })),
    ...mapSettings(['text', 'instructions'], (name, { output: description }) =>
      t.exposeString(name, { nullable: true, description }),
    ),
    ...mapSwitches((name, { output: description }) => t.exposeBoolean(name, { description })),
    ...mapSettings(['days'], (name, { output: description }) => t.exposeInt(name, { nullable: true, description })),
    ...mapSettings(['categories'], (name, { output: description }) =>
      t.field({
        type: [Category],
        nullable: true,
        description,
        resolve: (project) => toCategories(project[name]),
      }),
    ),
    isDefault: t.exposeBoolean('isDefault', { description: "Whether this is the installation's default project." }),
    viewerRole: t.field({
      type: RoleType,
      description: 'Your role in the project. Admins and OWNERs of the organization have the role OWNER.',
      resolve: (project, _args, ctx) => getRoleInProject(ctx, project.id),
    }),
    viewerPermissions: t.field({
      type: [ProjectPermission],
      description: 'What you may do in the project with the credential of this request.',
      complexity: { field: 1, multiplier: 1 },
      resolve: (project, _args, ctx) => listProjectPermissions(ctx, project.id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the project was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the project was last changed.' }),
    members: t.page(MemberConnection, {
      description: 'Members of the project, ordered by email address.',
      resolve: (project, args, ctx) => {
        if (isFirstPage(args)) return loaders(ctx).members(args.first).load(project.id);
        return pageMembers(ctx, { ...args, projectId: project.id });
      },
    }),
  }),
});

/** Options of a field with the project of a row. */
export const projectOf = (description: string) => ({
  type: Project,
  description,
  resolve: ({ projectId }: { readonly projectId: string }, _args: object, ctx: AppContext) =>
    loaders(ctx).project.load(projectId),
});

/** Options of a field with the project of a row. Null: none, deleted, or hidden from the caller. */
export const projectOrNull = (description: string) => ({
  type: Project,
  nullable: true as const,
  description,
  resolve: ({ projectId }: { readonly projectId: string | null }, _args: object, ctx: AppContext) =>
    findOrNull(loaders(ctx).project, projectId),
});

export const ProjectConnection = connectionType(Project, 'projects', 'A project');

builder.queryFields((t) => ({
  projects: t.page(ProjectConnection, {
    description: 'Lists the projects that you can see, oldest first.',
    args: { organizationId: t.arg.id({ description: 'Returns only projects of this organization.' }) },
    resolve: (_root, args, ctx) => listProjects(ctx, args),
  }),
  project: t.field({
    type: Project,
    nullable: true,
    description: 'Finds a project by its ID. Null with the error NOT_FOUND if you cannot see one.',
    args: { id: t.arg.id({ required: true, description: 'ID of the project, `proj_…`.' }) },
    resolve: (...[, { id }, ctx, info]) => loadProject(ctx, id, findFirstPages(info)),
  }),
}));
