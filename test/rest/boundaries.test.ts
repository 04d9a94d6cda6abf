import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';

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

const absent = '018f0000-0000-7000-8000-000000000000';

async function remember(content: string): Promise<string> {
  const request = { messages: [{ role: 'user', content }], user_id: 'rosa', infer: false };
  const { body } = await admin.rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', request);
  return body.results[0].id;
}

describe('other tenants', () => {
  it('cannot tell a hidden memory or event from an absent one', async () => {
    const { services } = test.app;
    const ada = await person(services, 'ada');
    await tenant(services, [[ada, 'OWNER']]);
    const stranger = test.as(await test.keyFor(ada));
    const id = await remember('I collect stamps');
    const { body } = await admin.rest<{ results: [{ id: string }] }>('GET', '/v1/events/');
    const visible = [`/v1/memories/${id}/`, `/v1/memories/${id}/history/`, `/v1/event/${body.results[0].id}/`];
    const hidden = [`/v1/memories/${absent}/`, `/v1/memories/${absent}/history/`, `/v1/event/${absent}/`];
    for (const [at, path] of visible.entries()) {
      expect((await admin.rest('GET', path)).status).toBe(200);
      const [seen, missing] = [await stranger.rest('GET', path), await stranger.rest('GET', hidden[at] ?? '')];
      expect([seen.status, seen.body]).toEqual([404, missing.body]);
    }
    expect((await stranger.rest('DELETE', `/v1/memories/${id}/`)).status).toBe(404);
    expect((await stranger.rest('POST', '/v3/memories/', { filters: { user_id: '*' } })).body).toMatchObject({
      count: 0,
    });
  });

  it('do not reach further with a key than its project', async () => {
    const { services } = test.app;
    const ada = await person(services, 'ada');
    const own = await tenant(services, [[ada, 'OWNER']]);
    const readOnly = test.as(await test.keyFor(ada, { projectId: own.projectId, readOnly: true }));
    expect((await readOnly.rest('GET', '/v1/ping/')).body).toMatchObject({
      org_id: own.organizationId,
      project_id: own.projectId,
      user_email: ada.email,
    });
    const write = { messages: [{ role: 'user', content: 'x' }], user_id: 'rosa', infer: false };
    expect(await readOnly.rest('POST', '/v3/memories/add/', write)).toMatchObject({
      status: 403,
      body: { error: 'This API key is read-only.' },
    });
  });
});

describe('the request log', () => {
  it('names the operation, the project and the status', async () => {
    await admin.rest('GET', `/v1/memories/${absent}/`);
    const { requestLogs, database } = test.app.services;
    await requestLogs.flush();
    const rows = await database.query('SELECT operation, status_code, project_id FROM request_logs WHERE path = $1', [
      `/v1/memories/${absent}/`,
    ]);
    expect(rows).toEqual([{ operation: 'getMemory', statusCode: 404, projectId: test.admin.projectId }]);
  });
});

describe('defects', () => {
  it('are answered without what went wrong, with the id of the request', async () => {
    const { memories } = test.app.services.stores;
    const { page } = memories;
    Object.assign(memories, { page: () => Promise.reject(new Error('a secret')) });
    const { status, body, headers } = await admin.rest('POST', '/v3/memories/', { filters: { user_id: 'rosa' } });
    Object.assign(memories, { page });
    expect([status, body]).toEqual([500, { detail: 'Internal Server Error', request_id: headers['x-request-id'] }]);
  });

  it('of the database are 503, with a time to come back', async () => {
    const { memories } = test.app.services.stores;
    const { page } = memories;
    Object.assign(memories, {
      page: () => Promise.reject(Object.assign(new Error('gone'), { name: 'DatabaseUnavailableError' })),
    });
    const { status, body, headers } = await admin.rest('POST', '/v3/memories/', { filters: { user_id: 'rosa' } });
    Object.assign(memories, { page });
    expect([status, body, headers['retry-after']]).toEqual([
      503,
      { error: expect.any(String), detail: body.error },
      '5',
    ]);
  });
});
