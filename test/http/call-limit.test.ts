import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Caller } from '../../src/auth/caller.js';
import { loadConfig } from '../../src/config.js';
import { createCallLimit } from '../../src/http/limits/call-limit.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const withKey = (id: string): Caller => ({
  mode: 'api_key',
  user: null,
  key: { id, prefix: 'p', projectId: null, readOnly: false },
  isAdmin: false,
});
const signedIn = (id: string): Caller => ({
  mode: 'bearer',
  user: { id, name: 'n', email: 'e', role: 'member' },
  key: null,
  isAdmin: false,
});

describe('the limit of calls', () => {
  it('counts by key or user, and starts again with each minute', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const limit = createCallLimit(2);
    const left = async (caller: Caller) => (await limit?.take(caller, null))?.remaining;
    const callers = [withKey('a'), withKey('a'), withKey('b'), signedIn('a'), signedIn('a')];
    expect(await Promise.all(callers.map(left))).toEqual([1, 0, 1, 1, 0]);
    vi.advanceTimersByTime(20_000);
    expect(await limit?.take(withKey('a'), null)).toMatchObject({
      limit: 2,
      remaining: 0,
      resetsAt: 1_060,
      refusal: { status: 429, retryAfterSeconds: 40 },
    });
    vi.advanceTimersByTime(40_000);
    expect(await limit?.take(withKey('a'), null)).toMatchObject({ remaining: 1, refusal: null });
  });

  it('counts by address where authentication is off, and not at all without a credential or a limit', async () => {
    const limit = createCallLimit(2);
    const open: Caller = { mode: 'disabled', user: null, key: null, isAdmin: true };
    const quotas = ['10.0.0.1', '10.0.0.2', '10.0.0.1'].map(async (address) => limit?.take(open, address));
    expect((await Promise.all(quotas)).map((quota) => quota?.remaining)).toEqual([1, 1, 0]);
    expect(await limit?.take({ ...open, mode: 'none' }, '10.0.0.1')).toBeNull();
    expect(createCallLimit(0)).toBeNull();
  });
});

describe('a server with a limit of calls', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ http: { ...loadConfig({}).http, callsPerMinute: 3 } });
  });
  afterAll(() => test.close());

  it('reports the remaining requests with each response, for REST and GraphQL together, and when to retry', async () => {
    const calls: [string, string, object | undefined][] = [
      ['GET', '/v1/ping/', undefined],
      ['POST', '/graphql', { query: '{ viewer { authMode } }' }],
      ['GET', '/v1/memories/7/', undefined],
      ['POST', '/graphql', { query: '{ viewer { authMode } }' }],
      ['GET', '/v1/ping/', undefined],
      ['GET', '/memories?user_id=rosa', undefined],
    ];
    const answers = [];
    for (const [method, path, body] of calls)
      answers.push(await test.as(test.admin.apiKey).rest(method as 'GET', path, body));
    expect(answers.map(({ status, headers }) => [status, headers['x-ratelimit-remaining']])).toEqual([
      [200, '2'],
      [200, '1'],
      [400, '0'],
      [429, '0'],
      [429, '0'],
      [429, '0'],
    ]);
    const text = 'Too many requests: 3 a minute are allowed.';
    expect(answers[3]?.body).toMatchObject({ errors: [{ message: text, extensions: { code: 'RATE_LIMITED' } }] });
    expect(answers[4]?.body).toEqual({ error: text, detail: text });
    expect(answers[5]?.body).toEqual({ error: text });
    for (const { status, headers } of answers) {
      expect(headers).toMatchObject({
        'x-ratelimit-limit': '3',
        'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
        'ratelimit-policy': '"requests";q=3;w=60',
        ratelimit: expect.stringMatching(/^"requests";r=[0-2];t=([1-9]|[1-5]\d|60)$/),
      });
      expect(headers['retry-after']).toEqual(
        status === 429 ? expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) : undefined,
      );
    }
  });

  it('does not count calls without a credential, nor whether it is alive', async () => {
    const answers = await Promise.all(
      ['/v1/ping/', '/health', '/v1/ping/', '/health', '/v1/ping/'].map((path) => test.as(null).rest('GET', path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 401, 200, 401]);
    expect(answers.every(({ headers }) => headers['x-ratelimit-limit'] === undefined)).toBe(true);
  });
});
