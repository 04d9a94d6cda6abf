import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { people } from '../helpers/context.js';
import { flatClient, jobsDone, type FlatCall } from './flat-client.js';
import { storeMemory, type Results } from './stored-memories.js';

let test: TestApp;
let call: FlatCall;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
afterEach(() => jobsDone(test.app));
beforeEach(async () => {
  await test.reset();
  call = flatClient(test.app, { 'x-api-key': test.admin.apiKey });
});

const store = (memory: string, extra?: Record<string, unknown>) => storeMemory(call, memory, extra);

describe('1.9 POST /memories', () => {
  it('infer=false stores each message that is not from the system, as it stands', async () => {
    const messages = [
      { role: 'system', content: 'You are helpful' },
      { role: 'user', content: 'I hike on weekends', name: 'dropped' },
      { role: 'assistant', content: 'Noted' },
    ];
    const { status, body } = await call<Results>('POST /memories', { messages, user_id: ' ada ', infer: false });
    expect(status).toBe(200);
    expect(body.results).toEqual([
      { id: expect.any(String), memory: 'I hike on weekends', event: 'ADD', actor_id: null, role: 'user' },
      { id: expect.any(String), memory: 'Noted', event: 'ADD', actor_id: null, role: 'assistant' },
    ]);
    expect((await call<Results>('GET /memories?user_id=ada')).body.results).toHaveLength(2);
  });

  it('infer=true waits for the extraction', async () => {
    const { status, body } = await call<Results>('POST /memories', {
      messages: [{ role: 'user', content: 'I live in Lisbon and I love hiking.' }],
      user_id: 'ada',
    });
    expect(status).toBe(200);
    expect(body.results.length).toBeGreaterThan(0);
    expect(Object.keys(body.results[0] ?? {}).sort()).toEqual(['event', 'id', 'memory']);
    const listed = await call<Results>('GET /memories?user_id=ada');
    expect(listed.body.results.map(({ id }) => id)).toEqual(expect.arrayContaining(body.results.map(({ id }) => id)));
  });

  it('answers an empty list when there is nothing to remember', async () => {
    for (const messages of [[], [{ role: 'user', content: '  ' }]]) {
      expect(await call('POST /memories', { messages, user_id: 'ada' })).toMatchObject({
        status: 200,
        body: { results: [] },
      });
    }
  });

  it('answers 400 without an id, with blanks in it, for a bad date and an unknown type', async () => {
    const messages = [{ role: 'user', content: 'x' }];
    for (const wrong of [
      {},
      { user_id: '' },
      { user_id: 'a b' },
      { user_id: 'ada', expiration_date: 'tomorrow' },
      { user_id: 'ada', memory_type: 'core' },
    ]) {
      expect(await call('POST /memories', { messages, infer: false, ...wrong })).toMatchObject({
        status: 400,
        body: { detail: expect.any(String) },
      });
    }
    expect(
      (await call('POST /memories', { messages, agent_id: 'bot', infer: false, memory_type: 'procedural_memory' }))
        .status,
    ).toBe(200);
  });

  it('answers 422 with a list of faults for typed input', async () => {
    expect(await call('POST /memories', { user_id: 'ada' })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required', input: {} }] },
    });
    const parts = { messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }], user_id: 'ada' };
    expect(await call('POST /memories', parts)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'string_type', loc: ['body', 'messages', 0, 'content'] }] },
    });
  });

  it('drops owners out of metadata and dates a memory back', async () => {
    const { id } = await store('old news', {
      user_id: 'ada',
      metadata: { src: 'mail', user_id: 'eve', created_at: '2024-05-06T07:08:09Z' },
    });
    expect((await call(`GET /memories/${id}`)).body).toMatchObject({
      metadata: { src: 'mail' },
      user_id: 'ada',
      created_at: '2024-05-06T07:08:09.000Z',
    });
  });
});

