import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person } from '../helpers/context.js';
import { flatClient, jobsDone, type FlatCall } from '../self-hosted/flat-client.js';

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

type Item = Record<string, unknown> & { readonly id: string; readonly memory: string };
interface Results {
  readonly results: Item[];
}

async function store(texts: readonly string[], extra: Record<string, unknown> = { user_id: 'ada' }): Promise<Item[]> {
  const messages = texts.map((content) => ({ role: 'user', content }));
  const { status, body } = await call<Results>('POST /memories', { messages, infer: false, ...extra });
  expect(status).toBe(200);
  return body.results;
}
const texts = async (route: string, body?: unknown) =>
  (await call<Results>(route, body)).body.results.map(({ memory }) => memory);
const hour = 3_600_000;

describe('1.9 ids of owners', () => {
  it('are trimmed wherever they are given, blank ones are absent', async () => {
    await store(['tea'], { user_id: '  ada ', agent_id: '\tbot\n', run_id: '   ' });
    const [item] = (await call<Results>('GET /memories?user_id=%20ada%20&run_id=')).body.results;
    expect(item).toMatchObject({ memory: 'tea', user_id: 'ada', agent_id: 'bot' });
    expect(item).not.toHaveProperty('run_id');
    for (const filters of [{ user_id: ' ada ' }, { agent_id: 'bot ', user_id: 'ada' }])
      expect(await texts('POST /search', { query: 'tea', filters })).toEqual(['tea']);
    expect(await texts('POST /search', { query: 'tea', user_id: ' ada' })).toEqual(['tea']);
    expect((await call('DELETE /memories?agent_id=%20bot')).status).toBe(200);
    expect(await texts('GET /memories?user_id=ada')).toEqual([]);
  });

  it('are refused with 400 when there is a blank inside, wherever they are given', async () => {
    const messages = [{ role: 'user', content: 'x' }];
    for (const name of ['user_id', 'agent_id', 'run_id']) {
      const answers = [
        await call('POST /memories', { messages, infer: false, [name]: 'a b' }),
        await call(`GET /memories?${name}=a%20b`),
        await call(`DELETE /memories?${name}=a%09b`),
        await call('POST /search', { query: 'x', filters: { [name]: 'a b' } }),
        await call('POST /search', { query: 'x', [name]: 'a b', filters: { user_id: 'ada' } }),
        await call(`DELETE /entities/${name.replace('_id', '')}/a%20b`),
      ];
      for (const { status, body } of answers)
        expect([status, body]).toEqual([400, { detail: expect.stringMatching(/whitespace/) }]);
    }
  });

  it('narrow together', async () => {
    await store(['both'], { user_id: 'ada', run_id: 'r1' });
    await store(['one']);
    expect(await texts('GET /memories?user_id=ada&run_id=r1')).toEqual(['both']);
    expect(await texts('GET /memories?user_id=ada&agent_id=&run_id=')).toEqual(['one', 'both']);
    await call('DELETE /memories?user_id=ada&run_id=r1');
    expect(await texts('GET /memories')).toEqual(['one']);
  });
});

describe('1.9 POST /memories', () => {
  it('takes any role: what is not from a system or tool is stored, and answered with the role that it is stored with', async () => {
    const messages = ['system', 'tool', 'agent', 'human', 'user'].map((role) => ({ role, content: `said by ${role}` }));
    const { body } = await call<Results>('POST /memories', {
      messages: [{ role: 'system', content: 'said by agent' }, ...messages],
      user_id: 'ada',
      infer: false,
    });
    const answered = body.results.map(({ memory, role }) => [memory, role]);
    expect(answered).toEqual([
      ['said by agent', 'assistant'],
      ['said by human', 'user'],
      ['said by user', 'user'],
    ]);
    const { results } = (await call<Results>('GET /memories?user_id=ada')).body;
    expect(results.map(({ memory, role }) => [memory, role])).toEqual(expect.arrayContaining(answered));
  });

  it('looks at the day of expiry and the type also when there is nothing to remember', async () => {
    for (const wrong of [{ expiration_date: '2026-02-30' }, { expiration_date: '2026-1-1' }, { memory_type: 'core' }]) {
      expect(
        (await call('POST /memories', { messages: [], user_id: 'ada', ...wrong })).status,
        JSON.stringify(wrong),
      ).toBe(400);
    }
    expect((await call('POST /memories', { messages: [], user_id: 'ada', expiration_date: '2028-02-29' })).status).toBe(
      200,
    );
  });

  it('does not let metadata set owner or speaker', async () => {
    await store(['mine'], {
      user_id: 'ada',
      metadata: { user_id: 'eve', agent_id: 'eve', run_id: 'eve', actor_id: 'eve', src: 'x' },
    });
    const [item] = (await call<Results>('GET /memories?user_id=ada')).body.results;
    expect(item).toMatchObject({ user_id: 'ada', metadata: { src: 'x' } });
    expect(JSON.stringify(item)).not.toContain('eve');
  });
});

