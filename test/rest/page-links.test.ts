import { afterAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
/** PUBLIC_URL of the server. */
const origin = 'https://memory.example.com';
const { http } = loadConfig({});

/** Starts a server that accepts every host name, with two memories. */
async function start(publicUrl: string | null): Promise<void> {
  test = await startTestApp({ http: { ...http, publicUrl, isLoopbackOnly: false } });
  const admin = test.as(test.admin.apiKey);
  for (const content of ['Ada sails.', 'Ada skis.']) {
    const memory = { user_id: 'ada', infer: false, messages: [{ role: 'user', content }] };
    expect((await admin.rest('POST', '/v3/memories/add/', memory)).status).toBe(200);
  }
}

async function next(path: string, host: string): Promise<unknown> {
  const { statusCode, body } = await test.app.inject({
    method: path.startsWith('/v3/') ? 'POST' : 'GET',
    url: path,
    headers: { authorization: `Token ${test.admin.apiKey}`, host },
    ...(path.startsWith('/v3/') && { payload: { filters: { user_id: 'ada' } } }),
  });
  return [statusCode, (JSON.parse(body) as { next?: string }).next];
}

const host = 'memory.internal:8000';
const list = '/v3/memories/?page_size=1';
const log = '/v1/audit-logs/?page_size=1';

afterAll(() => test.close());

it('links the next page under the host of the request', async () => {
  await start(null);
  expect(await next(list, host)).toEqual([200, `http://${host}/v3/memories/?page_size=1&page=2`]);
  expect(await next(log, host)).toEqual([200, expect.stringContaining(`http://${host}/v1/audit-logs/`)]);
  await test.close();
});

it('links the next page under PUBLIC_URL, whatever host a proxy sends', async () => {
  await start(origin);
  expect(await next(list, host)).toEqual([200, `${origin}/v3/memories/?page_size=1&page=2`]);
  expect(await next(log, host)).toEqual([200, expect.stringContaining(`${origin}/v1/audit-logs/`)]);
});