describe('a server in New York', () => {
  const zone = process.env.TZ;
  beforeAll(() => void (process.env.TZ = 'America/New_York'));
  afterAll(() => void (zone === undefined ? delete process.env.TZ : (process.env.TZ = zone)));

  it('dates a memory back to a time without a zone as the field `timestamp` does, in UTC', async () => {
    const at = '2024-05-06T07:08:09';
    const { id } = await store('old news', { user_id: 'ada', metadata: { created_at: at } });
    const { id: other } = await store('other news', { user_id: 'ada', timestamp: at });
    for (const each of [id, other])
      expect((await call(`GET /memories/${each}`)).body).toMatchObject({ created_at: `${at}.000Z` });
  });
});

describe('1.9 GET /memories', () => {
  it('scoped: shows what is set alone, newest first, without scores', async () => {
    await store('first');
    await store('second', { user_id: 'ada', agent_id: 'bot', metadata: { src: 'x' }, expiration_date: '2999-01-01' });
    await store('of bob', { user_id: 'bob' });
    const { body } = await call<Results>('GET /memories?user_id=ada&agent_id=');
    expect(body.results.map(({ memory }) => memory)).toEqual(['second', 'first']);
    const [second, first] = body.results;
    expect(second).toMatchObject({
      user_id: 'ada',
      agent_id: 'bot',
      metadata: { src: 'x' },
      expiration_date: '2999-01-01',
      role: 'user',
    });
    expect(Object.keys(first ?? {}).sort()).toEqual([
      'created_at',
      'hash',
      'id',
      'memory',
      'metadata',
      'role',
      'updated_at',
      'user_id',
    ]);
    expect(first?.metadata).toBeNull();
    expect((await call<Results>('GET /memories?user_id=ada&agent_id=bot')).body.results).toHaveLength(1);
  });

  it('scoped: 20 unless top_k says otherwise, which goes from 0 to 1000', async () => {
    const messages = Array.from({ length: 25 }, (_, n) => ({ role: 'user', content: `memory ${n}` }));
    await call('POST /memories', { messages, user_id: 'ada', infer: false });
    const count = async (query: string) =>
      (await call<Results>(`GET /memories?user_id=ada${query}`)).body.results.length;
    expect([await count(''), await count('&top_k=0'), await count('&top_k=22'), await count('&top_k=1000')]).toEqual([
      20, 0, 22, 25,
    ]);
    for (const wrong of ['-1', '1001', 'many', '1.5']) {
      expect(await call(`GET /memories?user_id=ada&top_k=${wrong}`)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'top_k'] }] },
      });
    }
  });

  it('is paged by number when asked to be', async () => {
    const messages = Array.from({ length: 5 }, (_, n) => ({ role: 'user', content: `memory ${n}` }));
    await call('POST /memories', { messages, user_id: 'ada', infer: false });
    const pages = await Promise.all(
      [1, 2, 3].map((page) => call<Results & { total: number }>(`GET /memories?user_id=ada&page=${page}&page_size=2`)),
    );
    expect(pages.map(({ body }) => body.results.length)).toEqual([2, 2, 1]);
    expect(pages[0]?.body).toMatchObject({ total: 5, page: 1, page_size: 2 });
    expect(new Set(pages.flatMap(({ body }) => body.results.map(({ id }) => id))).size).toBe(5);
  });

  it('scoped: leaves expired memories out unless they are asked for; an id with blanks is 400', async () => {
    await store('gone', { user_id: 'ada', expiration_date: '2020-01-01' });
    expect((await call<Results>('GET /memories?user_id=ada')).body.results).toEqual([]);
    expect((await call<Results>('GET /memories?user_id=ada&show_expired=true')).body.results).toHaveLength(1);
    expect((await call('GET /memories?user_id=a%20b')).status).toBe(400);
  });

  it('unscoped: shows admins everything, expired too, with every field; others 403', async () => {
    await store('kept', { agent_id: 'bot' });
    await store('gone', { user_id: 'ada', expiration_date: '2020-01-01' });
    const { body } = await call<Results>('GET /memories?top_k=1000');
    expect(body.results.map(({ memory }) => memory)).toEqual(['gone', 'kept']);
    expect(body.results[1]).toEqual({
      id: expect.any(String),
      memory: 'kept',
      user_id: null,
      agent_id: 'bot',
      run_id: null,
      app_id: null,
      hash: expect.any(String),
      expiration_date: null,
      metadata: {},
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const { ada } = await people(test.app.services);
    expect(await flatClient(test.app, { 'x-api-key': await test.keyFor(ada) })('GET /memories')).toMatchObject({
      status: 403,
      body: { detail: 'Admin role required.' },
    });
  });
});

