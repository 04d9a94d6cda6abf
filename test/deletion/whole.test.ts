import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import { failureHandlers } from '../../src/jobs/registry.js';
import type { JobPayloads } from '../../src/jobs/types.js';
import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';
import { getDeletion, listDeletions } from '../../src/resolvers/deletion/list-deletions.js';
import { deleteOrganization } from '../../src/resolvers/organization/delete-organization.js';
import { getOrganization } from '../../src/resolvers/organization/get-organization.js';
import { deleteProject } from '../../src/resolvers/project/delete-project.js';
import { as, people, project, tenant, testServices, type Tenant, type TestServices } from '../helpers/context.js';
import { storeMany, tablesWith, work } from './helpers.js';

let services: TestServices;
let root: CallerUser;
let ada: CallerUser;
let bob: CallerUser;
let eve: CallerUser;
let place: Tenant;

beforeEach(async () => {
  services = await testServices();
  ({ root, ada, bob, eve } = await people(services));
  place = await tenant(services, [[bob, 'OWNER']], [[ada, 'OWNER']]);
});

/** Counts the rows of a project in all tables but those that outlive it: receipts, the request log and the audit log. */
const leftovers = async (where: string, id: string) => {
  const tables = (await tablesWith(services, 'project_id')).filter(
    (name) => !['deletions', 'request_logs', 'audit_logs'].includes(name),
  );
  expect(tables.length).toBeGreaterThan(12);
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table} WHERE project_id ${where})`);
  const [row] = await services.database.query<{ total: number }>(`SELECT ${counts.join(' + ')} AS total`, [id]);
  return row?.total;
};

/** Lists the actions in the audit log of a project, oldest first. */
const auditedActions = async (id: string) => {
  const rows = await services.database.query<{ action: string }>(
    'SELECT action FROM audit_logs WHERE project_id = $1 ORDER BY position',
    [id],
  );
  return rows.map(({ action }) => action);
};

describe('deleting a project', () => {
  it('leaves nothing but the receipt, which tells what was deleted', async () => {
    const { projectId, organizationId } = place;
    await storeMany(services, projectId, 700);
    const { deletionId } = await deleteProject(as(services, bob), { projectId });
    expect(await getDeletion(as(services, bob), { id: deletionId })).toMatchObject({
      kind: 'PROJECT',
      status: 'PENDING',
      requestedBy: bob.id,
    });
    await work(services);
    expect(await leftovers('= $1', projectId)).toBe(0);
    expect(await auditedActions(projectId)).toEqual(['project.delete', 'project.remove']);
    const receipt = {
      kind: 'PROJECT',
      status: 'SUCCEEDED',
      projectId,
      organizationId,
      total: 700,
      removed: 700,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    expect(await getDeletion(as(services, ada), { id: deletionId })).toMatchObject(receipt);
    expect((await listDeletions(as(services, ada), { organizationId })).rows).toMatchObject([receipt]);
    await expect(listDeletions(as(services, ada), {})).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  it('during a bulk deletion takes it over, and both jobs end', async () => {
    const { projectId } = place;
    await storeMany(services, projectId, 1_200);
    const inner = await deleteMemoriesByFilter(as(services, bob), { projectId, userId: '*' });
    await deleteProject(as(services, bob), { projectId });
    const [memories, whole] = services.enqueued;
    await work({ ...services, enqueued: [whole, memories].filter((job) => job !== undefined) });
    expect(await leftovers('= $1', projectId)).toBe(0);
    expect(await auditedActions(projectId)).toEqual(['deletion.accept', 'project.delete', 'project.remove']);
    expect(await services.stores.deletions.find(inner.event.id)).toMatchObject({ status: 'CANCELLED', removed: 0 });
  });
});

describe('a removal whose attempts have all failed', () => {
  it('of a project or an organization is tried again later', async () => {
    const { projectId, organizationId } = place;
    await storeMany(services, projectId, 30);
    await deleteProject(as(services, bob), { projectId });
    await deleteOrganization(as(services, ada), { organizationId });
    // An operator renamed a table, or the disk was full.
    await services.database.query('ALTER TABLE feedback RENAME TO renamed');
    await expect(work(services)).rejects.toThrow('feedback');
    await services.database.query('ALTER TABLE renamed RENAME TO feedback');
    const [ofProject, ofOrganization] = services.enqueued;
    await failureHandlers.deleteProject?.(services, ofProject?.payload as JobPayloads['deleteProject']);
    await failureHandlers.deleteOrganization?.(services, ofOrganization?.payload as JobPayloads['deleteOrganization']);
    await work(services, 2);
    expect(await leftovers('= $1', projectId)).toBe(0);
    expect(await services.database.query('SELECT id FROM organizations WHERE id = $1', [organizationId])).toEqual([]);
  });
});

describe('deleting an organization', () => {
  it('hides it and its projects at once, and removes them all', async () => {
    const { organizationId } = place;
    const second = await project(services, organizationId, [[bob, 'OWNER']]);
    const other = await tenant(services, [[bob, 'OWNER']]);
    for (const id of [place.projectId, second, other.projectId]) await storeMany(services, id, 30);
    await expect(deleteOrganization(as(services, bob), { organizationId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(deleteOrganization(as(services, eve), { organizationId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const { deletionId } = await deleteOrganization(as(services, ada), { organizationId });
    await expect(getOrganization(as(services, ada), organizationId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(deleteProject(as(services, bob), { projectId: second })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(deleteOrganization(as(services, ada), { organizationId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await work(services);
    await work(services);
    expect(await leftovers('<> $1', other.projectId)).toBe(0);
    expect(await leftovers('= $1', other.projectId)).toBeGreaterThan(0);
    expect(await services.database.query('SELECT id FROM organizations WHERE id = $1', [organizationId])).toEqual([]);
    expect(await getDeletion(as(services, root), { id: deletionId })).toMatchObject({
      kind: 'ORGANIZATION',
      status: 'SUCCEEDED',
      total: 60,
      removed: 60,
    });
    await expect(getDeletion(as(services, eve), { id: deletionId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Deletion not found.',
    });
  });
});

describe('the audit trail', () => {
  it('lists deletions newest first, page by page, for OWNERs only', async () => {
    const { projectId } = place;
    for (const userId of ['a', 'b', 'c']) await deleteMemoriesByFilter(as(services, bob), { projectId, userId });
    const first = await listDeletions(as(services, bob), { projectId, first: 2 });
    expect(first.rows.map((row) => row.filter)).toEqual([{ user_id: 'c' }, { user_id: 'b' }]);
    expect(await first.total()).toBe(3);
    const rest = await listDeletions(as(services, bob), { projectId, first: 2, after: first.cursors[1] });
    expect(rest.rows.map((row) => row.filter)).toEqual([{ user_id: 'a' }]);
    await expect(listDeletions(as(services, eve), { projectId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const reader = await tenant(services, [[eve, 'READER']]);
    await expect(listDeletions(as(services, eve), { projectId: reader.projectId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