describe('1.9 lists', () => {
  it('are newest first and the same each time, also among equal times, by number of rows and by page', async () => {
    const stored = await store(Array.from({ length: 25 }, (_, n) => `memory ${n}`));
    await store(['dated back'], { user_id: 'ada', metadata: { created_at: '2020-01-01T00:00:00Z' } });
    const ids = async (query: string) =>
      (await call<Results>(`GET /memories?user_id=ada${query}`)).body.results.map(({ id }) => id);
    const all = await ids('&top_k=1000');
    expect([all.length, all.slice(0, 25).sort()]).toEqual([26, stored.map(({ id }) => id).sort()]);
    expect(await ids('&top_k=1000')).toEqual(all);
    expect(await ids('')).toEqual(all.slice(0, 20));
    const pages = await Promise.all([1, 2, 3].map((page) => ids(`&page=${page}&page_size=10`)));
    expect(pages.flat()).toEqual(all);
    expect(await texts('GET /memories?user_id=ada&page=3&page_size=10')).toContain('dated back');
    expect((await call<Results>('GET /memories?top_k=1000')).body.results.map(({ id }) => id)).toEqual(all);
    expect(await call('GET /memories?user_id=ada&page=9&page_size=10')).toMatchObject({
      status: 200,
      body: { results: [], total: 26 },
    });
  });

  it('of everything are for admins, also when it is asked for with a star', async () => {
    await store(['kept']);
    const member = flatClient(test.app, { 'x-api-key': await test.keyFor(await person(test.app.services, 'mia')) });
    for (const query of ['', '?user_id=', '?user_id=*', '?user_id=*&agent_id=*']) {
      expect(await member(`GET /memories${query}`), query).toMatchObject({
        status: 403,
        body: { detail: 'Admin role required.' },
      });
    }
    expect(await texts('GET /memories?user_id=*')).toEqual(['kept']);
  });

  it('hold nothing of ours in the metadata of a memory', async () => {
    await store(['kept'], { user_id: 'ada', metadata: { src: 'x' } });
    expect((await call<Results>('GET /memories')).body.results.map(({ metadata }) => metadata)).toEqual([{ src: 'x' }]);
  });
});

