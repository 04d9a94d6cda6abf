import { addProjectMember } from '../resolvers/member/add-member.js';
import { pageProjectMembers } from '../resolvers/member/list-members.js';
import { removeProjectMember } from '../resolvers/member/remove-member.js';
import { setProjectMemberRole } from '../resolvers/member/set-member-role.js';
import { createProject } from '../resolvers/project/create-project.js';
import { deleteProject } from '../resolvers/project/delete-project.js';
import { getProject, roleInProject } from '../resolvers/project/get-project.js';
import { listProjects } from '../resolvers/project/list-projects.js';
import { updateProject } from '../resolvers/project/update-project.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { mutationErrors } from './errors.js';
import { loaders } from './loaders.js';
import { nextPages } from './look-ahead.js';
import { Member } from './member.js';
import { Node } from './node.js';
import { RoleType } from './role.js';

/** A space of memories with its own members and settings. Its memories, entities and log are added in their own files. */
export const Project = builder.prismaObject('Project', {
  description: 'A space of memories with its own members and settings.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name, as people know it.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the project is for.' }),
    customCategories: t.expose('customCategories', {
      type: 'JSON',
      nullable: true,
      description: 'Categories in force, `[{name: description}]`; null or empty: the default catalog.',
    }),
    customInstructions: t.exposeString('customInstructions', {
      nullable: true,
      description: 'Instructions that steer the extraction of memories.',
    }),
    agentCustomInstructions: t.exposeString('agentCustomInstructions', {
      nullable: true,
      description: 'Instructions for memories of agents.',
    }),
    multilingual: t.exposeBoolean('multilingual', {
      description: 'Whether memories are kept and searched in the language of the input.',
    }),
    decay: t.exposeBoolean('decay', { description: 'Whether search favours memories that were used lately.' }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'Whether this is the project that the installation started with.',
    }),
    viewerRole: t.field({
      type: RoleType,
      description: 'What the caller may do in it. An OWNER of the organization, or an admin, is an OWNER here.',
      resolve: (project, _args, ctx) => roleInProject(ctx, project.id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    members: t.connection({
      type: Member,
      description: 'Its members, by e-mail.',
      complexity: connectionCost,
      resolve: async (project, args, ctx) => {
        const isFirstPage = args.after == null && args.last == null && args.before == null;
        if (isFirstPage) return toConnection(await loaders(ctx).members(args.first).load(project.id));
        return toConnection(await pageProjectMembers(ctx, { ...args, projectId: project.id }));
      },
    }),
  }),
});

builder.queryFields((t) => ({
  projects: t.connection({
    type: Project,
    description: 'The projects that the caller may see, oldest first.',
    args: { organizationId: t.arg.id({ description: 'Only those of this organization.' }) },
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, args, ctx) => toConnection(await listProjects(ctx, args)),
  }),
  project: t.field({
    type: Project,
    description: 'One project. NOT_FOUND when there is none with this id that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Id, `proj_…`.' }) },
    authScopes: { signedIn: true },
    resolve: (...[, { id }, ctx, info]) => getProject(ctx, id, nextPages(info)),
  }),
}));

const CreateProjectInput = builder.inputType('CreateProjectInput', {
  description: 'A new project.',
  fields: (t) => ({
    organizationId: t.id({ required: true, description: 'Organization that it belongs to.' }),
    name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }),
    description: t.string({ description: 'What the project is for.' }),
  }),
});

const UpdateProjectInput = builder.inputType('UpdateProjectInput', {
  description: 'Settings to change. What is left out stays; null clears.',
  fields: (t) => ({
    projectId: t.id({ required: true, description: 'Id of the project.' }),
    name: t.string({ description: 'Name, 1 to 255 characters.' }),
    description: t.string({ description: 'What the project is for.' }),
    customCategories: t.field({
      type: 'JSON',
      description: '`[{name: description}]` or `[name]`; null or empty: the default catalog.',
    }),
    customInstructions: t.string({ description: 'Instructions that steer the extraction of memories.' }),
    agentCustomInstructions: t.string({ description: 'Instructions for memories of agents.' }),
    multilingual: t.boolean({ description: 'Keep and search memories in the language of the input.' }),
    decay: t.boolean({ description: 'Favour memories that were used lately.' }),
  }),
});

