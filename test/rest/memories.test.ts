import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';

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

describe('ping', () => {
  it('says what the key opens, with and without a trailing slash and with two at the front', async () => {
    const { orgId, projectId, email } = test.admin;
    for (const path of ['/v1/ping/', '/v1/ping', '//v1/ping/']) {
      const { status, body } = await admin.rest('GET', path);
      expect([status, body]).toEqual([200, { status: 'ok', org_id: orgId, project_id: projectId, user_email: email }]);
    }
  });

  it.each([null, 'm0sk_wrong'])('answers 401 with detail alone to the key %s', async (key) => {
    const { status, body, headers } = await test.as(key).rest('GET', '/v1/ping/');
    expect(status).toBe(401);
    expect(body).toEqual({ detail: expect.any(String) });
    expect(headers['www-authenticate']).toContain('Token');
  });

  it('answers 401 before it looks at the input', async () => {
    expect((await test.as(null).rest('POST', '/v3/memories/add/', { messages: 7 })).status).toBe(401);
  });
});

describe('adding memories', () => {
  it('stores messages as they stand, and says of a repeat that nothing was added', async () => {
    const request = {
      messages: [{ role: 'user', content: 'I collect stamps' }],
      user_id: 'rosa',
      infer: false,
      output_format: 'v1.1',
      enable_graph: true,
    };
    const { status, body } = await admin.rest<Added>('POST', '/v3/memories/add/', request);
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Memories stored successfully',
      status: 'SUCCEEDED',
      event_id: expect.any(String),
      results: [{ id: expect.any(String), data: { memory: 'I collect stamps' }, event: 'ADD' }],
    });
    const repeat = await admin.rest<Added>('POST', '/v3/memories/add/', request);
    expect(repeat.body.results).toEqual([{ ...body.results[0], event: 'NOOP' }]);
  });

  it('accepts messages for extraction and shows the event until it is done', async () => {
    const request = { messages: [{ role: 'user', content: 'My sister lives in Lisbon.' }], user_id: 'rosa' };
    const { status, body } = await admin.rest<Added>('POST', '/v3/memories/add/', request);
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Memory processing has been queued for background execution',
      status: 'PENDING',
      event_id: expect.any(String),
    });
    const read = () =>
      admin.rest<{ status: string; results: { memory: string }[] }>('GET', `/v1/event/${body.event_id}/`);
    await expect.poll(async () => (await read()).body.status, { timeout: 20_000 }).toBe('SUCCEEDED');
    const event = (await read()).body;
    expect(event).toMatchObject({
      id: body.event_id,
      event_type: 'ADD',
      payload: { user_id: 'rosa' },
      error: null,
      graph_status: null,
      completed_at: time,
    });
    expect(event.results[0]).toEqual({
      id: expect.any(String),
      event: 'ADD',
      data: { memory: event.results[0]?.memory },
      memory: expect.stringContaining('Lisbon'),
    });
    expect((await admin.rest('GET', `/v1/events/${body.event_id}`)).body).toEqual(event);
    expect((await admin.rest('GET', '/v1/events/?event_type=ADD')).body).toMatchObject({
      count: 1,
      next: null,
      previous: null,
    });
  });

  it('takes entity ids from filters too', async () => {
    const id = await remember('I collect stamps', { user_id: undefined, filters: { agent_id: 'guide' } });
    expect((await admin.rest('GET', `/v1/memories/${id}/`)).body).toMatchObject({ user_id: null, agent_id: 'guide' });
  });

  it.each([
    [{}, 'messages is required.'],
    [null, 'messages is required.'],
    [[], 'The body must be an object.'],
    [{ messages: [], user_id: 'rosa' }, 'At least one message is required.'],
    [
      { messages: [{ role: 'user', content: 'x' }] },
      'At least one of user_id, agent_id, app_id and run_id is required.',
    ],
    [{ messages: [{ role: 'user', content: 'x' }], user_id: 7 }, 'user_id must be text.'],
    [
      { messages: [{ role: 'user', content: 'x' }], user_id: 'rosa', expiration_date: '2026-02-30' },
      'expiration_date must be a day in the form YYYY-MM-DD.',
    ],
    [
      { messages: [{ role: 'user', content: 'x' }], user_id: 'rosa', custom_categories: ['bare'] },
      expect.stringContaining('custom_categories must be a list'),
    ],
    [
      { messages: [{ role: 'user', content: 'x' }], user_id: 'rosa', timestamp: 'soon' },
      expect.stringContaining('timestamp must be a number of Unix seconds'),
    ],
    [
      { messages: [{ role: 'user', content: 'x' }], user_id: 'a\u0000b' },
      expect.stringContaining('user_id contains characters'),
    ],
  ])('refuses %j in the documented form', async (request, text) => {
    const { status, body } = await admin.rest('POST', '/v3/memories/add/', request);
    expect(status).toBe(400);
    expect(body).toEqual({ error: '400 Bad Request', details: { message: text }, detail: text });
  });

  it('refuses broken JSON and a body that is too large in the same form', async () => {
    const headers = { authorization: `Token ${test.admin.apiKey}`, 'content-type': 'application/json' };
    const broken = await test.app.inject({
      method: 'POST',
      url: '/v3/memories/add/',
      headers,
      payload: '{"messages": [',
    });
    expect([broken.statusCode, broken.json()]).toEqual([
      400,
      { error: '400 Bad Request', details: { message: expect.any(String) }, detail: expect.any(String) },
    ]);
    const large = await test.app.inject({
      method: 'POST',
      url: '/v3/memories/add/',
      headers,
      payload: `"${'x'.repeat(3_000_000)}"`,
    });
    expect([large.statusCode, large.json()]).toEqual([413, { error: expect.any(String), detail: expect.any(String) }]);
    const unknown = await test.app.inject({
      method: 'POST',
      url: '/v3/memories/add/',
      headers: { ...headers, 'content-type': 'text/csv' },
      payload: 'a;b',
    });
    expect([unknown.statusCode, unknown.json()]).toEqual([
      415,
      { error: expect.any(String), detail: expect.any(String) },
    ]);
  });

  it('refuses to work for another project than the one of the key', async () => {
    const { orgId, projectId } = test.admin;
    const request = { messages: [{ role: 'user', content: 'x' }], user_id: 'rosa', infer: false };
    expect(
      (await admin.rest('POST', '/v3/memories/add/', { ...request, org_id: orgId, project_id: projectId })).status,
    ).toBe(200);
    const refused = await admin.rest('POST', '/v3/memories/add/', { ...request, project_id: 'proj_other' });
    expect([refused.status, refused.body]).toEqual([403, { error: expect.any(String), detail: expect.any(String) }]);
  });
});

