import { beforeEach, describe, expect, it } from 'vitest';
import { deleteOrganization } from '../../src/resolvers/organization/delete-organization.js';
import { getOrganization } from '../../src/resolvers/organization/get-organization.js';
import { createLogStream } from '../../src/resolvers/log-stream/create-log-stream.js';
import { createWebhook } from '../../src/resolvers/webhook/create-webhook.js';
import type { AppContext } from '../../src/context.js';
import { createProject } from '../../src/resolvers/project/create-project.js';
import { deleteProject } from '../../src/resolvers/project/delete-project.js';
import { getProject, projectsByIds } from '../../src/resolvers/project/get-project.js';
import { listProjects, projectsOfOrganizations } from '../../src/resolvers/project/list-projects.js';
import { updateProject } from '../../src/resolvers/project/update-project.js';
import type { ProjectInput } from '../../src/project-settings.js';
import {
  as,
  people,
  project,
  tenant,
  testServices,
  withKey,
  type People,
  type Tenant,
  type TestServices,
} from '../helpers/context.js';

let services: TestServices;
let cast: People;

beforeEach(async () => {
  services = await testServices();
  cast = await people(services);
});

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).sort();

describe('listing projects', () => {
  it('shows the projects of the caller, also through the organization, with the role in each', async () => {
    const one = await tenant(services, [[cast.ada, 'READER']]);
    const hidden = await project(services, one.organizationId);
    const two = await tenant(services, [], [[cast.ada, 'OWNER']]);
    const three = await tenant(services, [[cast.ada, 'OWNER']], [[cast.ada, 'READER']]);
    const page = await listProjects(as(services, cast.ada), {});
    expect(new Map(page.rows.map(({ id, role }) => [id, role]))).toEqual(
      new Map([
        [one.projectId, 'READER'],
        [two.projectId, 'OWNER'],
        [three.projectId, 'OWNER'],
      ]),
    );
    expect(await page.total()).toBe(3);
    expect(ids((await listProjects(as(services, cast.ada), { organizationId: one.organizationId })).rows)).toEqual([
      one.projectId,
    ]);
    expect(
      (await listProjects(as(services, cast.root), { organizationId: one.organizationId })).rows.map(({ id }) => id),
    ).toContain(hidden);
  });

  it('of a hidden organization fails as that of an absent one', async () => {
    const { organizationId } = await tenant(services, [[cast.ada, 'OWNER']]);
    const message = 'Organization not found.';
    for (const id of [organizationId, 'org_none']) {
      await expect(listProjects(as(services, cast.eve), { organizationId: id })).rejects.toMatchObject({
        status: 404,
        message,
      });
    }
  });

  it('shows to a bound key its project alone', async () => {
    const { organizationId, projectId } = await tenant(services, [], [[cast.ada, 'OWNER']]);
    await project(services, organizationId);
    for (const owner of [cast.ada, cast.root]) {
      const ctx = as(services, withKey(owner, { projectId }));
      expect(ids((await listProjects(ctx, {})).rows)).toEqual([projectId]);
      expect(ids((await listProjects(ctx, { organizationId })).rows)).toEqual([projectId]);
    }
  });

  it('can be done for many organizations, or by id, in one statement', async () => {
    const one = await tenant(services, [[cast.ada, 'READER']]);
    const two = await tenant(services, [], [[cast.ada, 'OWNER']]);
    for (const _ of [1, 2]) await project(services, two.organizationId);
    const foreign = await tenant(services);
    const ctx = as(services, cast.ada);
    let statements = 0;
    const stop = services.database.onQuery(() => (statements += 1));
    const found = await projectsOfOrganizations(
      ctx,
      [one.organizationId, two.organizationId, foreign.organizationId],
      2,
    );
    const byId = await projectsByIds(ctx, [one.projectId, foreign.projectId, 'proj_none']);
    stop();
    expect(statements).toBe(2);
    expect([...found].map(([id, rows]) => [id, rows.length])).toEqual(
      expect.arrayContaining([
        [one.organizationId, 1],
        [two.organizationId, 2],
      ]),
    );
    expect(found.size).toBe(2);
    expect([...byId.keys()]).toEqual([one.projectId]);
  });
});

