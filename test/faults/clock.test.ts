import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimiter } from '../../src/auth/rate-limit.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const hour = 3_600_000;
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(() => test.reset());
afterEach(() => vi.useRealTimers());
afterAll(() => test.close());

/** Sets the clock of the server, and not that of its database, that far from the real time. */
const jump = (ms: number): void => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const client = () => test.as(test.admin.apiKey);
const add = (content: string, rest: object = { infer: false }) =>
  client().rest<{ event_id?: string }>('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content }],
    user_id: 'ada',
    ...rest,
  });

async function readPage(after: string | null): Promise<Page> {
  const query =
    'query($after: String) { memories(first: 2, after: $after) { nodes { text } pageInfo { hasNextPage endCursor } } }';
  const { body } = await client().rest<{ data: { memories: Page } }>('POST', '/graphql', {
    query,
    variables: { after },
  });
  return body.data.memories;
}

/** All texts, two on a page. */
async function walk(): Promise<string[]> {
  const texts: string[] = [];
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = await readPage(after);
    texts.push(...nodes.map(({ text }) => text));
    if (!pageInfo.hasNextPage) return texts;
    after = pageInfo.endCursor;
  }
}

interface Page {
  readonly nodes: readonly { readonly text: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

describe('row 110: a clock that jumps', () => {
  it.each([
    ['forward', hour],
    ['backward', -hour],
  ])('an hour %s loses no memory and no job, and shows each memory once', async (_way, ms) => {
    for (const text of ['One.', 'Two.', 'Three.']) await add(text);
    jump(ms);
    for (const text of ['Four.', 'Five.']) expect((await add(text)).status).toBe(200);
    expect((await add('I live in Lisbon.', {})).status).toBe(200);
    await idle(test.app.services);
    vi.useRealTimers();
    const texts = await walk();
    expect(texts).toHaveLength(6);
    expect(new Set(texts).size).toBe(6);
    const found = await client().rest<{ results: unknown[] }>('POST', '/v3/memories/search/', {
      query: 'Lisbon',
      filters: { user_id: 'ada' },
    });
    expect(found.body.results.length).toBeGreaterThan(0);
  });

  it('backward does not lock out clients for longer than a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const limiter = createRateLimiter();
    const login = () => limiter.take('login', '203.0.113.7');
    for (let attempt = 0; attempt < 10; attempt += 1) await login();
    vi.setSystemTime(Date.now() - hour);
    await expect(login()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 });
    vi.advanceTimersByTime(60_000);
    await login();
    vi.useRealTimers();
  });

  it('forward ends access tokens and keys that have expired by then, and no others', async () => {
    const create = (expiresAt: string | null) =>
      client().rest<{ data: { createApiKey: { secret: string } } }>('POST', '/graphql', {
        query:
          'mutation($at: DateTime) { createApiKey(input: { label: "x", expiresAt: $at }) { ... on CreateApiKeyPayload { secret } } }',
        variables: { at: expiresAt },
      });
    const soon = (await create(new Date(Date.now() + hour / 2).toISOString())).body.data.createApiKey.secret;
    const last = (await create('9998-12-31T23:59:59Z')).body.data.createApiKey.secret;
    const status = async (key: string) => (await test.as(key).rest('GET', '/v1/ping/')).status;
    expect([await status(soon), await status(last)]).toEqual([200, 200]);
    jump(hour);
    expect([await status(soon), await status(last), await status(test.admin.apiKey)]).toEqual([401, 200, 200]);
    vi.useRealTimers();
    jump(-hour);
    expect([await status(soon), await status(last), await status(test.admin.apiKey)]).toEqual([200, 200, 200]);
  });

  it('and days that exist in some years only are read as the calendar has them', async () => {
    const until = async (day: string) => (await add(`Until ${day}.`, { infer: false, expiration_date: day })).status;
    expect(await until('2028-02-29')).toBe(200);
    expect(await until('2027-02-29')).toBe(400);
    expect(await until('9999-12-31')).toBe(200);
    expect(await until('0000-01-01')).toBe(400);
  });
});