describe('1.9 one memory', () => {
  it('merges what several add to its metadata at the same time', async () => {
    const [{ id } = { id: '' }] = await store(['hello'], { user_id: 'ada', metadata: { first: true } });
    const keys = Array.from({ length: 8 }, (_, n) => `key${n}`);
    const answers = await Promise.all(keys.map((key) => call(`PUT /memories/${id}`, { metadata: { [key]: key } })));
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
    expect((await call(`GET /memories/${id}`)).body.metadata).toEqual({
      first: true,
      ...Object.fromEntries(keys.map((key) => [key, key])),
    });
  });

  it('is changed only in what is given, and refuses metadata that grows beyond what can be kept', async () => {
    const [{ id } = { id: '' }] = await store(['hello'], { user_id: 'ada', expiration_date: '2999-01-01' });
    expect((await call(`PUT /memories/${id}`, { metadata: { big: 'x'.repeat(40_000) } })).status).toBe(200);
    expect((await call(`PUT /memories/${id}`, { metadata: { more: 'x'.repeat(40_000) } })).status).toBe(400);
    expect((await call(`PUT /memories/${id}`, { text: 'changed' })).status).toBe(200);
    expect((await call(`GET /memories/${id}`)).body).toMatchObject({
      memory: 'changed',
      expiration_date: '2999-01-01',
      metadata: { big: expect.any(String) },
    });
    expect((await call(`PUT /memories/${id}`, { text: ' ' })).status).toBe(400);
  });

  it('has the time of its creation on every row of its history, also when it was dated back', async () => {
    const [{ id } = { id: '' }] = await store(['old news'], {
      user_id: 'ada',
      metadata: { created_at: '2024-05-06T07:08:09Z' },
    });
    await call(`PUT /memories/${id}`, { text: 'changed' });
    const { body } = await call<Record<string, unknown>[]>(`GET /memories/${id}/history`);
    expect(body.map(({ event, created_at }) => [event, created_at])).toEqual([
      ['ADD', '2024-05-06T07:08:09.000Z'],
      ['UPDATE', '2024-05-06T07:08:09.000Z'],
    ]);
    expect([body[0]?.updated_at, Date.now() - Date.parse(String(body[1]?.updated_at)) < hour]).toEqual([null, true]);
    expect(Object.keys(body[0] ?? {})).toEqual([
      'id',
      'memory_id',
      'old_memory',
      'new_memory',
      'event',
      'created_at',
      'updated_at',
      'is_deleted',
      'actor_id',
      'role',
    ]);
  });

  it('is answered in the documented fields', async () => {
    const [{ id } = { id: '' }] = await store(['hello'], {
      user_id: 'ada',
      agent_id: 'bot',
      run_id: 'r1',
      expiration_date: '2999-01-01',
    });
    const { body } = await call(`GET /memories/${id}`);
    expect(body).toEqual({
      id,
      memory: 'hello',
      hash: '5d41402abc4b2a76b9719d911017c592',
      metadata: null,
      score: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      user_id: 'ada',
      agent_id: 'bot',
      run_id: 'r1',
      role: 'user',
      expiration_date: '2999-01-01',
    });
  });
});

describe('1.9 POST /search', () => {
  it('has no upper bound of results that would be an error, passes over rerank, and shows expired memories when asked', async () => {
    await store(['hiking in May']);
    await store(['hiking in June'], { user_id: 'ada', expiration_date: '2020-01-01' });
    const search = (more: object) => texts('POST /search', { query: 'hiking', filters: { user_id: 'ada' }, ...more });
    expect(await search({ top_k: 100_000, rerank: true })).toEqual(['hiking in May']);
    expect((await search({ show_expired: true })).sort()).toEqual(['hiking in June', 'hiking in May']);
    expect(await search({ top_k: null, threshold: null })).toEqual(['hiking in May']);
  });

  it('answers results in the documented fields', async () => {
    const [{ id } = { id: '' }] = await store(['hiking']);
    const { body } = await call<Results>('POST /search', { query: 'hiking', filters: { user_id: 'ada' } });
    expect(body).toEqual({
      answerability: expect.any(Number) as number,
      next_cursor: null,
      instructions: [],
      results: [
        {
          id,
          memory: 'hiking',
          hash: expect.stringMatching(/^[0-9a-f]{32}$/),
          metadata: null,
          score: expect.any(Number),
          user_id: 'ada',
          role: 'user',
          created_at: expect.stringMatching(/Z$/),
          updated_at: expect.stringMatching(/Z$/),
        },
      ],
    });
  });
});

describe('1.7 entities', () => {
  it('count one memory for each id that it carries, and tell the oldest and the newest', async () => {
    await store(['old'], { user_id: 'ada', agent_id: 'bot', metadata: { created_at: '2024-01-01T00:00:00Z' } });
    await store(['new'], { user_id: 'ada' });
    const { body } = await call<Record<string, unknown>[]>('GET /entities');
    expect(body.map(({ type, id, total_memories }) => [type, id, total_memories])).toEqual([
      ['agent', 'bot', 1],
      ['user', 'ada', 2],
    ]);
    expect(body[1]?.created_at).toBe('2024-01-01T00:00:00.000Z');
    expect(Date.now() - Date.parse(String(body[1]?.updated_at))).toBeLessThan(hour);
  });

  it('are deleted by their name as it is: a star is a name like any other', async () => {
    await store(['kept']);
    expect(await call('DELETE /entities/user/*')).toMatchObject({ status: 200, body: { message: 'Entity deleted' } });
    expect(await texts('GET /memories')).toEqual(['kept']);
  });
});
