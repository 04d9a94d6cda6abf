import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
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
afterEach(() => idle(test.app.services));
afterAll(() => test.close());

async function remember(content: string, user_id = 'rosa'): Promise<void> {
  await admin.rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content }], user_id, infer: false });
}

async function order(
  body: object,
  key: string | null = 'a-key-of-the-order',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = {
    authorization: `Token ${test.admin.apiKey}`,
    'content-type': 'application/json',
    ...(key !== null && { 'idempotency-key': key }),
  };
  const answer = await test.app.inject({
    method: 'POST',
    url: '/v2/profiles/jobs/',
    headers,
    payload: JSON.stringify(body),
  });
  await idle(test.app.services);
  return { status: answer.statusCode, body: JSON.parse(answer.body) as Record<string, unknown> };
}

const profileOf = (name: string, type = 'user', client = admin) =>
  client.rest('GET', `/v2/entities/${type}/${encodeURIComponent(name)}/profile/`);

describe('profiles in REST', () => {
  it('are ordered, followed and read', async () => {
    await remember('I play football every weekend', 'ro/sa');
    expect(await profileOf('ro/sa')).toMatchObject({
      status: 200,
      body: {
        profile: {},
        status: 'pending',
        entity_type: 'user',
        entity_id: 'ro/sa',
        updated_at: null,
        generation_count: 0,
        error: null,
      },
    });
    const { status, body } = await order({ operation: 'trigger', entity_type: 'user', entity_id: 'ro/sa' });
    expect([status, body]).toEqual([
      202,
      {
        job_id: expect.any(String),
        status: 'QUEUED',
        status_url: `/v2/profiles/jobs/${String(body.job_id)}/`,
        operation: 'trigger',
        entity_type: 'user',
        entity_count_reserved: 1,
        event_id: body.job_id,
        replayed: false,
      },
    ]);
    expect(await admin.rest('GET', body.status_url as string)).toMatchObject({
      status: 200,
      body: {
        job: {
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
        },
      },
    });
    expect((await profileOf('ro/sa')).body).toMatchObject({
      status: 'succeeded',
      generation_count: 1,
      updated_at: expect.any(String),
      profile: expect.any(Object),
    });
    expect(await order({ operation: 'trigger', entity_type: 'user', entity_id: 'ro/sa' })).toMatchObject({
      status: 202,
      body: { job_id: body.job_id, replayed: true },
    });
    expect(await admin.rest('GET', `/v1/event/${String(body.job_id)}/`)).toMatchObject({
      body: { event_type: 'PROFILE', status: 'SUCCEEDED' },
    });
  });

  it('are sampled', async () => {
    await remember('Stamps', 'rosa');
    await remember('Tea', 'li');
    expect(await order({ operation: 'sample', entity_type: 'user', limit: 1 })).toMatchObject({
      status: 202,
      body: { operation: 'sample', sampled: 1, entity_ids: ['li'], entity_count_reserved: 1 },
    });
    expect((await profileOf('li')).body).toMatchObject({ status: 'succeeded' });
  });

  it('are refused where the request makes no sense', async () => {
    await remember('Stamps');
    const trigger = { operation: 'trigger', entity_type: 'user', entity_id: 'rosa' };
    const bad: [object, string | null][] = [
      [trigger, null],
      [trigger, 'short'],
      [trigger, 'x'.repeat(129)],
      [{ ...trigger, operation: 'x' }, 'k'.repeat(8)],
      [{ ...trigger, entity_type: 'agent' }, 'k'.repeat(8)],
      [{ ...trigger, entity_id: null }, 'k'.repeat(8)],
      [{ operation: 'sample', entity_type: 'user', limit: 11 }, 'k'.repeat(8)],
      [{}, 'k'.repeat(8)],
    ];
    for (const [body, key] of bad)
      expect(await order(body, key)).toMatchObject({
        status: 400,
        body: { error: expect.any(String), detail: expect.any(String) },
      });
    expect(await order({ ...trigger, entity_id: 'nobody' })).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
    expect(await profileOf('nobody')).toMatchObject({ status: 404 });
    expect(await profileOf('rosa', 'agent')).toMatchObject({ status: 400 });
    expect((await admin.rest('GET', '/v2/profiles/jobs/x/')).status).toBe(400);
    expect((await admin.rest('GET', '/v2/profiles/jobs/00000000-0000-4000-8000-000000000000/')).status).toBe(404);
    await order(trigger);
    expect((await order({ ...trigger, operation: 'sample' })).status).toBe(422);
    await admin.rest('POST', '/v2/profiles/settings/', { enabled: false });
    expect((await order(trigger, 'another-key')).status).toBe(409);
    expect((await profileOf('rosa')).body).toMatchObject({ status: 'not_enabled', profile: {} });
  });

  it('have settings, of which only those change that are sent', async () => {
    const schema = {
      type: 'object',
      properties: { hobbies: { type: 'array', items: { type: 'string' }, description: 'What the user does.' } },
    };
    expect((await admin.rest('GET', '/v2/profiles/settings/')).body).toEqual({
      enabled: true,
      entities: { user: { schema: null, custom_instructions: null } },
      capabilities: { full_rebuild: false },
    });
    const set = (body: unknown) => admin.rest('POST', '/v2/profiles/settings/', body);
    expect((await set({ entities: { user: { schema, custom_instructions: 'Be kind' } } })).body).toMatchObject({
      enabled: true,
      entities: { user: { schema, custom_instructions: 'Be kind' } },
    });
    expect(
      (await set({ enabled: false, entities: { user: { schema: null } }, project_id: test.admin.projectId })).body,
    ).toMatchObject({ enabled: false, entities: { user: { schema: null, custom_instructions: 'Be kind' } } });
    for (const body of [{ colour: 1 }, { entities: { agent: {} } }])
      expect(await set(body)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('Unsupported settings') },
      });
    for (const body of [
      { enabled: 'yes' },
      { entities: 5 },
      { entities: { user: { schema: 5 } } },
      { entities: { user: { schema: { properties: { a: {} } } } } },
      { entities: { user: 5 } },
      { entities: { user: { custom_instructions: 5 } } },
    ]) {
      expect(await set(body)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    }
  });

  it('of another project do not exist; READERs read', async () => {
    await remember('Stamps');
    const { body } = await order({ operation: 'trigger', entity_type: 'user', entity_id: 'rosa' });
    const bob = await person(test.app.services, 'bob');
    const { projectId } = await tenant(test.app.services, [[bob, 'READER']]);
    const reader = test.as(await test.keyFor(bob, { projectId }));
    expect((await profileOf('rosa', 'user', reader)).status).toBe(404);
    expect((await reader.rest('GET', body.status_url as string)).status).toBe(404);
    expect((await reader.rest('GET', '/v2/profiles/settings/')).status).toBe(200);
    expect((await reader.rest('POST', '/v2/profiles/settings/', { enabled: false })).status).toBe(403);
    expect((await test.as(null).rest('GET', '/v2/profiles/settings/')).status).toBe(401);
  });
});

