import { beforeEach, describe, expect, it } from 'vitest';
import { anonymous, type CallerUser } from '../../src/auth/caller.js';
import { createOrganization } from '../../src/resolvers/organization/create-organization.js';
import { getOrganization, organizationsByIds } from '../../src/resolvers/organization/get-organization.js';
import { updateOrganization } from '../../src/resolvers/organization/update-organization.js';
import { listOrganizations } from '../../src/resolvers/organization/list-organizations.js';
import {
  adminKey,
  as,
  defaultTenant,
  people,
  tenant,
  testServices,
  withKey,
  type People,
  type TestServices,
} from '../helpers/context.js';

let services: TestServices;
let cast: People;

beforeEach(async () => {
  services = await testServices();
  cast = await people(services);
});

describe('listOrganizations', () => {
  it('shows those of a member, those with a project of theirs inside, and no others', async () => {
    const through = await tenant(services, [[cast.ada, 'READER']]);
    const own = await tenant(services, [], [[cast.ada, 'OWNER']]);
    await tenant(services, [[cast.bob, 'OWNER']], [[cast.bob, 'OWNER']]);
    const page = await listOrganizations(as(services, cast.ada), {});
    const roles = new Map(page.rows.map(({ id, role }) => [id, role]));
    expect(roles).toEqual(
      new Map([
        [through.organizationId, 'READER'],
        [own.organizationId, 'OWNER'],
      ]),
    );
    expect(await page.total()).toBe(2);
  });

  it('shows all of them to admins', async () => {
    await tenant(services);
    for (const who of [cast.root, adminKey])
      expect(await (await listOrganizations(as(services, who), {})).total()).toBe(2);
  });

  it('shows a restricted key only its own organization, even for an admin, and none after its owner left', async () => {
    const { organizationId, projectId } = await tenant(services, [[cast.ada, 'OWNER']]);
    await tenant(services, [[cast.ada, 'OWNER']]);
    for (const owner of [cast.ada, cast.root]) {
      const { rows } = await listOrganizations(as(services, withKey(owner, { projectId })), {});
      expect(rows.map(({ id }) => id)).toEqual([organizationId]);
    }
    expect((await listOrganizations(as(services, withKey(cast.eve, { projectId })), {})).rows).toEqual([]);
  });

  it('gives pages forward and backward that make up the whole list', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five'])
      await createOrganization(as(services, cast.ada), { name });
    const ctx = as(services, cast.ada);
    const all = (await listOrganizations(ctx, {})).rows.map(({ id }) => id);
    const first = await listOrganizations(ctx, { first: 2 });
    const rest = await listOrganizations(ctx, { first: 3, after: first.cursors[1] });
    expect([...first.rows, ...rest.rows].map(({ id }) => id)).toEqual(all);
    expect([first.hasNextPage, rest.hasNextPage, rest.hasPreviousPage]).toEqual([true, false, true]);
    const back = await listOrganizations(ctx, { last: 2, before: rest.cursors[0] });
    expect(back.rows.map(({ id }) => id)).toEqual(all.slice(0, 2));
  });

  it.each([
    ['garbage', 'garbage'],
    ['a cursor of another list', Buffer.from('[1]').toString('base64url')],
    ['no date', Buffer.from('["x","y"]').toString('base64url')],
    ['NUL', Buffer.from('["2026-01-01T00:00:00.000Z","a\\u0000"]').toString('base64url')],
  ])('refuses a cursor that is %s', async (_what, after) => {
    await expect(listOrganizations(as(services, cast.ada), { after })).rejects.toMatchObject({
      status: 400,
      fields: { after: ['`after` must be a cursor of this list.'] },
    });
  });
});

describe('getOrganization and organizationsByIds', () => {
  it('show what the caller may see, with the role in it', async () => {
    const { organizationId } = await tenant(services, [[cast.ada, 'OWNER']], [[cast.bob, 'OWNER']]);
    const other = await tenant(services);
    expect(await getOrganization(as(services, cast.bob), organizationId)).toMatchObject({
      id: organizationId,
      name: 'Lighthouse',
      role: 'OWNER',
    });
    expect((await getOrganization(as(services, cast.ada), organizationId)).role).toBe('READER');
    const found = await organizationsByIds(as(services, cast.ada), [
      organizationId,
      other.organizationId,
      'org_none',
      '\u0000',
    ]);
    expect([...found.keys()]).toEqual([organizationId]);
    await expect(getOrganization(as(services, cast.eve), organizationId)).rejects.toMatchObject({ status: 404 });
  });
});

