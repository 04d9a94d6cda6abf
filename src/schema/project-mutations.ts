import { getDeletion } from '../resolvers/deletion/list-deletions.js';
import { createProject } from '../resolvers/project/create-project.js';
import { deleteProject } from '../resolvers/project/delete-project.js';
import { getProject } from '../resolvers/project/get-project.js';
import { updateProject } from '../resolvers/project/update-project.js';
import { builder } from './builder.js';
import { CategoryInput, fromProjectCategories } from './category.js';
import { Deletion } from './deletion.js';
import { mutationErrors, withFieldNames } from './errors.js';
import { Project } from './project.js';

const CreateProjectInput = builder.inputType('CreateProjectInput', {
  description: 'Input for `createProject`.',
  fields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization that the new project belongs to.' }),
    name: t.string({ required: true, description: 'Display name of the new project, 1 to 255 characters.' }),
    description: t.string({ description: 'Description of the new project. Default: none.' }),
  }),
});

const UpdateProjectInput = builder.inputType('UpdateProjectInput', {
  description: 'Input for `updateProject`. An absent field stays unchanged; null clears the field.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the project to change.' }),
    name: t.string({ description: 'New display name of the project, 1 to 255 characters.' }),
    description: t.string({ description: 'New description of the project.' }),
    customCategories: t.field({
      type: [CategoryInput],
      description: 'New categories of the project. Null or empty: the built-in categories.',
    }),
    customInstructions: t.string({ description: 'New extraction instructions of the project.' }),
    agentCustomInstructions: t.string({
      description: 'New extraction instructions for memories that belong to an agent.',
    }),
    multilingual: t.boolean({ description: 'Stores and searches memories in their original language.' }),
    decay: t.boolean({ description: 'Ranks recently used memories higher in searches.' }),
    feedbackRanking: t.boolean({ description: 'Lets feedback on memories move them up or down in searches.' }),
  }),
});

const DeleteProjectInput = builder.inputType('DeleteProjectInput', {
  description: 'Input for `deleteProject`.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the project to delete.' }) }),
});

const CreateProjectPayload = builder.objectRef<{ projectId: string }>('CreateProjectPayload').implement({
  description: 'Payload of `createProject`.',
  fields: (t) => ({
    project: t.field({
      type: Project,
      description: 'The project that was created.',
      resolve: (payload, _args, ctx) => getProject(ctx, payload.projectId),
    }),
  }),
});

const UpdateProjectPayload = builder.objectRef<{ projectId: string }>('UpdateProjectPayload').implement({
  description: 'Payload of `updateProject`.',
  fields: (t) => ({
    project: t.field({
      type: Project,
      description: 'The project with the new settings.',
      resolve: (payload, _args, ctx) => getProject(ctx, payload.projectId),
    }),
  }),
});

const DeleteProjectPayload = builder
  .objectRef<{ deletedProjectId: string; deletionId: string }>('DeleteProjectPayload')
  .implement({
    description: 'Payload of `deleteProject`. The project is hidden now and removed in the background.',
    fields: (t) => ({
      deletedProjectId: t.exposeID('deletedProjectId', { description: 'Id of the deleted project.' }),
      deletion: t.field({
        type: Deletion,
        description: 'Receipt of the deleted project.',
        resolve: ({ deletionId: id }, _args, ctx) => getDeletion(ctx, { id }),
      }),
    }),
  });

builder.mutationFields((t) => ({
  createProject: t.field({
    type: CreateProjectPayload,
    errors: mutationErrors,
    description: 'Creates a project. You become its OWNER. Requires the role OWNER in the organization.',
    args: { input: t.arg({ type: CreateProjectInput, required: true, description: 'The project to create.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => ({ projectId: (await createProject(ctx, input)).id }),
  }),
  updateProject: t.field({
    type: UpdateProjectPayload,
    errors: mutationErrors,
    description: 'Changes settings of a project. Requires the role OWNER.',
    args: { input: t.arg({ type: UpdateProjectInput, required: true, description: 'The settings to change.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input: { id, ...settings } }, ctx) =>
      withFieldNames({ projectId: 'id' }, async () => {
        const customCategories = fromProjectCategories(settings.customCategories);
        return { projectId: (await updateProject(ctx, { ...settings, projectId: id, customCategories })).id };
      }),
  }),
  deleteProject: t.field({
    type: DeleteProjectPayload,
    errors: mutationErrors,
    description: 'Deletes a project and everything in it. This cannot be undone. Requires the role OWNER.',
    args: { input: t.arg({ type: DeleteProjectInput, required: true, description: 'The project to delete.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input: { id } }, ctx) =>
      withFieldNames({ projectId: 'id' }, async () => ({
        ...(await deleteProject(ctx, { projectId: id })),
        deletedProjectId: id,
      })),
  }),
}));
