import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { person } from '../helpers/context.js';

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

const ERASE = `mutation ($input: EraseSubjectInput!, $idempotencyKey: String) {
  eraseSubject(input: $input, idempotencyKey: $idempotencyKey) {
    __typename
    ... on EraseSubjectPayload { receipt { projectId project { id } entityType erasedAt stores { store rows } } }
    ... on Error { code message }
  }
}`;

interface Receipt {
  readonly projectId: string;
  readonly project: { readonly id: string };
  readonly entityType: string;
  readonly erasedAt: string;
  readonly stores: readonly { readonly store: string; readonly rows: number }[];
}

interface Erased {
  readonly data: {
    readonly eraseSubject: {
      readonly __typename: string;
      readonly code?: string;
      readonly receipt?: Receipt;
    };
  };
}

const rosa = () => ({ projectId: test.admin.projectId, type: 'USER', name: 'rosa' });

const erase = async (input: object, { client = admin, idempotencyKey = null as string | null } = {}) =>
  (await client.rest<Erased>('POST', '/graphql', { query: ERASE, variables: { input, idempotencyKey } })).body.data
    .eraseSubject;

async function remember(user: string, content: string): Promise<string> {
  const { body } = await admin.rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content }],
    user_id: user,
    infer: false,
  });
  return body.results[0].id;
}

const countMemories = async () =>
  (await test.app.services.database.query<{ n: number }>('SELECT count(*) AS n FROM memories'))[0]?.n;

describe('eraseSubject', () => {
  it('erases every row about an entity and returns the number of rows in each store', async () => {
    await remember('rosa', 'I collect stamps');
    const deleted = await remember('rosa', 'I like stamps');
    await admin.rest('DELETE', `/v1/memories/${deleted}/`);
    const other = await remember('otto', 'I like tea');
    const { __typename, receipt } = await erase(rosa());
    expect(__typename).toBe('EraseSubjectPayload');
    expect(receipt).toEqual({
      projectId: test.admin.projectId,
      project: { id: test.admin.projectId },
      entityType: 'USER',
      erasedAt: expect.stringMatching(/^\d{4}-/),
      stores: expect.any(Array),
    });
    const rows = Object.fromEntries(receipt?.stores.map(({ store, rows: count }) => [store, count]) ?? []);
    expect(rows).toMatchObject({ MEMORIES: 1, MEMORY_HISTORY: 3, EVENTS: 2, ENTITIES: 1, FEEDBACK: 0 });
    expect(Object.keys(rows)).toHaveLength(13);
    expect((await admin.rest('GET', `/v1/memories/${deleted}/history/`)).status).toBe(404);
    expect((await admin.rest('GET', `/v1/memories/${other}/`)).body).toMatchObject({ memory: 'I like tea' });
  });

  it('writes one row of the audit log, with counts and the caller, and without the name', async () => {
    await remember('rosa', 'I collect stamps');
    const { receipt } = await erase(rosa());
    const [entry, ...others] = await test.app.services.database.query<Record<string, unknown>>(
      `SELECT project_id, actor_type, actor_id, target_id, changes::text AS changes FROM audit_logs WHERE action = 'subject.erase'`,
    );
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      projectId: test.admin.projectId,
      actorType: 'API_KEY',
      actorId: expect.any(String),
      targetId: test.admin.projectId,
    });
    expect(entry?.changes).toContain('memory_history');
    expect(JSON.stringify([entry, receipt])).not.toContain('rosa');
  });

  it('runs once for an idempotency key', async () => {
    await remember('rosa', 'I collect stamps');
    const first = await erase(rosa(), { idempotencyKey: 'erase-rosa' });
    await remember('rosa', 'I like tea');
    expect(await erase(rosa(), { idempotencyKey: 'erase-rosa' })).toEqual(first);
    expect(await countMemories()).toBe(1);
    expect((await erase(rosa())).receipt?.stores).toContainEqual({ store: 'MEMORIES', rows: 1 });
  });

  it('is refused to callers who may not delete memories, and changes nothing then', async () => {
    await remember('rosa', 'I collect stamps');
    const { services } = test.app;
    const stranger = test.as(await test.keyFor(await person(services, 'eve')));
    expect(await erase(rosa(), { client: stranger })).toMatchObject({ code: 'NOT_FOUND' });
    const readOnly = test.as(await test.keyFor(await person(services, 'kay', 'admin'), { readOnly: true }));
    expect(await erase(rosa(), { client: readOnly })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await erase({ ...rosa(), name: ' ' })).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await countMemories()).toBe(1);
  });
});