describe('summaries in REST', () => {
  it('are a list of one, or of none', async () => {
    expect((await admin.rest('POST', '/v1/summary/', { filters: { user_id: 'rosa' } })).body).toEqual([]);
    await remember('Rosa collects stamps');
    for (const filters of [{ user_id: 'rosa' }, { AND: [{ user_id: 'rosa' }] }, null, undefined]) {
      expect(await admin.rest('POST', '/v1/summary/', { filters })).toMatchObject({
        status: 200,
        body: [{ summary: expect.stringContaining('Rosa collects stamps.') }],
      });
    }
    for (const filters of [{ colour: 1 }, 5, []])
      expect(await admin.rest('POST', '/v1/summary/', { filters })).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      });
    expect((await admin.rest('POST', '/v1/summary/', { project_id: 'proj_other' })).status).toBe(403);
  });

  it('are refused with the ID of an entity beside `filters`, which would summarize the whole project', async () => {
    await remember('Rosa collects stamps');
    for (const name of ['user_id', 'agent_id', 'app_id', 'run_id']) {
      const { status, body } = await admin.rest('POST', '/v1/summary/', { [name]: 'eve' });
      const detail = `${name} belongs into filters: {"filters": {"${name}": ...}}.`;
      expect([status, body]).toEqual([400, { error: detail, detail }]);
    }
  });
});

describe('profiles and summaries in GraphQL', () => {
  type Data = Record<string, Record<string, unknown>>;
  async function ask(query: string, variables: object = {}): Promise<Data> {
    const { body } = await admin.rest<{ data: Data; errors?: unknown[] }>('POST', '/graphql', { query, variables });
    expect(body.errors).toBeUndefined();
    return body.data;
  }

  it('are made, followed and read', async () => {
    await remember('I play football every weekend');
    const settings =
      'mutation ($input: UpdateProfileSettingsInput!) { updateProfileSettings(input: $input) { ... on UpdateProfileSettingsPayload { profileSettings { isEnabled customInstructions } } ... on Error { code } } }';
    expect((await ask(settings, { input: { customInstructions: 'Be kind' } })).updateProfileSettings).toMatchObject({
      profileSettings: { isEnabled: true, customInstructions: 'Be kind' },
    });
    expect((await ask(settings, { input: { schema: {} } })).updateProfileSettings).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    const generate =
      'mutation ($input: GenerateProfilesInput!) { generateProfiles(input: $input) { ... on GenerateProfilesPayload { profileJob { id operation userIds event { type } } } ... on Error { code } } }';
    const { generateProfiles } = await ask(generate, { input: { userId: 'rosa' } });
    expect(generateProfiles).toMatchObject({
      profileJob: { operation: 'TRIGGER', userIds: ['rosa'], event: { type: 'GENERATE_PROFILES' } },
    });
    await idle(test.app.services);
    const { id } = generateProfiles!.profileJob as { id: string };
    const read = await ask(
      'query ($id: ID!) { profileJob(id: $id) { succeededCount failedCount skippedCount event { status totalCount completedCount } } profile(userId: "rosa") { status content generationCount } profileSettings { schema } summary { text memoryCount usedMemoryCount } }',
      { id },
    );
    expect(read).toEqual({
      profileJob: {
        succeededCount: 1,
        failedCount: 0,
        skippedCount: 0,
        event: { status: 'SUCCEEDED', totalCount: 1, completedCount: 1 },
      },
      profile: { status: 'SUCCEEDED', content: expect.any(Object), generationCount: 1 },
      profileSettings: { schema: null },
      summary: { text: expect.stringContaining('football'), memoryCount: 1, usedMemoryCount: 1 },
    });
    expect((await ask(generate, { input: { userId: 'nobody' } })).generateProfiles).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
