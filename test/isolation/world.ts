import { randomBytes } from 'node:crypto';
import type { CallerUser } from '../../src/auth/caller.js';
import { beginSession, endSession } from '../../src/auth/sessions.js';
import { loadConfig } from '../../src/config.js';
import type { Services } from '../../src/context.js';
import { transact } from '../../src/unit-of-work/transact.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, project, tenant } from '../helpers/context.js';
import { connectApp, signIn } from '../mcp/oauth-client.js';
import { freeze } from './frozen.js';
import { absentIds, type Caller, type Ids, type Target } from './ids.js';
import { settleShared, settleTenant, type Place } from './settle-tenant.js';

/** Two tenants with one object of each kind, and every kind of caller. */
export interface IsolationWorld {
  readonly test: TestApp;
  readonly keys: Readonly<Record<Caller, string | null>>;
  /** Access tokens of sessions. Some objects are visible to sessions only. */
  readonly sessions: Readonly<Record<'owner' | 'foreignOwner', string>>;
  readonly ids: Readonly<Record<Target, Ids>>;
  /** A text in every object of tenant A, another one for tenant B; neither occurs elsewhere. The name of A starts with `Org-`. */
  readonly canaries: Readonly<Record<'own' | 'foreign', string>>;
  /** Restores the database to its initial state. */
  restore(): Promise<void>;
}

/** Starts the product with two tenants in it. */
export async function settleIsolation(): Promise<IsolationWorld> {
  // The documents of this test select everything.
  const { graphql } = loadConfig({});
  const test = await startTestApp({
    graphql: { ...graphql, maxComplexity: 1_000_000, maxTokens: 50_000, maxAliases: 5_000 },
  });
  const { services } = test.app;
  const [owner, reader, outsider, foreignOwner] = [
    await person(services, 'owner'),
    await person(services, 'reader'),
    await person(services, 'outsider'),
    await person(services, 'foreign-owner'),
  ];
  const canary = (): string => `canary${randomBytes(6).toString('hex')}`;
  const canaries = { own: canary(), foreign: canary() };
  const a = await tenant(services, [[reader, 'READER']], [[owner, 'OWNER']]);
  const b = await tenant(services, [], [[foreignOwner, 'OWNER']]);
  const [own, foreign] = [
    await settleTenant(test, { tenant: a, owner, text: canaries.own }),
    await settleTenant(test, { tenant: b, owner: foreignOwner, text: canaries.foreign }),
  ];
  const shared = await settleShared(test, { tenant: a, owner, text: canaries.own }, own);
  const sibling = await project(services, a.organizationId);
  const deleted = await settleDeleted(test, { tenant: a, owner, text: 'gone' }, own);
  const keys = {
    none: null,
    reader: await test.keyFor(reader),
    owner: await test.keyFor(owner),
    outsider: await test.keyFor(outsider),
    foreignOwner: await test.keyFor(foreignOwner),
    boundKey: await test.keyFor(owner, { projectId: a.projectId }),
    readOnlyKey: await test.keyFor(owner, { readOnly: true }),
    adminKey: test.admin.apiKey,
    siblingKey: await test.keyFor(owner, { projectId: sibling }),
    siblingReadOnly: await test.keyFor(owner, { projectId: sibling, readOnly: true }),
    siblingApp: (await connectApp(test, { projectId: sibling, session: await signIn(test, owner) })).access,
    ...(await settleSpentKeys(test, owner)),
    forgedKey: `m0sk_${'x'.repeat(43)}`,
    forgedToken: forgedToken(owner),
  };
  await idle(services);
  return {
    test,
    keys,
    sessions: { owner: await signIn(test, owner), foreignOwner: await signIn(test, foreignOwner) },
    canaries,
    ids: { own, shared, foreign, absent: absentIds, deleted },
    restore: await freeze(services.database),
  };
}

/** Creates objects of tenant A and deletes, revokes or removes them; the others use ids that never existed. */
async function settleDeleted(test: TestApp, place: Place, own: Ids): Promise<Ids> {
  const { services } = test.app;
  const { database } = services;
  const key = await test.keyFor(place.owner);
  const { rest } = test.as(key);
  const organization = await tenant(services, [], [[place.owner, 'OWNER']]);
  const gone = await project(services, place.tenant.organizationId, []);
  const victim = await person(services, 'removed');
  const add = { messages: [{ role: 'user', content: 'Soon gone' }], user_id: own.entity, infer: false };
  const added = await rest<{ results: { id: string }[] }>('POST', '/v3/memories/add/', add);
  const memory = String(added.body.results[0]?.id);
  await rest('DELETE', `/v1/memories/${memory}/`);
  const hook = { name: 'gone', url: 'https://gone.invalid/x', event_types: ['memory_update'] };
  const made = await rest<{ webhook_id: string }>('POST', `/api/v1/webhooks/projects/${own.project}/`, hook);
  await rest('DELETE', `/api/v1/webhooks/${made.body.webhook_id}/`);
  const spare = await rest<{ id: string }>('POST', '/api-keys', { label: 'gone' });
  await rest('DELETE', `/api-keys/${spare.body.id}`);
  await database.query('UPDATE organizations SET deleted_at = now() WHERE id = $1', [organization.organizationId]);
  await database.query('UPDATE projects SET deleted_at = now() WHERE id = ANY ($1)', [[gone, organization.projectId]]);
  await database.query('DELETE FROM users WHERE id = $1', [victim.id]);
  return {
    ...absentIds,
    organization: organization.organizationId,
    project: gone,
    memory,
    webhook: made.body.webhook_id,
    apiKey: spare.body.id,
    user: victim.id,
    session: await settleEndedSession(test.app.services, place.owner),
    email: victim.email,
  };
}

async function settleEndedSession(services: Services, { id: userId }: CallerUser): Promise<string> {
  const now = services.now();
  return transact(services, async (unit) => {
    const { familyId } = await beginSession(unit, { userId, now });
    await endSession(unit, { userId, familyId }, { now });
    return familyId;
  });
}

async function settleSpentKeys(test: TestApp, owner: CallerUser): Promise<{ revoked: string; expired: string }> {
  const [revoked, expired] = [await test.keyFor(owner), await test.keyFor(owner)];
  const { database } = test.app.services;
  const spend = (column: string, key: string) =>
    database.query(`UPDATE api_keys SET ${column} = now() - interval '1 day' WHERE key_digest = sha256($1::bytea)`, [
      Buffer.from(key),
    ]);
  await spend('revoked_at', revoked);
  await spend('expires_at', expired);
  return { revoked, expired };
}

/** Creates a session token of this user with a wrong signature. */
function forgedToken({ id }: CallerUser): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: id, sid: id, type: 'access', exp: Math.floor(Date.now() / 1000) + 3600 };
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${randomBytes(32).toString('base64url')}`;
}
