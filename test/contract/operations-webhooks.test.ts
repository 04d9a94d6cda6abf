import { describe, expect, it } from 'vitest';
import { nowhere, restApp, text, time, uuid } from './rest-app.js';

const app = restApp();
const error = (what: unknown) => ({ error: what, detail: what });
const call = (...[method, path, body]: Parameters<typeof app.admin.rest>) => app.admin.rest(method, path, body);
const hook = { url: 'https://hooks.example.org/m', name: 'Audit', event_types: ['memory_add', 'memory_categorize'] };
const webhook = {
  webhook_id: text,
  ...hook,
  owner: 'Admin',
  is_active: true,
  project: 'default-project',
  created_at: time,
  updated_at: time,
};
const noAccess = { status: 403, body: error(text) };
const noWebhook = { status: 404, body: error('Webhook not found.') };
const create = async (path = `/api/v1/webhooks/projects/${app.test.admin.projectId}/`) =>
  (await call('POST', path, hook)).body;

describe('operations of hosted-api.md on webhooks', () => {
  it.each([
    ['row 52, GET /api/v1/webhooks/projects/{project_id}/: lists webhooks', 'projects/{}/'],
    ['row 56, GET /api/v1/webhooks/{project_id}/webhook/: lists webhooks', '{}/webhook/'],
  ])('%s', async (_title, shape) => {
    const path = (id: string) => `/api/v1/webhooks/${shape.replace('{}', id)}`;
    await create();
    const { status, body } = await call('GET', path(app.test.admin.projectId));
    expect([status, body]).toEqual([200, [webhook]]);
    expect(await call('GET', path('proj_none'))).toMatchObject(noAccess);
  });

  it.each([
    ['row 53, POST /api/v1/webhooks/projects/{project_id}/: creates one', 'projects/{}/'],
    ['row 57, POST /api/v1/webhooks/{project_id}/webhook/: creates one', '{}/webhook/'],
  ])('%s', async (_title, shape) => {
    const path = (id: string) => `/api/v1/webhooks/${shape.replace('{}', id)}`;
    const { status, body } = await call('POST', path(app.test.admin.projectId), {
      ...hook,
      is_active: false,
      project_id: 'other',
    });
    expect([status, body]).toEqual([
      201,
      { ...webhook, is_active: false, signing_secret: expect.stringMatching(/^whsec_/) },
    ]);
    const empty = await call('POST', path(app.test.admin.projectId), {});
    expect([empty.status, empty.body]).toEqual([400, { url: [text], name: [text], event_types: [text] }]);
    expect(await call('POST', path(app.test.admin.projectId), { ...hook, event_types: ['nothing'] })).toMatchObject({
      status: 400,
      body: { event_types: [expect.stringContaining('ingest_job_cancelled')] },
    });
    expect(await call('POST', path('proj_none'), hook)).toMatchObject(noAccess);
    const { client: reader } = await app.person('reader', 'READER');
    expect(await reader.rest('POST', path(app.test.admin.projectId), hook)).toMatchObject(noAccess);
  });

  it.each([
    ['row 54, PUT /api/v1/webhooks/{webhook_id}/: changes what is given', '{}/'],
    ['row 58, PUT /api/v1/webhooks/{webhook_id}/webhook/: changes what is given', '{}/webhook/'],
  ])('%s', async (_title, shape) => {
    const change = (id: unknown, body: object) =>
      call('PUT', `/api/v1/webhooks/${shape.replace('{}', String(id))}`, body);
    const { webhook_id: id } = await create();
    expect(await change(id, { name: 'Deletions', event_types: ['memory_delete'], is_active: false })).toMatchObject({
      status: 200,
      body: { message: 'Webhook updated successfully' },
    });
    expect((await call('GET', `/api/v1/webhooks/projects/${app.test.admin.projectId}/`)).body).toEqual([
      { ...webhook, name: 'Deletions', event_types: ['memory_delete'], is_active: false },
    ]);
    expect(await change(id, { url: 'no url' })).toMatchObject({ status: 400, body: { url: [text] } });
    expect(await change('undefined', { name: 'x' })).toMatchObject(noWebhook);
    const { client: reader } = await app.person('reader', 'READER');
    expect(
      await reader.rest('PUT', `/api/v1/webhooks/${shape.replace('{}', String(id))}`, { name: 'x' }),
    ).toMatchObject(noAccess);
  });

  it.each([
    ['row 55, DELETE /api/v1/webhooks/{webhook_id}/: deletes one', '{}/'],
    ['row 59, DELETE /api/v1/webhooks/{webhook_id}/webhook/: deletes one', '{}/webhook/'],
  ])('%s', async (_title, shape) => {
    const { webhook_id: id } = await create();
    const path = `/api/v1/webhooks/${shape.replace('{}', String(id))}`;
    const { client: reader } = await app.person('reader', 'READER');
    expect(await reader.rest('DELETE', path)).toMatchObject(noAccess);
    expect(await call('DELETE', path)).toMatchObject({
      status: 200,
      body: { message: 'Webhook deleted successfully' },
    });
    expect(await call('DELETE', path)).toMatchObject(noWebhook);
  });
});

