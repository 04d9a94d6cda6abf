import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { bearer, flatClient, jobsDone, type FlatCall, type PairBody } from './flat-client.js';

let test: TestApp;
let call: FlatCall;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
afterEach(() => jobsDone(test.app));
beforeEach(async () => {
  await test.app.services.requestLogs.flush();
  await test.reset();
  call = flatClient(test.app, { 'x-api-key': test.admin.apiKey });
});

async function store(memory: string, owners: Record<string, string>): Promise<void> {
  await call('POST /memories', { messages: [{ role: 'user', content: memory }], infer: false, ...owners });
}

describe('1.7 /entities', () => {
  it('GET answers a bare list by type and id, each with its memories; apps only when asked', async () => {
    await store('one', { user_id: 'zoe', agent_id: 'bot' });
    await store('two', { user_id: 'ada', run_id: 'r1', app_id: 'mail' });
    await store('three', { user_id: 'ada' });
    const { status, body } = await call<Record<string, unknown>[]>('GET /entities');
    expect(status).toBe(200);
    expect(body.map(({ type, id, total_memories }) => [type, id, total_memories])).toEqual([
      ['agent', 'bot', 1],
      ['run', 'r1', 1],
      ['user', 'ada', 2],
      ['user', 'zoe', 1],
    ]);
    expect(Object.keys(body[0] ?? {})).toEqual(['id', 'type', 'total_memories', 'created_at', 'updated_at']);
    expect(
      (await call<Record<string, unknown>[]>('GET /entities?include_app=true')).body.map(({ type }) => type),
    ).toContain('app');
  });

  it('DELETE deletes every memory that carries the id, and succeeds where there was none', async () => {
    await store('one', { user_id: 'ada', agent_id: 'bot' });
    await store('two', { user_id: 'bob' });
    for (const id of ['ada', 'nobody'])
      expect(await call(`DELETE /entities/user/${id}`)).toMatchObject({
        status: 200,
        body: { message: 'Entity deleted' },
      });
    expect((await call<Record<string, unknown>[]>('GET /entities')).body.map(({ id }) => id)).toEqual(['bob']);
  });

  it('DELETE answers 422 for an unknown type, 400 for an id with blanks', async () => {
    expect(await call('DELETE /entities/planet/mars')).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'enum', loc: ['path', 'entity_type'] }] },
    });
    expect((await call('DELETE /entities/user/a%20b')).status).toBe(400);
  });
});

describe('1.6 GET /requests', () => {
  const flush = () => test.app.services.requestLogs.flush();
  const paths = (answer: { body: Record<string, unknown>[] }) =>
    answer.body.map(({ method, path }) => `${String(method)} ${String(path)}`);

  async function traffic(): Promise<void> {
    const { body } = await flatClient(test.app)<PairBody>('POST /auth/login', {
      email: test.admin.email,
      password: test.admin.password,
    });
    await flatClient(test.app)('GET /auth/me', undefined, bearer(body));
    await flatClient(test.app)('GET /entities');
    await flatClient(test.app)('GET /auth/me', undefined, { 'x-api-key': `m0sk_${'x'.repeat(43)}` });
    await call('GET /entities?secret=1');
    await flush();
  }

  it('shows calls with keys, newest first, wrong keys too; the path without its query', async () => {
    await traffic();
    const answer = await call<Record<string, unknown>[]>('GET /requests');
    expect(answer.status).toBe(200);
    expect(paths(answer)).toEqual(['GET /entities', 'GET /auth/me']);
    expect(answer.body[0]).toMatchObject({
      id: expect.any(String),
      method: 'GET',
      path: '/entities',
      status_code: 200,
      latency_ms: expect.any(Number),
      auth_type: 'api_key',
      created_at: expect.stringMatching(/Z$/),
    });
    expect(answer.body[1]).toMatchObject({ status_code: 401, auth_type: 'api_key' });
  });

  it('shows the other modes when asked, by all and by name', async () => {
    await traffic();
    const modes = async (auth: string) =>
      (await call<Record<string, unknown>[]>(`GET /requests?auth=${auth}&path=/auth`)).body.map(
        ({ auth_type }) => auth_type,
      );
    expect(await modes('all')).toEqual(['api_key', 'bearer', 'none']);
    expect(await modes('bearer,none')).toEqual(['bearer', 'none']);
    expect((await call('GET /requests?auth=magic')).status).toBe(400);
  });

  it('goes on by cursor, filters by status, and takes 1 to 200', async () => {
    for (let n = 0; n < 5; n += 1) await call(`GET /memories/unknown-${n}`);
    await call('GET /entities');
    await flush();
    const first = await call<Record<string, unknown>[]>('GET /requests?limit=2&status_class=4');
    expect(paths(first)).toEqual(['GET /memories/unknown-4', 'GET /memories/unknown-3']);
    const second = await call<Record<string, unknown>[]>(
      `GET /requests?limit=200&status_class=4&cursor=${String(first.headers['x-next-cursor'])}`,
    );
    expect(paths(second)).toEqual(['GET /memories/unknown-2', 'GET /memories/unknown-1', 'GET /memories/unknown-0']);
    expect(second.headers['x-next-cursor']).toBeUndefined();
    for (const limit of ['0', '201', 'x']) expect((await call(`GET /requests?limit=${limit}`)).status).toBe(422);
  });
});
