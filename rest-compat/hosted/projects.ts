import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { listMembers } from '../../src/resolvers/member/list-members.js';
import { listMembersOfProjects } from '../../src/resolvers/member/list-members-of-projects.js';
import { createProject } from '../../src/resolvers/project/create-project.js';
import { deleteProject } from '../../src/resolvers/project/delete-project.js';
import { listProjects } from '../../src/resolvers/project/list-projects.js';
import { updateProject } from '../../src/resolvers/project/update-project.js';
import { type OwnProject } from '../../src/resolvers/project/own-project.js';
import { shownSettings, type ProjectInput } from '../../src/project-settings.js';
import { toSnakeCase } from '../../src/snake-case.js';
import type { MemberRow } from '../../src/stores/member-store.js';
import { withFieldNames } from '../../src/validate.js';
import { toCategoryList } from './categories.js';
import { messageBody } from './errors.js';
import { describeRoute } from './route.js';
import { Message, optionalFlag, optionalText, pickFields, queryNames } from './fields.js';
import { readEveryRow } from '../shared/read-every-row.js';
import { getContext, hostedPlugin } from './plugin.js';
import { Member, toMember } from './members.js';
import { getPathProject, projectPath } from './project-path.js';

/** Settings that are stored and returned, but have no effect. */
const setting = z.unknown().optional();
const kept = {
  memory_depth: setting,
  version: setting,
  enable_graph: setting,
  usecase: setting,
  usecase_setting: setting,
};
const keptNames = Object.keys(kept) as (keyof typeof kept)[];

/** Fields of the hosted service that cannot be set. */
const unused = {
  inclusion_prompt: null,
  exclusion_prompt: null,
  update_custom_instructions: null,
  summary_custom_instructions: null,
  summary_batch_size: null,
  summary_max_tokens: null,
  expiration_date: null,
  active_prompt_profile: null,
};

// The hosted API's documentation also allows a list of lines for instructions.
const lines = z.union([z.string(), z.array(z.string())], { error: 'must be text.' }).nullish();
const shapes = {
  name: { output: z.string(), input: z.string().optional() },
  text: { output: z.string().nullable(), input: optionalText() },
  instructions: { output: z.string().nullable(), input: lines },
  switch: { output: z.boolean(), input: optionalFlag() },
  days: { output: z.number().int().nullable(), input: z.number().nullish() },
  categories: { output: setting, input: setting },
};
const settings = shownSettings().map((each) => ({ ...each, field: toSnakeCase(each.name) }));
const settingFields = (side: 'output' | 'input'): Record<string, z.ZodType> =>
  Object.fromEntries(
    settings.map(({ field, kind, [side]: description }) => [field, shapes[kind][side].describe(description)]),
  );

export const Project = z
  .looseObject({
    project_id: z.string(),
    ...settingFields('output'),
    members: z.array(Member),
    user_role: z.string(),
    is_default: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
    ...kept,
  })
  .partial()
  .meta({ id: 'Project' });

const UpdateBody = z.object({ ...settingFields('input'), ...kept });

export const projectRoutes = hostedPlugin((scope) => {
  const inOrganization = {
    path: '/api/v1/orgs/organizations/:org_id/projects/',
    params: z.object({ org_id: z.string() }),
  };

  const list = describeRoute(
    'listProjects',
    { 200: z.array(Project) },
    { errors: messageBody, failures: [404], params: inOrganization.params },
  );
  scope.get(inOrganization.path, list, async (request) => {
    const ctx = getContext(request);
    const projects = await readEveryRow((page) =>
      listProjects(ctx, { ...page, organizationId: request.params.org_id }),
    );
    const members = await listMembersOfProjects(
      ctx,
      projects.map((project) => project.id),
    );
    return projects.map((project) => toProject(project, members.get(project.id) ?? []));
  });

  const create = describeRoute(
    'createProject',
    { 200: Message.extend({ project_id: z.string() }) },
    {
      errors: messageBody,
      params: inOrganization.params,
      body: z.object({ name: z.string(), description: optionalText() }),
    },
  );
  scope.post(inOrganization.path, create, async (request) => {
    const { id } = await createProject(getContext(request), {
      organizationId: request.params.org_id,
      ...request.body,
    });
    return { message: 'Project created successfully', project_id: id };
  });

  const { path, params } = projectPath;
  const read = describeRoute(
    'getProject',
    { 200: Project },
    { errors: messageBody, failures: [400, 404], params, querystring: z.object({ fields: queryNames() }) },
  );
  scope.get(path, read, async (request) => {
    const project = await getPathProject(request);
    const { fields: names } = request.query;
    const all = toProject(project, await listMembers(getContext(request), { projectId: project.id }));
    // The hosted API ignores unknown names beside known ones.
    if (names && !names.some((name) => name in all))
      throw new ValidationError({ fields: [`must contain some of ${Object.keys(all).join(', ')}.`] });
    return pickFields(all, names);
  });

  const update = describeRoute('updateProject', { 200: Message }, { errors: messageBody, params, body: UpdateBody });
  scope.patch(path, update, async (request) => {
    const { id } = await getPathProject(request);
    const input = toProjectInput(request.body);
    const names = { extraSettings: Object.keys(input.extraSettings ?? {}).join(', ') };
    await withFieldNames(names, () => updateProject(getContext(request), { projectId: id, ...input }));
    return { message: 'Project updated successfully' };
  });

  const remove = describeRoute(
    'deleteProject',
    { 200: Message },
    { errors: messageBody, failures: [403, 404], params },
  );
  scope.delete(path, remove, async (request) => {
    await deleteProject(getContext(request), { projectId: (await getPathProject(request)).id });
    return { message: 'Project deleted successfully' };
  });
});

function toProjectInput(body: Readonly<Record<string, unknown>>): ProjectInput {
  const extras = keptNames.filter((name) => body[name] !== undefined).map((name) => [name, body[name]] as const);
  return {
    ...Object.fromEntries(settings.map(({ name, kind, field }) => [name, toSetting(kind, body[field])])),
    extraSettings: extras.length > 0 ? Object.fromEntries(extras) : undefined,
  };
}

function toSetting(kind: keyof typeof shapes, value: unknown): unknown {
  if (kind === 'categories') return toCategoryList(value);
  // Null keeps a boolean setting.
  if (kind === 'switch') return value ?? undefined;
  return kind === 'instructions' && Array.isArray(value) ? value.join('\n') : value;
}

function toProject(project: OwnProject, members: readonly MemberRow[]): z.infer<typeof Project> {
  return {
    project_id: project.id,
    ...Object.fromEntries(settings.map(({ name, field }) => [field, project[name]])),
    ...Object.fromEntries(keptNames.map((name) => [name, project.extraSettings[name] ?? null])),
    ...unused,
    members: members.map(toMember),
    user_role: project.role,
    is_default: project.isDefault,
    created_at: project.createdAt.toISOString(),
    updated_at: project.updatedAt.toISOString(),
  };
}
