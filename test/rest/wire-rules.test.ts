import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
  admin = test.as(test.admin.apiKey);
});
afterAll(() => test.close());

const absent = '018f0000-0000-7000-8000-000000000000';

describe('section 1.1, paths', () => {
  it('that cannot be decoded are refused with detail', async () => {
    for (const path of ['/v1/memories/%E0%A4%A/', '/v1/memories/user/%ff/']) {
      const { status, body } = await admin.rest('GET', path);
      expect([status, body.detail]).toEqual([400, expect.any(String)]);
    }
  });

  it('of no route are 404 with detail, never a redirect', async () => {
    // A double slash inside a path is an empty name: /v1/memories/user// must not become /v1/memories/user/.
    for (const path of ['/v1/nothing/', '/v1//nothing/', '/V1/ping/', '/v1//ping/', '/v1/ping//']) {
      expect(await admin.rest('GET', path)).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
    }
    // Leading slashes count as one: clients send them when their base URL ends in a slash.
    for (const path of ['//v1/ping/', '///v1/ping/'])
      expect(await admin.rest('GET', path)).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('that overlap find the literal one first', async () => {
    expect((await admin.rest('GET', '/v1/memories/events')).body).toMatchObject({ count: 0, results: [] });
    expect((await admin.rest('GET', '/v1/memories/user/history/')).body.error).toBe('memory_id should be a valid UUID');
    expect((await admin.rest('GET', '/v1/entities/filters')).body).toHaveProperty('event_type');
    expect((await admin.rest('POST', '/v1/memories/search', { query: 'x', user_id: 'rosa' })).body).toEqual([]);
    expect((await admin.rest('GET', `/api/v1/webhooks/projects/${test.admin.projectId}`)).body).toEqual([]);
    expect((await admin.rest('GET', '/v2/entities/user/rosa/profile')).body).toEqual({
      error: 'Entity not found.',
      detail: 'Entity not found.',
    });
  });
});

describe('sections 1.5 and 1.7, ids and errors', () => {
  it.each([
    ['GET', '/v1/memories/x/', 'memory_id'],
    ['GET', '/v1/memories/x/history/', 'memory_id'],
    ['PUT', '/v1/memories/x/', 'memory_id'],
    ['DELETE', '/v1/memories/x/', 'memory_id'],
    ['GET', '/v1/event/x/', 'event_id'],
    ['GET', '/v1/events/x/', 'event_id'],
    ['GET', '/v2/profiles/jobs/x/', 'job_id'],
  ] as const)('%s %s is 400 and names the id', async (method, path, name) => {
    const { status, body } = await admin.rest(method, path, method === 'PUT' ? { text: 'x' } : undefined);
    expect([status, body]).toEqual([400, { error: expect.stringContaining(name), detail: body.error }]);
  });

  it('row 31 is 400 for an invalid id and 404 for an unknown one', async () => {
    const text = 'memory_export_id must be a UUID.';
    expect(await admin.rest('POST', '/v1/exports/get/', { memory_export_id: 'x' })).toMatchObject({
      status: 400,
      body: { message: text, detail: text },
    });
    expect(await admin.rest('POST', '/v1/exports/get/', { memory_export_id: absent })).toMatchObject({
      status: 404,
      body: { error: 'No memory export request found' },
    });
  });

  it('rows 46 and 45 return settings as they were sent', async () => {
    const path = `/api/v1/orgs/organizations/${test.admin.orgId}/projects/${test.admin.projectId}/`;
    for (const categories of [[{ billing: 'Invoices' }], ['billing', 'travel'], [], null]) {
      expect(
        await admin.rest('PATCH', path, {
          custom_categories: categories,
          memory_depth: null,
          retrieval_criteria: [{ name: 'joy' }],
        }),
      ).toMatchObject({ status: 200, body: { message: 'Project updated successfully' } });
      expect((await admin.rest('GET', `${path}?fields=custom_categories&fields=memory_depth,unknown`)).body).toEqual({
        custom_categories: categories,
        memory_depth: null,
      });
    }
  });
});
