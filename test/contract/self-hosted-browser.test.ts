import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { startFakeProvider, type FakeProvider } from '../helpers/fake-provider/index.js';
import { jobsDone } from '../self-hosted/flat-client.js';

const origin = 'http://dashboard.test:3000';
const password = 'a long enough secret';

let fake: FakeProvider;
let running: RunningApp;

beforeAll(async () => {
  fake = await startFakeProvider();
  const base = {
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    EMBEDDER: 'none',
    OUTBOUND_ALLOW: 'loopback',
    API_PORT: '0',
    DASHBOARD_PORT: '0',
    DASHBOARD_URL: `http://localhost:3000,${origin}`,
  };
  const { http, providers, outboundAllow } = loadConfig({
    ...base,
    OPENAI_API_KEY: fake.key,
    OPENAI_BASE_URL: fake.urls.openai,
  });
  running = await startRunningApp({ http, providers, outboundAllow });
});
afterAll(async () => {
  await running.close();
  await fake.close();
});
beforeEach(async () => {
  await jobsDone(running.app);
  await running.reset();
});

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

function send(
  method: string,
  path: string,
  { headers, body }: { headers: Record<string, string>; body?: unknown },
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      new URL(path, running.url),
      {
        method,
        headers: text === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(text)) },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => (body += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

const listed = (answer: Answer, header: string) => String(answer.headers[header]).toLowerCase().split(/, */);

/** Sends a request like a page of another origin: with a preflight. @returns what the page may read */
async function fromBrowser<Body = Record<string, unknown>>(
  route: string,
  body?: unknown,
  credential: Record<string, string> = {},
): Promise<{ status: number; body: Body }> {
  const [method = '', path = ''] = route.split(' ');
  const headers: Record<string, string> = {
    ...credential,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  if (!['GET', 'POST'].includes(method) || Object.keys(headers).length > 0) {
    const names = Object.keys(headers).sort().join(',');
    const ask = {
      origin,
      'access-control-request-method': method,
      ...(names === '' ? {} : { 'access-control-request-headers': names }),
      'sec-fetch-mode': 'cors',
    };
    const preflight = await send('OPTIONS', path, { headers: ask });
    expect([
      preflight.status >= 200 && preflight.status < 300,
      preflight.headers['access-control-allow-origin'],
      preflight.headers['access-control-allow-credentials'],
    ]).toEqual([true, origin, 'true']);
    expect(listed(preflight, 'access-control-allow-methods')).toContain(method.toLowerCase());
    for (const name of Object.keys(headers)) expect(listed(preflight, 'access-control-allow-headers')).toContain(name);
  }
  const answer = await send(method, path, { headers: { ...headers, origin, 'sec-fetch-mode': 'cors' }, body });
  expect([answer.headers['access-control-allow-origin'], answer.headers['access-control-allow-credentials']]).toEqual([
    origin,
    'true',
  ]);
  expect(String(answer.headers.vary).toLowerCase()).toContain('origin');
  return { status: answer.status, body: JSON.parse(answer.body) as Body };
}

interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
}
const bearer = ({ access_token: token }: Pair) => ({ authorization: `Bearer ${token}` });
const signIn = async () =>
  (await fromBrowser<Pair>('POST /auth/login', { email: running.admin.email, password: running.admin.password })).body;

describe('6 a dashboard on another origin', () => {
  it('sets an installation up in five steps', async () => {
    await running.app.services.database.query('DELETE FROM users');
    expect((await fromBrowser('GET /auth/setup-status')).body).toEqual({ needsSetup: true });
    const registered = await fromBrowser<Pair>('POST /auth/register', {
      name: 'Ada',
      email: 'ada@example.org',
      password,
    });
    expect([registered.status, registered.body]).toEqual([
      200,
      { access_token: expect.any(String), refresh_token: expect.any(String), token_type: 'bearer' },
    ]);
    const session = bearer(registered.body);
    expect(await fromBrowser('GET /auth/me', undefined, session)).toMatchObject({
      status: 200,
      body: { name: 'Ada', email: 'ada@example.org', role: 'admin' },
    });

    const shown = await fromBrowser<{ version: string; llm: { provider: string; config: object }; embedder: object }>(
      'GET /configure',
      undefined,
      session,
    );
    const providers = await fromBrowser<{ llm: string[]; embedder: string[] }>(
      'GET /configure/providers',
      undefined,
      session,
    );
    expect([shown.status, shown.body.version, providers.status]).toEqual([200, 'v1.1', 200]);
    expect(providers.body).toEqual({
      llm: expect.arrayContaining(['openai', 'anthropic', 'gemini']),
      embedder: expect.arrayContaining(['openai', 'gemini']),
    });
    const llm = { provider: 'openai', config: { ...shown.body.llm.config, model: 'gpt-5-mini' } };
    expect(
      await fromBrowser('POST /configure', { version: 'v1.1', llm, embedder: shown.body.embedder }, session),
    ).toMatchObject({ status: 200, body: { message: 'Configuration set successfully' } });

    const key = await fromBrowser<{ key: string }>('POST /api-keys', { label: 'My First Key' }, session);
    expect(key).toMatchObject({ status: 201, body: { label: 'My First Key', key: expect.stringMatching(/^m0sk_/) } });

    fake.answer = () => JSON.stringify({ instructions: '- Keep trails.', test_message: 'I hiked up the Pico.' });
    const generated = await fromBrowser<{ custom_instructions: string; test_message: string }>(
      'POST /generate-instructions',
      { use_case: 'A hiking diary' },
      session,
    );
    expect([generated.status, generated.body]).toEqual([
      200,
      { custom_instructions: '- Keep trails.', test_message: 'I hiked up the Pico.' },
    ]);
    expect(
      (await fromBrowser('POST /configure', { custom_instructions: generated.body.custom_instructions }, session))
        .status,
    ).toBe(200);

    fake.answer = () => JSON.stringify({ facts: [{ text: 'Hiked up the Pico', message: 1 }] });
    const message = { messages: [{ role: 'user', content: generated.body.test_message }], user_id: 'setup-test' };
    expect(await fromBrowser('POST /memories', message, { 'x-api-key': key.body.key })).toMatchObject({
      status: 200,
      body: { results: [{ event: 'ADD' }] },
    });
    expect(await fromBrowser('POST /auth/onboarding-complete', { use_case: 'A hiking diary' }, session)).toMatchObject({
      status: 200,
      body: { message: 'Onboarding completed.' },
    });
    expect((await fromBrowser('GET /auth/setup-status')).body).toEqual({ needsSetup: false });
  });

  it('signs in, stays signed in, and changes profile and password', async () => {
    const pair = await signIn();
    const refreshed = await fromBrowser<Pair>('POST /auth/refresh', { refresh_token: pair.refresh_token });
    expect(refreshed.status).toBe(200);
    const session = bearer(refreshed.body);
    expect(await fromBrowser('PATCH /auth/me', { name: 'Grace', email: running.admin.email }, session)).toMatchObject({
      status: 200,
      body: { name: 'Grace' },
    });
    expect((await fromBrowser('GET /auth/me', undefined, session)).body).toMatchObject({ name: 'Grace' });
    const change = (current: string) =>
      fromBrowser('POST /auth/change-password', { current_password: current, new_password: password }, session);
    expect((await change('not the password')).status).toBe(400);
    expect(await change(running.admin.password)).toMatchObject({ status: 200, body: { message: 'Password updated.' } });
    expect((await fromBrowser('POST /auth/login', { email: running.admin.email, password })).status).toBe(200);
  });

  it('shows and deletes memories, entities and keys, and shows requests', async () => {
    const session = bearer(await signIn());
    const key = (await fromBrowser<{ id: string; key: string }>('POST /api-keys', { label: 'short' }, session)).body;
    const store = (content: string) =>
      fromBrowser<{ results: { id: string }[] }>(
        'POST /memories',
        { messages: [{ role: 'user', content }], user_id: 'ada', infer: false },
        { 'x-api-key': key.key },
      );
    const [tea, coffee] = [await store('tea'), await store('coffee')];
    expect([tea.status, coffee.status]).toEqual([200, 200]);
    const memories = async (query: string) =>
      (
        await fromBrowser<{ results: { memory: string }[] }>(`GET /memories?top_k=1000${query}`, undefined, session)
      ).body.results.map(({ memory }) => memory);
    expect([await memories(''), await memories('&user_id=ada'), await memories('&user_id=bob')]).toEqual([
      ['coffee', 'tea'],
      ['coffee', 'tea'],
      [],
    ]);
    expect(await fromBrowser(`DELETE /memories/${tea.body.results[0]?.id ?? ''}`, undefined, session)).toMatchObject({
      status: 200,
      body: { message: 'Memory deleted successfully' },
    });
    expect(await memories('')).toEqual(['coffee']);
    expect((await fromBrowser('GET /entities', undefined, session)).body).toMatchObject([
      { id: 'ada', type: 'user', total_memories: 1 },
    ]);
    expect(await fromBrowser('DELETE /entities/user/ada', undefined, session)).toMatchObject({
      status: 200,
      body: { message: 'Entity deleted' },
    });
    expect(await memories('')).toEqual([]);
    expect((await fromBrowser('GET /api-keys', undefined, session)).body).toMatchObject([
      { label: 'short' },
      { label: 'bootstrap' },
    ]);
    expect(await fromBrowser(`DELETE /api-keys/${key.id}`, undefined, session)).toMatchObject({
      status: 200,
      body: { message: 'API key revoked.' },
    });
    await running.app.services.requestLogs.flush();
    const requests = await fromBrowser<{ path: string; auth_type: string }[]>(
      'GET /requests?limit=200',
      undefined,
      session,
    );
    expect(requests.status).toBe(200);
    expect(requests.body.map(({ path, auth_type }) => [path, auth_type])).toEqual([
      ['/memories', 'api_key'],
      ['/memories', 'api_key'],
    ]);
  });

  it('prints no null and no undefined in the columns of a list of memories, filtered or not', async () => {
    const session = bearer(await signIn());
    const store = (owner: object) =>
      fromBrowser('POST /memories', { messages: [{ role: 'user', content: 'tea' }], infer: false, ...owner }, session);
    await store({ user_id: 'ada' });
    await store({ agent_id: 'waiter' });
    const cells = async (query: string) =>
      (
        await fromBrowser<{ results: Record<string, unknown>[] }>(`GET /memories${query}`, undefined, session)
      ).body.results.map((row) => [String(row.user_id), String(row.agent_id)]);
    expect(await cells('?top_k=1000')).toEqual([
      ['', 'waiter'],
      ['ada', ''],
    ]);
    expect(await cells('?top_k=1000&user_id=ada')).toEqual([['ada', '']]);
    expect(await cells('')).toHaveLength(2);
  });

  it('reads refusals as well: no session, typed input, too many attempts, and when to come again', async () => {
    expect(await fromBrowser('GET /auth/me')).toMatchObject({ status: 401, body: { detail: expect.any(String) } });
    expect(await fromBrowser('POST /auth/login', { email: 'x' })).toMatchObject({ status: 422 });
    for (let attempt = 1; attempt <= 5; attempt += 1)
      await fromBrowser('POST /auth/register', { name: 'Eve', email: 'eve@example.org', password });
    const refused = await send('POST', '/auth/register', {
      headers: { origin, 'content-type': 'application/json' },
      body: { name: 'Eve', email: 'eve@example.org', password },
    });
    expect([refused.status, JSON.parse(refused.body)]).toEqual([429, { error: 'Rate limit exceeded: 5 per 1 minute' }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(listed(refused, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['x-request-id', 'retry-after', 'x-next-cursor']),
    );
  });

  it.each([
    'PATCH /auth/me',
    'DELETE /memories/x',
    'DELETE /entities/user/ada',
    'DELETE /api-keys/x',
    'PUT /memories/x',
    'POST /configure',
  ])('may not send %s from an origin that is not named', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    for (const foreign of ['http://dashboard.test', 'https://dashboard.test:3000', 'http://evil.example', 'null']) {
      const headers = {
        origin: foreign,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,x-api-key',
      };
      expect((await send('OPTIONS', path, { headers })).headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});
