import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clean } from '../../src/jobs/housekeeping.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';

const email = 'canary-eve@example.com';
const name = 'Canary Eve';
const hourMs = 3_600_000;

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await test.reset();
  admin = test.as(test.admin.apiKey);
});
afterAll(() => test.close());

/** Names the tables in which a row contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const { database } = test.app.services;
  const tables = await database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname = 'public' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name: table } of tables) {
    const rows = await database.query(`SELECT 1 FROM ${table} t WHERE t::text ILIKE '%${text}%' LIMIT 1`);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

/** Invites eve, who accepts, signs in and creates an API key. @returns the id of her account */
async function join(): Promise<string> {
  const invite = { email, project_id: test.admin.projectId, role: 'READER' };
  // The second invitation replaces the first one.
  await admin.rest('POST', '/invitations', invite);
  const { body } = await admin.rest<{ token: string }>('POST', '/invitations', invite);
  const accepted = await test.as(null).rest<{ access_token: string }>('POST', '/auth/accept-invitation', {
    token: body.token,
    name,
    password: 'a long enough password',
  });
  const headers = { authorization: `Bearer ${accepted.body.access_token}` };
  const key = await test.app.inject({ method: 'POST', url: '/api-keys', headers, payload: { label: 'of eve' } });
  expect(key.statusCode).toBeLessThan(300);
  return (await test.app.inject({ method: 'GET', url: '/auth/me', headers })).json<{ id: string }>().id;
}

describe('removing the account of a user', () => {
  it('removes name and address from every store but the audit log, with sessions, keys and memberships', async () => {
    const id = await join();
    expect(await tablesWith(email)).toEqual(['audit_logs', 'invitations', 'users']);
    expect((await admin.rest('DELETE', `/users/${id}`)).status).toBeLessThan(300);
    expect(await tablesWith(email)).toEqual(['audit_logs']);
    expect(await tablesWith(name)).toEqual(['audit_logs']);
    expect(await tablesWith(id)).toEqual(expect.not.arrayContaining(['api_keys', 'project_members', 'users']));
  });

  it('writes one row of the audit log that names the account', async () => {
    const id = await join();
    await admin.rest('DELETE', `/users/${id}`);
    const rows = await test.app.services.database.query<{ action: string; changes: string }>(
      `SELECT action, changes::text AS changes FROM audit_logs WHERE target_id = $1 OR action LIKE 'user.%' ORDER BY id DESC`,
      [id],
    );
    expect(rows.filter(({ action }) => action === 'user.remove')).toHaveLength(1);
    expect(rows[0]).toMatchObject({ action: 'user.remove', changes: expect.stringContaining(email) });
  });
});

describe('the audit log of a project', () => {
  const ask = async (query: string) =>
    (await admin.rest<{ data: Record<string, { user: { id: string } }> }>('POST', '/graphql', { query })).body;
  const changes = async (place: string) =>
    (await ask(`{ auditLogs(${place}, first: 2) { nodes { action targetId projectId changes } } }`)).data['auditLogs'];

  it('has the membership that an admin created with a user, and its end with the user; webhooks receive both', async () => {
    const { projectId, orgId } = test.admin;
    const hook = `createWebhook(input: { projectId: "${projectId}", name: "hook", url: "https://hooks.example.com/", eventTypes: [MEMBER_ADDED, MEMBER_REMOVED] }) { __typename }`;
    expect(await ask(`mutation { ${hook} }`)).toEqual({
      data: { createWebhook: { __typename: 'CreateWebhookPayload' } },
    });
    const input = `{ name: "${name}", email: "${email}", projectId: "${projectId}", projectRole: OWNER }`;
    const created = await ask(`mutation { createUser(input: ${input}) { ... on CreateUserPayload { user { id } } } }`);
    const id = created.data['createUser']?.user.id;
    const added = { action: 'member.add', targetId: id, projectId, changes: { role: [null, 'OWNER'] } };
    expect(await changes(`projectId: "${projectId}"`)).toMatchObject({ nodes: [added, { action: 'webhook.create' }] });
    const joined = `addOrganizationMember(input: { organizationId: "${orgId}", email: "${email}", role: READER }) { __typename }`;
    expect(await ask(`mutation { ${joined} }`)).toMatchObject({
      data: { addOrganizationMember: { __typename: 'AddOrganizationMemberPayload' } },
    });
    expect((await admin.rest('DELETE', `/users/${id}`)).status).toBeLessThan(300);
    const removed = { action: 'member.remove', targetId: id, projectId, changes: { role: ['OWNER', null] } };
    expect(await changes(`projectId: "${projectId}"`)).toEqual({ nodes: [removed, added] });
    const ofOrganization = { ...removed, projectId: null, changes: { role: ['READER', null] } };
    expect(await changes(`organizationId: "${orgId}"`)).toEqual({ nodes: [ofOrganization, removed] });
    const types = await test.app.services.database.query<{ eventType: string }>(
      'SELECT event_type FROM webhook_deliveries ORDER BY id',
    );
    expect(types.map(({ eventType }) => eventType)).toEqual(['member.added', 'member.removed']);
  });
});

describe('an invitation that ended', () => {
  const send = async (address: string) =>
    (await admin.rest<{ id: string }>('POST', '/invitations', { email: address })).body.id;

  it('is removed within an hour, with its address', async () => {
    await admin.rest('DELETE', `/invitations/${await send('revoked@example.com')}`);
    await send('open@example.com');
    const { services } = test.app;
    await clean(services);
    const addresses = 'SELECT email FROM invitations ORDER BY email';
    expect(await services.database.query(addresses)).toEqual([{ email: 'open@example.com' }]);
    const [open] = await services.database.query<{ expiresAt: Date }>('SELECT expires_at FROM invitations');
    const later = new Date((open?.expiresAt.getTime() ?? 0) + hourMs);
    await clean({ ...services, now: () => later });
    expect(await services.database.query(addresses)).toEqual([]);
  });
});