describe('createProject', () => {
  it('makes its creator the OWNER', async () => {
    const { organizationId } = await tenant(services, [], [[cast.ada, 'OWNER']]);
    const created = await createProject(as(services, cast.ada), {
      organizationId,
      name: ' Beacon ',
      description: 'Light',
    });
    expect(created).toMatchObject({
      organizationId,
      name: 'Beacon',
      description: 'Light',
      decay: false,
      multilingual: false,
      customCategories: null,
      extraSettings: {},
      role: 'OWNER',
    });
    expect(await getProject(as(services, cast.ada), created.id)).toEqual(created);
    const members = await services.database.query('SELECT user_id, role FROM project_members WHERE project_id = $1', [
      created.id,
    ]);
    expect(members).toEqual([{ userId: cast.ada.id, role: 'OWNER' }]);
  });

  it('is refused to READERs and bound keys, and hidden from outsiders', async () => {
    const { organizationId, projectId } = await tenant(
      services,
      [],
      [
        [cast.ada, 'OWNER'],
        [cast.bob, 'READER'],
      ],
    );
    const attempt = (who: Parameters<typeof as>[1]) => createProject(as(services, who), { organizationId, name: 'x' });
    await expect(attempt(cast.bob)).rejects.toMatchObject({ status: 403 });
    await expect(attempt(withKey(cast.ada, { projectId }))).rejects.toMatchObject({ status: 403 });
    await expect(attempt(cast.eve)).rejects.toMatchObject({ status: 404 });
  });
});