describe('createOrganization', () => {
  it('makes its creator the OWNER', async () => {
    const created = await createOrganization(as(services, cast.eve), { name: '  Harbour  ' });
    expect(created).toMatchObject({ name: 'Harbour', isDefault: false, role: 'OWNER' });
    expect(await getOrganization(as(services, cast.eve), created.id)).toEqual(created);
    expect(services.bus.told).toEqual([{ topic: 'credentialChanged', message: { userId: cast.eve.id } }]);
  });

  it('leaves no member when the admin key acts for no user', async () => {
    const { id } = await createOrganization(as(services, adminKey), { name: 'Harbour' });
    expect(
      await services.database.query('SELECT user_id FROM organization_members WHERE organization_id = $1', [id]),
    ).toEqual([]);
  });

  it('is closed to anonymous callers, read-only keys and bound keys', async () => {
    const { projectId } = await defaultTenant(services);
    const attempt = (who: Parameters<typeof as>[1]) => createOrganization(as(services, who), { name: 'x' });
    await expect(attempt(anonymous)).rejects.toMatchObject({ status: 401 });
    await expect(attempt(withKey(cast.ada, { readOnly: true }))).rejects.toMatchObject({ status: 403 });
    await expect(attempt(withKey(cast.ada, { projectId }))).rejects.toMatchObject({ status: 403 });
  });

  it.each(['', '  ', 'x'.repeat(256), 'a\u0000b', 'a\nb', '\ud800'])('refuses the name %j', async (name) => {
    const refused = createOrganization(as(services, cast.ada), { name });
    await expect(refused).rejects.toMatchObject({ status: 400, fields: { name: [expect.any(String)] } });
  });
});

describe('updateOrganization', () => {
  it('records the name that each of several changes at the same time replaced', async () => {
    const { organizationId } = await tenant(services, [], [[cast.ada, 'OWNER']]);
    const names = ['Lamps', 'Lights', 'Bulbs', 'Suns'];
    await Promise.all(names.map((name) => updateOrganization(as(services, cast.ada), { organizationId, name })));
    const rows = await services.database.query<{ changes: string }>(
      "SELECT changes FROM audit_logs WHERE action = 'organization.update' AND target_id = $1",
      [organizationId],
    );
    const replaced = rows.map(({ changes }) => (JSON.parse(changes) as { name: [string, string] }).name[0]);
    expect(new Set(replaced).size).toBe(names.length);
  });

  it('renames an organization for its OWNERs, with a row in the audit log', async () => {
    const { organizationId } = await tenant(services, [], [[cast.ada, 'OWNER']]);
    const renamed = await updateOrganization(as(services, cast.ada), { organizationId, name: ' Lamps ' });
    expect(renamed).toMatchObject({ id: organizationId, name: 'Lamps' });
    expect(await getOrganization(as(services, cast.ada), organizationId)).toMatchObject({ name: 'Lamps' });
    const rows = await services.database.query<{ action: string; changes: string }>(
      "SELECT action, changes FROM audit_logs WHERE organization_id = $1 AND action = 'organization.update'",
      [organizationId],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.parse(rows[0]?.changes ?? '')).toMatchObject({ name: [expect.any(String), 'Lamps'] });
  });

  it('refuses a blank name, other members, bound keys and strangers', async () => {
    const { organizationId, projectId } = await tenant(
      services,
      [[cast.ada, 'OWNER']],
      [
        [cast.ada, 'OWNER'],
        [cast.bob, 'READER'],
      ],
    );
    const rename = (who: CallerUser, name: string) => updateOrganization(as(services, who), { organizationId, name });
    await expect(rename(cast.ada, ' ')).rejects.toMatchObject({ fields: { name: [expect.any(String)] } });
    await expect(rename(cast.bob, 'Lamps')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(rename(cast.eve, 'Lamps')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const bound = as(services, withKey(cast.ada, { projectId }));
    await expect(updateOrganization(bound, { organizationId, name: 'Lamps' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
