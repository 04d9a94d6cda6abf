import { fromSwitchFields, mapSettings, mapSwitches, switchFields } from '../../project-settings.js';
import { createProject } from '../../resolvers/project/create-project.js';
import { deleteProject, type DeletedProject } from '../../resolvers/project/delete-project.js';
import { getProject } from '../../resolvers/project/get-project.js';
import { updateProject } from '../../resolvers/project/update-project.js';
import { toRequirement } from '../../resolvers/shared/permission-texts.js';
import { builder } from '../builder.js';
import { idInput, inputOf, objectPayload, payloadOf } from '../shared/mutation-types.js';
import { CategoryInput, fromProjectCategories } from '../category.js';
import { Deletion } from '../deletion/deletion.js';
import { withFieldNames } from '../../validate.js';
import { Project } from './project.js';

const CreateProjectInput = inputOf('createProject', (t) => ({
  organizationId: t.id({ required: true, description: 'ID of the organization that the new project belongs to.' }),
  name: t.string({ required: true, description: 'Display name of the new project, 1 to 255 characters.' }),
  description: t.string({ description: 'Description of the new project. Default: none.' }),
}));

const UpdateProjectInput = inputOf(
  'updateProject',
  (t) => ({
    id: t.id({ required: true, description: 'ID of the project to change.' }),
    ...mapSettings(['name', 'text', 'instructions'], (_name, { input: description }) => t.string({ description })),
    ...mapSwitches((_name, { input: description }) => t.boolean({ description })),
    ...mapSettings(['days'], (_name, { input: description }) => t.int({ description })),
    ...mapSettings(['categories'], (_name, { input: description }) => t.field({ type: [CategoryInput], description })),
  }),
  'An absent field stays unchanged; null clears the field.',
);

const DeleteProjectPayload = payloadOf<DeletedProject & { deletedProjectId: string }>(
  'deleteProject',
  (t) => ({
    deletedProjectId: t.exposeID('deletedProjectId', { description: 'ID of the deleted project.' }),
    deletion: t.expose('deletion', { type: Deletion, description: 'Receipt of the deleted project.' }),
  }),
  'The project is hidden now and removed in the background.',
);

builder.mutationFields((t) => ({
  createProject: t.field({
    type: objectPayload('createProject', ['project', Project], 'The project that was created.'),
    description: `Creates a project. You become its OWNER. ${toRequirement('project:create', 'in the organization')}`,
    ...t.change(CreateProjectInput, 'The project to create.'),
    // The read assigns the request to the project, in the request log.
    resolve: async (_root, { input }, ctx) => getProject(ctx, (await createProject(ctx, input)).id),
  }),
  updateProject: t.field({
    type: objectPayload('updateProject', ['project', Project], 'The project with the new settings.'),
    description: `Changes settings of a project. ${toRequirement('project:update')}`,
    ...t.change(UpdateProjectInput, 'The settings to change.'),
    resolve: (_root, { input: { id, ...settings } }, ctx) =>
      withFieldNames({ ...switchFields, projectId: 'id' }, () => {
        const customCategories = fromProjectCategories(settings.customCategories);
        const changes = { ...settings, ...fromSwitchFields(settings), customCategories };
        return updateProject(ctx, { ...changes, projectId: id });
      }),
  }),
  deleteProject: t.field({
    type: DeleteProjectPayload,
    description: `Deletes a project and everything in it. This cannot be undone. ${toRequirement('project:delete')}`,
    ...t.change(idInput('deleteProject', 'ID of the project to delete.'), 'The project to delete.'),
    resolve: (_root, { input: { id } }, ctx) =>
      withFieldNames({ projectId: 'id' }, async () => ({
        ...(await deleteProject(ctx, { projectId: id })),
        deletedProjectId: id,
      })),
  }),
}));
