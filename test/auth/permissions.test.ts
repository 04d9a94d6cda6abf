import { beforeAll, describe, expect, it } from 'vitest';
import { authorize, authorizeOrganization } from '../../src/auth/authorize.js';
import { anonymous, mcpScopes, type Caller } from '../../src/auth/caller.js';
import { permissions, toRefusal, type OrganizationAction, type ProjectAction } from '../../src/auth/permissions.js';
import type { AppContext } from '../../src/context.js';
import { DomainError } from '../../src/errors.js';
import {
  adminKey,
  as,
  people,
  project,
  signedIn,
  tenant,
  testServices,
  withKey,
  type TestServices,
} from '../helpers/context.js';

const actions = Object.keys(permissions) as (ProjectAction | OrganizationAction)[];
const isOrganizationAction = (action: ProjectAction | OrganizationAction): action is OrganizationAction =>
  action.startsWith('organization:') || action === 'project:create';

interface Place {
  readonly organizationId: string;
  readonly projectId: string;
}

async function attempt(
  ctx: AppContext,
  action: ProjectAction | OrganizationAction,
  place: Place,
): Promise<DomainError | null> {
  try {
    if (isOrganizationAction(action)) await authorizeOrganization(ctx, action, place.organizationId);
    else await authorize(ctx, action, place.projectId);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

let services: TestServices;
let place: Place;
let callers: Record<string, Caller>;

beforeAll(async () => {
  services = await testServices();
  const { root, ada, bob, eve } = await people(services);
  place = await tenant(services, [
    [ada, 'OWNER'],
    [bob, 'READER'],
  ]);
  const sibling = await project(services, place.organizationId, [[ada, 'OWNER']]);
  const elsewhere = await tenant(services, [[ada, 'OWNER']]);
  const chiefs = await tenant(services, [[eve, 'OWNER']]);
  callers = {
    anonymous,
    outsider: signedIn(eve),
    READER: signedIn(bob),
    OWNER: signedIn(ada),
    admin: signedIn(root),
    'admin key': adminKey,
    'read-only key of OWNER': withKey(ada, { readOnly: true }),
    'key of the project': withKey(ada, { projectId: place.projectId }),
    'key of a sibling project': withKey(ada, { projectId: sibling }),
    'key of another organization': withKey(ada, { projectId: elsewhere.projectId }),
    'admin with a key of another project': withKey(root, { projectId: chiefs.projectId }),
    'admin with a read-only key': withKey(root, { readOnly: true }),
  };
});

describe('permissions', () => {
  it('are these', () => {
    expect(
      Object.entries(permissions).map(([action, { role, writes }]) => `${action} ${role}${writes ? ' writes' : ''}`),
    ).toMatchInlineSnapshot(`
      [
        "project:read READER",
        "project:update OWNER writes",
        "project:delete OWNER writes",
        "project:member:read READER",
        "project:member:write OWNER writes",
        "project:invitation:read OWNER",
        "memory:read READER",
        "memory:write OWNER writes",
        "memory:delete OWNER writes",
        "deletion:read OWNER",
        "feedback:write OWNER writes",
        "export:write OWNER writes",
        "profile:write OWNER writes",
        "webhook:read OWNER",
        "webhook:write OWNER writes",
        "requestLog:read READER",
        "auditLog:read OWNER",
        "logStream:read OWNER",
        "logStream:write OWNER writes",
        "organization:read READER",
        "organization:update OWNER writes",
        "organization:delete OWNER writes",
        "organization:deletion:read OWNER",
        "organization:auditLog:read OWNER",
        "organization:logStream:read OWNER",
        "organization:logStream:write OWNER writes",
        "organization:member:read READER",
        "organization:member:write OWNER writes",
        "organization:invitation:read OWNER",
        "project:create OWNER writes",
      ]
    `);
  });

  it('name the refused action in the error', () => {
    const refusals = actions.map(toRefusal);
    expect(new Set(refusals).size).toBe(refusals.length);
    expect(refusals).toMatchInlineSnapshot(`
      [
        "You may not view this project.",
        "You do not have permission to modify this project.",
        "You do not have permission to delete this project.",
        "You may not view the members of this project.",
        "You do not have permission to modify the members of this project.",
        "You do not have permission to read the invitations to this project.",
        "You may not read the memories of this project.",
        "You do not have permission to change the memories of this project.",
        "You do not have permission to delete the memories of this project.",
        "You do not have permission to read the deletions of this project.",
        "You do not have permission to give feedback in this project.",
        "You do not have permission to export the memories of this project.",
        "You do not have permission to generate profiles in this project.",
        "You do not have permission to view the webhooks of this project.",
        "You do not have permission to change the webhooks of this project.",
        "You may not read the request log of this project.",
        "You do not have permission to read the audit log of this project.",
        "You do not have permission to view the log streams of this project.",
        "You do not have permission to change the log streams of this project.",
        "You may not view this organization.",
        "You do not have permission to modify this organization.",
        "You do not have permission to delete this organization.",
        "You do not have permission to read the deletions of this organization.",
        "You do not have permission to read the audit log of this organization.",
        "You do not have permission to view the log streams of this organization.",
        "You do not have permission to change the log streams of this organization.",
        "You may not view the members of this organization.",
        "You do not have permission to modify the members of this organization.",
        "You do not have permission to read the invitations to this organization.",
        "You do not have permission to create projects in this organization.",
      ]
    `);
  });

  it('give each kind of caller these rights', async () => {
    const table: string[] = [];
    for (const [name, caller] of Object.entries(callers)) {
      const answers = await Promise.all(
        actions.map(async (action) => (await attempt(as(services, caller), action, place))?.status ?? 'ok'),
      );
      table.push(`${name}: ${answers.join(' ')}`);
    }
    expect([`(${actions.join(' ')})`, ...table]).toMatchInlineSnapshot(`
      [
        "(project:read project:update project:delete project:member:read project:member:write project:invitation:read memory:read memory:write memory:delete deletion:read feedback:write export:write profile:write webhook:read webhook:write requestLog:read auditLog:read logStream:read logStream:write organization:read organization:update organization:delete organization:deletion:read organization:auditLog:read organization:logStream:read organization:logStream:write organization:member:read organization:member:write organization:invitation:read project:create)",
        "anonymous: 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401",
        "outsider: 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404",
        "READER: ok 403 403 ok 403 403 ok 403 403 403 403 403 403 403 403 ok 403 403 403 ok 403 403 403 403 403 403 403 403 403 403",
        "OWNER: ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok 403 403 403 403 403 403 403 403 403 403",
        "admin: ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok",
        "admin key: ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok",
        "read-only key of OWNER: ok 403 403 ok 403 ok ok 403 403 ok 403 403 403 ok 403 ok ok ok 403 ok 403 403 403 403 403 403 403 403 403 403",
        "key of the project: ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok 403 403 403 403 403 403 403 403 403 403",
        "key of a sibling project: 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 ok 403 403 403 403 403 403 403 403 403 403",
        "key of another organization: 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404",
        "admin with a key of another project: 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404",
        "admin with a read-only key: ok 403 403 ok 403 ok ok 403 403 ok 403 403 403 ok 403 ok ok ok 403 ok 403 403 ok ok ok 403 ok 403 ok 403",
      ]
    `);
  });

  it('give members of the organization these rights', async () => {
    const fresh = await testServices();
    const { ada, bob } = await people(fresh);
    const where = await tenant(
      fresh,
      [],
      [
        [ada, 'OWNER'],
        [bob, 'READER'],
      ],
    );
    const row = async (caller: Caller): Promise<string> =>
      (
        await Promise.all(
          actions.map(async (action) => (await attempt(as(fresh, caller), action, where))?.status ?? 'ok'),
        )
      ).join(' ');
    expect({
      OWNER: await row(signedIn(ada)),
      READER: await row(signedIn(bob)),
      readOnly: await row(withKey(ada, { readOnly: true })),
      bound: await row(withKey(ada, { projectId: where.projectId })),
      boundReadOnly: await row(withKey(ada, { projectId: where.projectId, readOnly: true })),
      app: await row(withKey(ada, { projectId: where.projectId, scopes: new Set(mcpScopes) })),
    }).toMatchInlineSnapshot(`
      {
        "OWNER": "ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok",
        "READER": "ok 403 403 ok 403 403 ok 403 403 403 403 403 403 403 403 ok 403 403 403 ok 403 403 403 403 403 403 ok 403 403 403",
        "app": "ok 403 403 403 403 403 ok ok ok 403 403 403 403 403 403 403 403 403 403 ok 403 403 403 403 403 403 403 403 403 403",
        "bound": "ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok 403 403 403 403 403 403 403 403 403 403",
        "boundReadOnly": "ok 403 403 ok 403 ok ok 403 403 ok 403 403 403 ok 403 ok ok ok 403 ok 403 403 403 403 403 403 403 403 403 403",
        "readOnly": "ok 403 403 ok 403 ok ok 403 403 ok 403 403 403 ok 403 ok ok ok 403 ok 403 403 ok ok ok 403 ok 403 ok 403",
      }
    `);
  });

  it.each(actions)('do not reveal to an outsider of %s whether it exists', async (action) => {
    const fresh = await testServices();
    const { ada, eve } = await people(fresh);
    const real = await tenant(fresh, [[ada, 'OWNER']]);
    const ids = ['proj_nothing', 'no such thing', "'; --", '\u0000', 'x'.repeat(10_000), ''];
    const shown = async (where: Place): Promise<string> => {
      const { code, message, fields, status } = (await attempt(as(fresh, eve), action, where)) ?? {};
      return JSON.stringify({ code, message, fields, status });
    };
    const hidden = await shown(real);
    expect(hidden).toContain('404');
    for (const id of ids) expect(await shown({ organizationId: id, projectId: id })).toBe(hidden);
  });

  it('end with the project and with its organization', async () => {
    const fresh = await testServices();
    const { ada } = await people(fresh);
    const where = await tenant(fresh, [[ada, 'OWNER']], [[ada, 'OWNER']]);
    await fresh.database.query('UPDATE organizations SET deleted_at = now() WHERE id = $1', [where.organizationId]);
    for (const action of actions) expect((await attempt(as(fresh, ada), action, where))?.status).toBe(404);
    for (const action of actions) expect((await attempt(as(fresh, adminKey), action, where))?.status).toBe(404);
  });

  it('are looked up in one statement, once per request', async () => {
    const fresh = await testServices();
    const { ada } = await people(fresh);
    const where = await tenant(fresh, [[ada, 'OWNER']]);
    const ctx = as(fresh, ada);
    let statements = 0;
    const stop = fresh.database.onQuery(() => (statements += 1));
    await authorize(ctx, 'memory:read', where.projectId);
    await authorize(ctx, 'memory:write', where.projectId);
    stop();
    expect(statements).toBe(1);
  });
});