const ProjectMemberInput = builder.inputType('ProjectMemberInput', {
  description: 'A person and their role in a project.',
  fields: (t) => ({
    projectId: t.id({ required: true, description: 'Id of the project.' }),
    email: t.string({ required: true, description: 'E-mail of an existing user.' }),
    role: t.field({ type: RoleType, required: true, description: 'The role to have.' }),
  }),
});

const RemoveProjectMemberInput = builder.inputType('RemoveProjectMemberInput', {
  description: 'A person to take out of a project.',
  fields: (t) => ({
    projectId: t.id({ required: true, description: 'Id of the project.' }),
    email: t.string({ required: true, description: 'E-mail of the member.' }),
  }),
});

const DeleteProjectInput = builder.inputType('DeleteProjectInput', {
  description: 'A project to delete for good, with everything in it.',
  fields: (t) => ({ projectId: t.id({ required: true, description: 'Id of the project.' }) }),
});

const ProjectPayload = builder.objectRef<{ projectId: string }>('ProjectPayload').implement({
  description: 'The project after the change.',
  fields: (t) => ({
    project: t.field({
      type: Project,
      description: 'The project.',
      resolve: (payload, _args, ctx) => getProject(ctx, payload.projectId),
    }),
  }),
});

const DeleteProjectPayload = builder
  .objectRef<{ deletedProjectId: string; deletionId: string }>('DeleteProjectPayload')
  .implement({
    description: 'The deletion was accepted: nobody sees the project any more, and its rows are being removed.',
    fields: (t) => ({
      deletedProjectId: t.exposeID('deletedProjectId', { description: 'Id of the deleted project.' }),
      deletionId: t.exposeID('deletionId', { description: 'Id of the receipt.' }),
    }),
  });

builder.mutationFields((t) => ({
  createProject: t.field({
    type: ProjectPayload,
    errors: mutationErrors,
    description: 'Creates a project. Its creator becomes its OWNER.',
    args: { input: t.arg({ type: CreateProjectInput, required: true, description: 'The project.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => ({ projectId: (await createProject(ctx, input)).id }),
  }),
  updateProject: t.field({
    type: ProjectPayload,
    errors: mutationErrors,
    description: 'Changes settings of a project.',
    args: { input: t.arg({ type: UpdateProjectInput, required: true, description: 'The changes.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => ({ projectId: (await updateProject(ctx, input)).id }),
  }),
  deleteProject: t.field({
    type: DeleteProjectPayload,
    errors: mutationErrors,
    description: 'Deletes a project and everything in it, irreversibly.',
    args: { input: t.arg({ type: DeleteProjectInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => ({
      ...(await deleteProject(ctx, input)),
      deletedProjectId: input.projectId,
    }),
  }),
  addProjectMember: t.field({
    type: ProjectPayload,
    errors: mutationErrors,
    description: 'Makes a user a member of a project.',
    args: { input: t.arg({ type: ProjectMemberInput, required: true, description: 'Who, where and as what.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      await addProjectMember(ctx, input);
      return { projectId: input.projectId };
    },
  }),
  updateProjectMember: t.field({
    type: ProjectPayload,
    errors: mutationErrors,
    description: 'Changes the role of a project member. The last OWNER keeps the role.',
    args: { input: t.arg({ type: ProjectMemberInput, required: true, description: 'Who, where and as what.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      await setProjectMemberRole(ctx, input);
      return { projectId: input.projectId };
    },
  }),
  removeProjectMember: t.field({
    type: ProjectPayload,
    errors: mutationErrors,
    description: 'Takes a member out of a project. The last OWNER stays.',
    args: { input: t.arg({ type: RemoveProjectMemberInput, required: true, description: 'Who and where.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      await removeProjectMember(ctx, input);
      return { projectId: input.projectId };
    },
  }),
}));