describe('one memory', () => {
  it('is read in full', async () => {
    const id = await remember('I collect stamps', {
      run_id: 'r1',
      metadata: { via: 'import' },
      timestamp: Date.UTC(2026, 2, 1, 8) / 1000,
    });
    const { status, body } = await admin.rest('GET', `/v1/memories/${id}/`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      memory: 'I collect stamps',
      user_id: 'rosa',
      agent_id: null,
      app_id: null,
      run_id: 'r1',
      session_id: 'r1',
      metadata: { via: 'import' },
      categories: expect.any(Array),
      replaced_by: null,
      synthesized: false,
      lifecycle_state: 'active',
      immutable: false,
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      expiration_date: null,
      structured_attributes: {
        year: 2026,
        month: 3,
        day: 1,
        hour: 8,
        minute: 0,
        day_of_week: 'sunday',
        week_of_year: 9,
        day_of_year: 60,
        quarter: 1,
        is_weekend: true,
      },
      created_at: '2026-03-01T08:00:00.000Z',
      updated_at: time,
    });
  });

  it('is changed, deleted, and its history stays', async () => {
    const id = await remember('I collect stamps');
    const changed = await admin.rest('PUT', `/v1/memories/${id}/`, {
      text: 'I collect coins',
      metadata: { a: 1 },
      expiration_date: '2030-01-01',
      timestamp: '2026-01-02T03:04:05Z',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        id,
        memory: 'I collect coins',
        metadata: { a: 1 },
        expiration_date: '2030-01-01',
        created_at: '2026-01-02T03:04:05.000Z',
      },
    });
    const cleared = await admin.rest('PUT', `/v1/memories/${id}/`, {
      text: null,
      metadata: null,
      expiration_date: null,
      timestamp: null,
    });
    expect(cleared).toMatchObject({
      status: 200,
      body: { memory: 'I collect coins', metadata: null, expiration_date: null },
    });

    const older = await remember('I collected shells');
    const replace = 'mutation ($input: SetMemoryLinkInput!) { setMemoryLink(input: $input) { __typename } }';
    const input = { newerMemoryId: id, olderMemoryId: older };
    expect((await admin.rest('POST', '/graphql', { query: replace, variables: { input } })).body).toEqual({
      data: { setMemoryLink: { __typename: 'SetMemoryLinkPayload' } },
    });
    const deleted = await admin.rest('DELETE', `/v1/memories/${id}/?delete_linked=true`);
    expect([deleted.status, deleted.body]).toEqual([
      200,
      { message: 'Memory deleted successfully!', cascade_count: 1 },
    ]);
    expect((await admin.rest('GET', `/v1/memories/${older}/`)).status).toBe(404);
    expect((await admin.rest('GET', `/v1/memories/${id}/`)).body).toEqual({
      error: 'Memory not found!',
      detail: 'Memory not found!',
    });

    const { status, body } = await admin.rest<Record<string, unknown>[]>('GET', `/v1/memories/${id}/history/`);
    expect(status).toBe(200);
    expect(body.map((entry) => [entry.event, entry.old_memory, entry.new_memory])).toEqual([
      ['ADD', null, 'I collect stamps'],
      ['UPDATE', 'I collect stamps', 'I collect coins'],
      ['UPDATE', 'I collect coins', 'I collect coins'],
      ['DELETE', 'I collect coins', null],
    ]);
    expect(body[0]).toMatchObject({
      memory_id: id,
      user_id: 'rosa',
      session_id: null,
      run_id: null,
      input: [{ role: 'user', content: 'I collect stamps' }],
      created_at: time,
    });
  });

  it.each([
    ['GET', '/v1/memories/7/'],
    ['PUT', '/v1/memories/7/'],
    ['DELETE', '/v1/memories/7/'],
    ['GET', '/v1/memories/7/history/'],
  ] as const)('needs a UUID: %s %s', async (method, path) => {
    const { status, body } = await admin.rest(method, path, method === 'PUT' ? { text: 'x' } : undefined);
    expect([status, body.error]).toEqual([400, 'memory_id should be a valid UUID']);
  });

  it.each([
    ['GET', `/v1/memories/${absent}/`],
    ['PUT', `/v1/memories/${absent}/`],
    ['DELETE', `/v1/memories/${absent}/`],
    ['GET', `/v1/memories/${absent}/history/`],
  ] as const)('is 404 when it is absent: %s %s', async (method, path) => {
    const { status, body } = await admin.rest(method, path, method === 'PUT' ? { text: 'x' } : undefined);
    expect([status, body]).toEqual([404, { error: 'Memory not found!', detail: 'Memory not found!' }]);
  });

  it('refuses a change of nothing, and of what is immutable', async () => {
    const id = await remember('I collect stamps', { immutable: true });
    expect(await admin.rest('PUT', `/v1/memories/${id}/`, {})).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('At least one of text') },
    });
    expect(await admin.rest('PUT', `/v1/memories/${id}/`, { text: 'x' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('immutable') },
    });
  });
});