const schema = {
  type: 'object',
  properties: {
    hobby_list: { type: 'array', items: { type: 'string' }, description: 'What the user plays or collects.' },
  },
};
const settings = (given: object = {}) => ({
  enabled: true,
  entities: { user: { schema: null, custom_instructions: null } },
  capabilities: { full_rebuild: false },
  ...given,
});

async function order(body: object, key?: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = {
    authorization: `Token ${app.test.admin.apiKey}`,
    'content-type': 'application/json',
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const answer = await app.test.app.inject({
    method: 'POST',
    url: '/v2/profiles/jobs/',
    headers,
    payload: JSON.stringify({ entity_type: 'user', ...body }),
  });
  return { status: answer.statusCode, body: JSON.parse(answer.body) as Record<string, unknown> };
}

describe('operations of hosted-api.md on profiles', () => {
  it('row 60, GET /v2/entities/user/{entity_id}/profile/: reads a profile, also while there is none', async () => {
    await app.remember('I play football every weekend', { user_id: 'a/b' });
    const read = async () => (await call('GET', '/v2/entities/user/a%2Fb/profile/')).body;
    const profile = {
      profile: {},
      status: 'pending',
      entity_type: 'user',
      entity_id: 'a/b',
      updated_at: null,
      generation_count: 0,
      error: null,
      instructions: [],
    };
    expect(await read()).toEqual(profile);
    await call('POST', '/v2/profiles/settings/', { enabled: true, entities: { user: { schema } } });
    await order({ operation: 'trigger', entity_id: 'a/b' }, 'the-key-of-it');
    await app.settled();
    expect(await read()).toEqual({
      ...profile,
      profile: { hobby_list: ['I play football every weekend'] },
      status: 'succeeded',
      updated_at: time,
      generation_count: 1,
    });
    await call('POST', '/v2/profiles/settings/', { enabled: false });
    expect(await read()).toMatchObject({ profile: {}, status: 'not_enabled' });
    expect(await call('GET', '/v2/entities/user/nobody/profile/')).toMatchObject({
      status: 404,
      body: error('Entity not found.'),
    });
    expect(await call('GET', '/v2/entities/agent/x/profile/')).toMatchObject({ status: 400, body: error(text) });
  });

  it('row 61, POST /v2/profiles/jobs/: orders one, or some, once for each key', async () => {
    for (const user_id of ['rosa', 'kay']) await app.remember('I play football every weekend', { user_id });
    const job = (operation: string, more: object) => ({
      job_id: uuid,
      status: 'QUEUED',
      status_url: expect.stringMatching(/^\/v2\/profiles\/jobs\/.+\/$/) as unknown,
      operation,
      entity_type: 'user',
      event_id: uuid,
      replayed: false,
      ...more,
    });
    const first = await order({ operation: 'trigger', entity_id: 'rosa' }, 'key-one-1');
    expect(first).toEqual({ status: 202, body: job('trigger', { entity_count_reserved: 1 }) });
    expect((await order({ operation: 'trigger', entity_id: 'rosa' }, 'key-one-1')).body).toEqual({
      ...first.body,
      status: text,
      replayed: true,
    });
    expect(await order({ operation: 'sample', limit: 10 }, 'key-two-2')).toEqual({
      status: 202,
      body: job('sample', {
        entity_count_reserved: 2,
        sampled: 2,
        entity_ids: expect.arrayContaining(['rosa', 'kay']),
      }),
    });
    for (const [body, key] of [
      [{ operation: 'trigger', entity_id: 'rosa' }, undefined],
      [{ operation: 'trigger', entity_id: 'rosa' }, '7 signs'],
      [{ operation: 'trigger', entity_id: 'rosa' }, 'x'.repeat(129)],
      [{ operation: 'sample', limit: 11 }, 'key-four'],
      [{ operation: 'sample', limit: 0 }, 'key-four'],
      [{ operation: 'rebuild' }, 'key-four'],
      [{ operation: 'trigger' }, 'key-four'],
      [{ operation: 'trigger', entity_type: 'agent', entity_id: 'x' }, 'key-four'],
    ] as const) {
      expect(await order(body, key)).toEqual({ status: 400, body: error(text) });
    }
  });

  it('row 62, GET /v2/profiles/jobs/{job_id}/: follows an order', async () => {
    await app.remember('I play football every weekend');
    const { body } = await order({ operation: 'trigger', entity_id: 'rosa' }, 'key-one-1');
    await app.settled();
    const job = {
      id: body.job_id,
      operation: 'trigger',
      entity_type: 'user',
      status: 'SUCCEEDED',
      total: 1,
      enumeration_complete: true,
      completed: 1,
      succeeded: 1,
      failed: 0,
      skipped: 0,
    };
    expect(await call('GET', String(body.status_url))).toMatchObject({ status: 200, body: { job } });
    expect(await call('GET', `/v2/profiles/jobs/${nowhere}/`)).toMatchObject({ status: 404, body: error(text) });
    expect(await call('GET', '/v2/profiles/jobs/7/')).toMatchObject({
      status: 400,
      body: error('job_id must be a UUID.'),
    });
  });

  it('row 63, GET /v2/profiles/settings/: reads how profiles are made', async () => {
    const { status, body } = await call('GET', '/v2/profiles/settings/');
    expect([status, body]).toEqual([200, settings()]);
  });

  it('row 64, POST /v2/profiles/settings/: changes what is sent, and nothing that is unknown', async () => {
    const change = (body: object) => call('POST', '/v2/profiles/settings/', body);
    const user = { schema, custom_instructions: 'Be kind' };
    expect(await change({ enabled: false, entities: { user } })).toMatchObject({
      status: 200,
      body: settings({ enabled: false, entities: { user } }),
    });
    expect((await change({ entities: { user: { custom_instructions: null } } })).body).toEqual(
      settings({ enabled: false, entities: { user: { schema, custom_instructions: null } } }),
    );
    expect((await change({ enabled: true, entities: { user: { schema: null } } })).body).toEqual(settings());
    expect(await change({ enabled: true, colour: 1 })).toMatchObject({
      status: 400,
      body: error(expect.stringContaining('Unsupported settings')),
    });
    expect(
      await change({ entities: { user: { schema: { type: 'object', properties: { a: { type: 'string' } } } } } }),
    ).toMatchObject({ status: 400, body: error(expect.stringContaining('description')) });
    expect(
      await change({
        entities: {
          user: { schema: { type: 'object', properties: { a: { type: 'string', description: 'x'.repeat(60_000) } } } },
        },
      }),
    ).toMatchObject({ status: 400, body: error(expect.stringContaining('10,000 tokens')) });
  });
});
