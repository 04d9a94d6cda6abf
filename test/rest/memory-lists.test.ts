import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Answer, type Client, type TestApp } from '../helpers/app.js';

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

/** A list of memories. */
interface List {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly { id: string; memory: string; score: number }[];
}

/** An answer to an add. */
interface Added {
  readonly event_id: string;
  readonly results: readonly [{ id: string }];
}

const absent = '018f0000-0000-7000-8000-000000000000';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function remember(content: string, more: object = {}): Promise<string> {
  const { body } = await admin.rest<Added>('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content }],
    user_id: 'rosa',
    infer: false,
    ...more,
  });
  return body.results[0].id;
}

describe('a list of memories', () => {
  it('is walked to its last row, and there is no page behind it', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await remember(`Stamp ${n}`, { timestamp: 1_700_000_000 + n }));
    const seen: string[] = [];
    let path: string | null = '/v3/memories/?page_size=2';
    while (path !== null) {
      const { status, body }: Answer<List> = await admin.rest<List>('POST', path, { filters: { user_id: 'rosa' } });
      expect([status, body.count]).toEqual([200, 5]);
      seen.push(...body.results.map((memory) => memory.id));
      path = body.next && new URL(body.next).pathname + new URL(body.next).search;
      if (body.next) expect(body.next).toMatch(/^http:\/\/localhost(:\d+)?\/v3\/memories\/\?page_size=2&page=\d$/);
    }
    expect(seen).toEqual(ids);
    const beyond = await admin.rest('POST', '/v3/memories/?page=4&page_size=2', { filters: { user_id: 'rosa' } });
    expect([beyond.status, beyond.body]).toEqual([404, { detail: 'Invalid page.' }]);
  });

  it('takes paging from the body, the query first, and answers only the fields asked for', async () => {
    await remember('Stamps');
    await remember('Coins');
    const request = { filters: { user_id: 'rosa' }, page_size: 1, fields: ['memory'] };
    const { body } = await admin.rest('POST', '/v3/memories/?page=2', request);
    expect(body).toEqual({
      count: 2,
      next: null,
      previous: expect.stringContaining('page=1'),
      results: [{ memory: 'Stamps' }],
    });
  });

  it('is narrowed by keywords, categories and days', async () => {
    await remember('Stamps from Peru', { timestamp: Date.UTC(2026, 0, 1, 12) / 1000 });
    await remember('Coins', { timestamp: Date.UTC(2026, 0, 2, 12) / 1000 });
    const names = async (more: object) =>
      (await admin.rest<List>('POST', '/v3/memories/', { filters: { user_id: 'rosa' }, ...more })).body.results.map(
        ({ memory }) => memory,
      );
    expect(await names({ keywords: 'peru' })).toEqual(['Stamps from Peru']);
    expect(await names({ start_date: '2026-01-02' })).toEqual(['Coins']);
    expect(await names({ end_date: '2026-01-01' })).toEqual(['Stamps from Peru']);
    expect(await names({ categories: ['nothing'] })).toEqual([]);
  });

  it.each([
    {},
    { filters: {} },
    { filters: { NOT: { user_id: 'x' } } },
    { filters: { userid: 'x' } },
    { filters: { user_id: 'x' }, user_id: 'x' },
    { filters: 'x' },
  ])('refuses %j', async (request) => {
    const { status, body } = await admin.rest('POST', '/v3/memories/', request);
    expect([status, body]).toEqual([400, { error: expect.any(String), detail: body.error }]);
  });

  it.each(['page=0', 'page=x', 'page_size=0', 'page_size=201', 'page=1.5', 'page=99999999999999999999'])(
    'refuses %s',
    async (query) => {
      expect((await admin.rest('POST', `/v3/memories/?${query}`, { filters: { user_id: 'rosa' } })).status).toBe(400);
    },
  );
});

describe('search', () => {
  it('finds what fits, best first, with a score and nothing else than the fields asked for', async () => {
    await remember('I collect stamps from Peru');
    await remember('My sister lives in Lisbon', { run_id: 'r1' });
    const { status, body } = await admin.rest<List>('POST', '/v3/memories/search/', {
      query: 'stamps from Peru',
      filters: { user_id: 'rosa' },
      output_format: 'v1.1',
      rerank: true,
    });
    expect(status).toBe(200);
    expect(body.results[0]).toMatchObject({
      memory: 'I collect stamps from Peru',
      user_id: 'rosa',
      run_id: null,
      session_id: null,
      created_at: time,
    });
    expect(body.results[0]?.score).toBeGreaterThan(0);
    expect(body.results[0]?.score).toBeLessThanOrEqual(1);
    const narrow = await admin.rest('POST', '/v3/memories/search/', {
      query: 'sister',
      filters: { userId: 'rosa' },
      fields: ['memory'],
      metadata: { a: 1 },
    });
    expect(narrow.body).toEqual({ answerability: 0, instructions: [], next_cursor: null, results: [] });
  });

  it.each([
    { filters: { user_id: 'x' } },
    { query: ' ', filters: { user_id: 'x' } },
    { query: 'x' },
    { query: 'x', filters: {} },
    { query: 'x', filters: { user_id: 'x' }, user_id: 'x' },
    { query: 'x', filters: { user_id: 'x' }, top_k: 0 },
    { query: 'x', filters: { user_id: 'x' }, threshold: 2 },
    { query: 'x', filters: { user_id: 'x' }, reference_date: 'soon' },
  ])('refuses %j', async (request) => {
    const { status, body } = await admin.rest('POST', '/v3/memories/search/', request);
    expect([status, body]).toEqual([400, { error: expect.any(String), detail: body.error }]);
  });
});

describe('entities and events', () => {
  it('lists entities with their memories counted', async () => {
    await remember('I collect stamps', { run_id: 'a/b c' });
    const { status, body } = await admin.rest('GET', '/v1/entities/?page=1&page_size=10&source=CLI');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      count: 2,
      next: null,
      previous: null,
      total_users: 1,
      total_agents: 0,
      total_apps: 0,
      total_runs: 1,
    });
    const entity = {
      owner: null,
      metadata: null,
      total_memories: 1,
      created_at: time,
      updated_at: time,
      id: expect.stringMatching(/^\d+$/),
    };
    expect(body.results).toEqual(
      expect.arrayContaining([
        { ...entity, name: 'rosa', type: 'user' },
        { ...entity, name: 'a/b c', type: 'run' },
      ]),
    );
    expect(await admin.rest('GET', '/v1/entities/?page=2')).toMatchObject({
      status: 404,
      body: { detail: 'Invalid page.' },
    });
  });

  it('refuses ids that are none, and does not find absent ones', async () => {
    expect(await admin.rest('GET', '/v1/event/7/')).toMatchObject({
      status: 400,
      body: { error: 'event_id should be a valid UUID' },
    });
    expect(await admin.rest('GET', `/v1/event/${absent}/`)).toMatchObject({
      status: 404,
      body: { error: 'Event not found.' },
    });
  });
});