describe('updateProject', () => {
  it('changes what is given and keeps the rest', async () => {
    const { projectId } = await tenant(services, [[cast.ada, 'OWNER']]);
    const ctx = as(services, cast.ada);
    const categories = [{ billing: 'Invoices', refunds: '' }, 'hobbies'];
    await updateProject(ctx, {
      projectId,
      customCategories: categories,
      customInstructions: 'Be brief.',
      extraSettings: { version: 'v2' },
    });
    const after = await updateProject(ctx, {
      projectId,
      decay: true,
      multilingual: true,
      description: 'New',
      extraSettings: { memory_depth: null },
    });
    expect(after).toMatchObject({
      customCategories: categories,
      customInstructions: 'Be brief.',
      decay: true,
      multilingual: true,
      description: 'New',
    });
    expect(after.extraSettings).toEqual({ version: 'v2', memory_depth: null });
    expect(await getProject(ctx, projectId)).toEqual(after);
  });

  it('clears with null, instructions with an empty text too', async () => {
    const { projectId } = await tenant(services, [[cast.ada, 'OWNER']]);
    const ctx = as(services, cast.ada);
    await updateProject(ctx, {
      projectId,
      description: 'x',
      customCategories: ['a'],
      customInstructions: 'x',
      agentCustomInstructions: 'x',
      extraSettings: { a: 1 },
    });
    const after = await updateProject(ctx, {
      projectId,
      description: null,
      customCategories: null,
      customInstructions: null,
      agentCustomInstructions: '',
      extraSettings: null,
    });
    expect(after).toMatchObject({
      description: null,
      customCategories: null,
      customInstructions: null,
      agentCustomInstructions: null,
      extraSettings: {},
    });
    expect((await updateProject(ctx, { projectId, customCategories: [] })).customCategories).toEqual([]);
  });

  it.each<[string, ProjectInput]>([
    ['name', { name: null }],
    ['name', { name: '' }],
    ['description', { description: 'a\u0000' }],
    ['customCategories', { customCategories: 'billing' }],
    ['customCategories', { customCategories: [{}] }],
    ['customCategories', { customCategories: [{ billing: 1 }] }],
    ['customCategories', { customCategories: [' '] }],
    ['customCategories', { customCategories: [['a', 'b']] }],
    ['customCategories', { customCategories: ['a\u0000'] }],
    ['customCategories', { customCategories: Array.from({ length: 201 }, () => 'a') }],
    ['customInstructions', { customInstructions: 'x'.repeat(50_001) }],
    ['multilingual', { multilingual: null }],
    ['decay', { decay: 'yes' as unknown as boolean }],
    ['extraSettings', { extraSettings: [] }],
    ['extraSettings', { extraSettings: { a: '\u0000' } }],
    ['extraSettings', { extraSettings: { a: 'x'.repeat(20_000) } }],
  ])('complains about %s given %j', async (field, input) => {
    const { projectId } = await tenant(services, [[cast.ada, 'OWNER']]);
    const refused = updateProject(as(services, cast.ada), { projectId, ...input });
    await expect(refused).rejects.toMatchObject({ status: 400, fields: { [field]: [expect.any(String)] } });
  });

  it('assigns nothing that it does not know', async () => {
    const { projectId, organizationId } = await tenant(services, [[cast.ada, 'OWNER']]);
    const input = { projectId, name: 'New', organizationId: 'org_other', isDefault: true, deletedAt: new Date() };
    expect(await updateProject(as(services, cast.ada), input)).toMatchObject({
      organizationId,
      isDefault: false,
      deletedAt: null,
    });
  });

  it('is refused to READERs and hidden from outsiders', async () => {
    const { projectId } = await tenant(services, [[cast.bob, 'READER']]);
    await expect(updateProject(as(services, cast.bob), { projectId, decay: true })).rejects.toMatchObject({
      status: 403,
    });
    await expect(updateProject(as(services, cast.eve), { projectId, decay: true })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('deleteProject', () => {
  it('hides the project at once and leaves the rest to a job', async () => {
    const { projectId } = await tenant(services, [[cast.ada, 'OWNER']]);
    await deleteProject(as(services, cast.ada), { projectId });
    expect(services.enqueued).toEqual([{ name: 'deleteProject', payload: { projectId } }]);
    await expect(getProject(as(services, cast.ada), projectId)).rejects.toMatchObject({ status: 404 });
    expect((await listProjects(as(services, cast.ada), {})).rows).toEqual([]);
  });

  it('happens once, however many ask at the same time', async () => {
    const { projectId } = await tenant(services, [[cast.ada, 'OWNER']]);
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => deleteProject(as(services, cast.ada), { projectId })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(services.enqueued).toHaveLength(1);
  });

  it('is refused to READERs, who see it still', async () => {
    const { projectId } = await tenant(services, [[cast.bob, 'READER']]);
    await expect(deleteProject(as(services, cast.bob), { projectId })).rejects.toMatchObject({ status: 403 });
    expect((await getProject(as(services, cast.bob), projectId)).id).toBe(projectId);
  });
});

const receiver = { name: 'Late', url: 'https://hooks.example.com/' };
const format = { source: 'AUDIT_LOG', format: 'NDJSON' } as const;

describe('in a project or an organization that is deleted while the request runs', () => {
  it.each<[string, 'Project' | 'Organization', (ctx: AppContext, place: Tenant) => Promise<unknown>]>([
    ['a project', 'Organization', (ctx, { organizationId }) => createProject(ctx, { organizationId, name: 'Late' })],
    [
      'a webhook',
      'Project',
      (ctx, { projectId }) => createWebhook(ctx, { projectId, eventTypes: ['memory_add'], ...receiver }),
    ],
    ['a log stream', 'Project', (ctx, { projectId }) => createLogStream(ctx, { projectId, ...format, ...receiver })],
    [
      'a log stream of all projects',
      'Organization',
      (ctx, { organizationId }) => createLogStream(ctx, { organizationId, ...format, ...receiver }),
    ],
  ])('%s is not created', async (_what, noun, create) => {
    for (const isRemoved of [false, true]) {
      const place = await tenant(services, [[cast.ada, 'OWNER']], [[cast.ada, 'OWNER']]);
      const ctx = as(services, cast.ada);
      // Caches the roles, as the authorization does before the deletion.
      await Promise.all([getOrganization(ctx, place.organizationId), getProject(ctx, place.projectId)]);
      await deleteOrganization(as(services, cast.ada), { organizationId: place.organizationId });
      if (isRemoved) {
        await services.database.query('DELETE FROM projects WHERE organization_id = $1', [place.organizationId]);
        await services.database.query('DELETE FROM organizations WHERE id = $1', [place.organizationId]);
      }
      await expect(create(ctx, place)).rejects.toMatchObject({ status: 404, message: `${noun} not found.` });
    }
  });
});