describe('1.9 /memories/{id}', () => {
  it('GET answers the memory with score null; 404 for unknown and malformed ids', async () => {
    const { id } = await store('hello');
    expect(await call(`GET /memories/${id}`)).toMatchObject({
      status: 200,
      body: { id, memory: 'hello', user_id: 'ada', score: null },
    });
    for (const unknown of [randomUUID(), 'not-an-id', '%00']) {
      for (const method of ['GET', 'DELETE'])
        expect(await call(`${method} /memories/${unknown}`)).toMatchObject({
          status: 404,
          body: { detail: expect.stringContaining('Memory not found') },
        });
      expect((await call(`PUT /memories/${unknown}`, { text: 'x' })).status).toBe(404);
    }
  });

  it('PUT changes text, merges metadata, sets and clears the day of expiry', async () => {
    const { id } = await store('hello', { user_id: 'ada', metadata: { a: 1 } });
    expect(
      await call(`PUT /memories/${id}`, {
        text: 'changed',
        metadata: { b: 2, user_id: 'eve' },
        expiration_date: '2999-01-01',
      }),
    ).toMatchObject({ status: 200, body: { message: 'Memory updated successfully!' } });
    expect((await call(`GET /memories/${id}`)).body).toMatchObject({
      memory: 'changed',
      metadata: { a: 1, b: 2 },
      user_id: 'ada',
      expiration_date: '2999-01-01',
    });
    await call(`PUT /memories/${id}`, { expiration_date: null });
    expect((await call(`GET /memories/${id}`)).body).not.toHaveProperty('expiration_date');
  });

  it('PUT answers 400 for nothing and a bad date, 422 for other types', async () => {
    const { id } = await store('hello');
    expect((await call(`PUT /memories/${id}`, {})).status).toBe(400);
    expect((await call(`PUT /memories/${id}`, { text: null, metadata: null })).status).toBe(400);
    expect((await call(`PUT /memories/${id}`, { expiration_date: 'soon' })).status).toBe(400);
    expect((await call(`PUT /memories/${id}`, { text: 5 })).status).toBe(422);
  });

  it('history: oldest first, outlives the memory, empty for an unknown id, 404 for a malformed one', async () => {
    const { id } = await store('hello');
    await call(`PUT /memories/${id}`, { text: 'changed' });
    expect(await call(`DELETE /memories/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'Memory deleted successfully' },
    });
    const { status, body } = await call<Record<string, unknown>[]>(`GET /memories/${id}/history`);
    expect(status).toBe(200);
    expect(
      body.map(({ event, old_memory, new_memory, is_deleted }) => [event, old_memory, new_memory, is_deleted]),
    ).toEqual([
      ['ADD', null, 'hello', false],
      ['UPDATE', 'hello', 'changed', false],
      ['DELETE', 'changed', null, true],
    ]);
    expect(body[0]).toMatchObject({ memory_id: id, updated_at: null, actor_id: null, role: null });
    expect(new Set(body.map(({ created_at }) => created_at)).size).toBe(1);
    expect(await call(`GET /memories/${randomUUID()}/history`)).toMatchObject({ status: 200, body: [] });
    expect((await call('GET /memories/not-an-id/history')).status).toBe(404);
  });

  it('hides the memories of others: byte for byte like a made-up id', async () => {
    const { id } = await store('secret');
    const { eve } = await people(test.app.services);
    const outsider = flatClient(test.app, { 'x-api-key': await test.keyFor(eve) });
    for (const method of ['GET', 'DELETE']) {
      const [hidden, missing] = [
        await outsider(`${method} /memories/${id}`),
        await outsider(`${method} /memories/${randomUUID()}`),
      ];
      expect([hidden.status, hidden.body]).toEqual([404, missing.body]);
    }
  });
});
