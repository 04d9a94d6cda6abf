import { describe, expect, it } from 'vitest';
import { badRequest, problem } from './rest-errors.js';
import { memory, restApp, uuid } from './rest-app.js';

const app = restApp();
const filters = { user_id: 'rosa' };
const message = [{ role: 'user', content: 'I collect stamps' }];
const call = (...[method, path, body]: Parameters<typeof app.admin.rest>) => app.admin.rest(method, path, body);

describe('operations of hosted-api.md: adding memories', () => {
  it('row 1, GET /v1/ping/: says what the key opens; 401 with detail alone', async () => {
    const { orgId, projectId, email } = app.test.admin;
    expect(await call('GET', '/v1/ping/')).toMatchObject({
      status: 200,
      body: { status: 'ok', org_id: orgId, project_id: projectId, user_email: email },
    });
    const { status, body } = await app.test.as('m0sk_wrong').rest('GET', '/v1/ping/');
    expect([status, body]).toEqual([401, { detail: expect.any(String) }]);
  });

  it('row 2, POST /v3/memories/add/: stores messages as they stand, or queues them', async () => {
    const all = {
      user_id: 'rosa',
      agent_id: 'guide',
      app_id: 'shop',
      run_id: 'r1',
      metadata: { a: 1 },
      expiration_date: '2099-01-31',
      timestamp: 1_772_352_000,
      immutable: true,
    };
    const ignored = {
      structured_data_schema: null,
      enable_graph: true,
      output_format: 'v1.1',
      version: 'v2',
      async_mode: true,
      prompt_profile_id: 'x',
      temporal_reasoning: true,
      timezone: 'UTC',
      observation_date: '2026-01-01',
      source: 'CLI',
      invented: [1],
    };
    const added = await call('POST', '/v3/memories/add/', {
      messages: message,
      infer: false,
      custom_categories: [{ mail: 'Stamps and letters' }],
      ...all,
      ...ignored,
    });
    const data = { memory: 'I collect stamps' };
    expect([added.status, added.body]).toEqual([
      200,
      {
        message: 'Memories stored successfully',
        status: 'SUCCEEDED',
        event_id: uuid,
        results: [{ id: uuid, data, event: 'ADD' }],
        ignored_options: ['timezone'],
      },
    ]);
    const [{ id }] = added.body.results as [{ id: string }];
    const { timestamp: _at, ...kept } = all;
    expect((await call('GET', `/v1/memories/${id}/`)).body).toEqual(
      memory({ id, ...data, ...kept, session_id: 'r1', created_at: '2026-03-01T08:00:00.000Z' }),
    );
    const queued = await call('POST', '/v3/memories/add/', {
      messages: message,
      ...filters,
      includes: 'hobbies',
      excludes: 'food',
      custom_instructions: 'Be brief',
      agent_custom_instructions: 'Be kind',
    });
    expect([queued.status, queued.body]).toEqual([
      200,
      {
        message: 'Memory processing has been queued for background execution',
        status: 'PENDING',
        event_id: uuid,
        ignored_options: ['agent_custom_instructions'],
        ignored_instructions: ['Be brief'],
      },
    ]);
    for (const wrong of [
      { ...filters },
      { messages: [], ...filters },
      { messages: message },
      { messages: message, ...filters, custom_categories: ['mail'] },
      { messages: message, ...filters, expiration_date: '31.1.2099' },
      { messages: message, ...filters, timestamp: 'soon' },
    ]) {
      const { status, body } = await call('POST', '/v3/memories/add/', wrong);
      expect([status, body]).toEqual([400, badRequest(problem)]);
    }
  });

  it('row 3, POST /v1/memories/: answers a list, or results and relations to version v2 with output_format v1.1', async () => {
    const pending = { message: expect.any(String) as unknown, status: 'PENDING', event_id: uuid };
    const { orgId: org_id, projectId: project_id } = app.test.admin;
    expect(
      (
        await call('POST', '/v1/memories/', {
          messages: message,
          ...filters,
          async_mode: true,
          org_id,
          project_id,
          custom_categories: { mail: 'Stamps' },
        })
      ).body,
    ).toEqual([pending]);
    expect(
      (await call('POST', '/v1/memories/', { messages: message, user_id: 'kay', version: 'v2', output_format: 'v1.1' }))
        .body,
    ).toEqual({ results: [pending], relations: [] });
    expect(
      (await call('POST', '/v1/memories/', { messages: message, user_id: 'eve', output_format: 'v1.1' })).body,
    ).toEqual([pending]);
    const { status, body } = await call('POST', '/v1/memories/', { ...filters });
    expect([status, body]).toEqual([400, badRequest('messages is required.')]);
    expect((await call('POST', '/v1/memories/', { messages: message, ...filters, org_id: 'other' })).status).toBe(403);
  });
});
