import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
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
afterEach(() => idle(test.app.services));
afterAll(() => test.close());

const add = (request: object) =>
  admin.rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content: 'I collect stamps' }],
    infer: false,
    ...request,
  });
const memoriesOf = async (user: string) =>
  (
    await admin.rest<{ results: { memory: string }[] }>('GET', `/v1/memories/user/${encodeURIComponent(user)}/`)
  ).body.results.map(({ memory }) => memory);
const both = (text: string) => ({ error: text, detail: text });

describe('row 2, POST /v3/memories/add/', () => {
  it('takes entity ids from filters in either spelling, the one outside first', async () => {
    expect((await add({ filters: { userId: 'rosa' } })).status).toBe(200);
    expect((await add({ user_id: 'eve', filters: { userId: 'rosa', run_id: 'r1' } })).status).toBe(200);
    const { body } = await admin.rest('POST', '/v3/memories/', {
      filters: { OR: [{ user_id: 'rosa' }, { user_id: 'eve' }] },
      fields: ['user_id', 'run_id'],
    });
    expect(body.results).toEqual([
      { user_id: 'eve', run_id: 'r1' },
      { user_id: 'rosa', run_id: null },
    ]);
  });

  it.each(['a/b c', 'a%2Fb', '100%', 'a+b', ' a b ', 'a?b#c', 'ж'.repeat(255)])(
    'keeps the id %j as it is: by path, by filter and for deletion',
    async (user) => {
      await add({ user_id: user });
      expect(await memoriesOf(user)).toEqual(['I collect stamps']);
      expect((await admin.rest('POST', '/v3/memories/', { filters: { user_id: user } })).body.count).toBe(1);
      expect(
        (await admin.rest<{ name: string }[]>('GET', `/v2/entities/user/${encodeURIComponent(user)}/`)).body.map(
          ({ name }) => name,
        ),
      ).toEqual([user]);
      const { body } = await admin.rest('DELETE', `/v1/memories/?${new URLSearchParams({ user_id: user }).toString()}`);
      expect(body).toEqual({ message: 'Delete in progress. This may take some time.', event_id: expect.any(String) });
      expect(await memoriesOf(user)).toEqual([]);
    },
  );
});

describe('rows 4 and 7, POST /v3/memories/search/ and /v3/memories/', () => {
  it.each(['/v3/memories/search/', '/v3/memories/'])('%s says where ids of entities belong', async (path) => {
    const { status, body } = await admin.rest('POST', path, {
      query: 'stamps',
      user_id: 'rosa',
      filters: { user_id: 'rosa' },
    });
    expect([status, body]).toEqual([400, both('user_id belongs into filters: {"filters": {"user_id": ...}}.')]);
  });

  it('names the date that is none by its parameter', async () => {
    const filters = { user_id: 'rosa' };
    const problem = 'must be a date (YYYY-MM-DD) or an ISO date-time.';
    expect((await admin.rest('POST', '/v3/memories/', { filters, start_date: 'soon' })).body).toEqual(
      both(`start_date ${problem}`),
    );
    expect((await admin.rest('GET', '/v1/memories/?user_id=rosa&end_date=2026-02-30')).body).toEqual(
      both(`end_date ${problem}`),
    );
  });
});

describe('row 6, POST /v1/memories/search/', () => {
  it('asks for an entity where it takes one', async () => {
    const { status, body } = await admin.rest('POST', '/v1/memories/search/', {
      query: 'stamps',
      filters: { user_id: 'rosa' },
    });
    const text = 'At least one of user_id, agent_id, app_id, run_id is required.';
    expect([status, body]).toEqual([400, { message: text, detail: text }]);
  });
});

describe('row 8, POST /v2/memories/', () => {
  it('pages by the body, and by the query first', async () => {
    for (const content of ['one', 'two', 'three'])
      await add({ messages: [{ role: 'user', content }], user_id: 'rosa' });
    const page = async (query: string, more: object) =>
      (await admin.rest('POST', `/v2/memories/${query}`, { filters: { user_id: 'rosa' }, fields: ['memory'], ...more }))
        .body;
    expect(await page('', { page: 2, page_size: 1 })).toEqual([{ memory: 'two' }]);
    expect(await page('?page=3&page_size=1', { page: 2, page_size: 1 })).toEqual([{ memory: 'one' }]);
    expect(await page('', { page: 4, page_size: 1 })).toEqual([]);
  });
});

describe('row 9, GET /v1/memories/', () => {
  it('answers a list of texts without an entity, and the name of a limit that is none', async () => {
    const { status, body } = await admin.rest('GET', '/v1/memories/');
    expect([status, body]).toEqual([400, ['At least one of user_id, agent_id, app_id, run_id is required.']]);
    for (const limit of [0, 201, 1.5]) {
      expect((await admin.rest('GET', `/v1/memories/?user_id=rosa&limit=${limit}`)).body).toEqual(
        both('limit must be a whole number from 1 to 200.'),
      );
    }
    expect((await admin.rest('GET', '/v1/memories/?user_id=rosa&limit=500&page=1&page_size=1')).status).toBe(200);
  });
});

describe('row 10, GET /v1/memories/{entity_type}/{entity_id}/', () => {
  it('takes the name of one entity, and no `*`', async () => {
    expect((await admin.rest('GET', '/v1/memories/user/*/')).body).toEqual(
      both('entity_id must be the name of one entity.'),
    );
  });
});

describe('row 12, PUT /v1/memories/{memory_id}/', () => {
  it('changes what is sent and clears what is null', async () => {
    const [{ id }] = (await add({ user_id: 'rosa', metadata: { a: 1 }, expiration_date: '2099-01-01' })).body.results;
    const change = async (request: object) => (await admin.rest('PUT', `/v1/memories/${id}/`, request)).body;
    expect(await change({ text: null, timestamp: 1772352000.5 })).toMatchObject({
      memory: 'I collect stamps',
      created_at: '2026-03-01T08:00:00.500Z',
      expiration_date: '2099-01-01',
    });
    expect(await change({ timestamp: '2026-03-01T09:00:00+01:00', metadata: { b: 2 } })).toMatchObject({
      created_at: '2026-03-01T08:00:00.000Z',
      metadata: { b: 2 },
    });
    expect(await change({ metadata: null, expiration_date: null, unknown: 1 })).toMatchObject({
      metadata: null,
      expiration_date: null,
      memory: 'I collect stamps',
    });
    const { status, body } = await admin.rest('PUT', `/v1/memories/${id}/`, { unknown: 1 });
    expect([status, body]).toEqual([
      400,
      both('At least one of text, metadata, expiration_date and timestamp must be given.'),
    ]);
  });
});

describe('row 16, DELETE /v1/memories/', () => {
  it('without a filter is refused in words of the wire', async () => {
    const { status, body } = await admin.rest('DELETE', '/v1/memories/?source=CLI');
    expect([status, body.error]).toEqual([400, expect.not.stringMatching(/userId|agentId/)]);
  });
});

describe('rows 12, 13 and 33, for those who may only read', () => {
  it('are 404 for what is not there and 403 for what is, as in GraphQL', async () => {
    const { id } = (await add({ user_id: 'rosa' })).body.results[0];
    const { body: account } = await admin.rest<{ id: string }>('POST', '/users', {
      name: 'Reader',
      email: 'reader@example.com',
      role: 'member',
      project_id: test.admin.projectId,
      project_role: 'READER',
    });
    const reader = test.as(
      await test.keyFor(
        { id: account.id, name: 'Reader', email: 'reader@example.com', role: 'member' },
        { projectId: test.admin.projectId },
      ),
    );
    const mutation = async (name: string, input: string): Promise<unknown> => {
      const { body } = await reader.rest<{ data: Record<string, { code: string }> }>('POST', '/graphql', {
        query: `mutation { ${name}(input: { ${input} }) { ... on Error { code } } }`,
      });
      return body.data[name]?.code;
    };
    for (const [memory, status, outcome] of [
      [id, 403, 'FORBIDDEN'],
      ['018f0000-0000-7000-8000-000000000000', 404, 'NOT_FOUND'],
    ] as const) {
      expect((await reader.rest('PUT', `/v1/memories/${memory}/`, { text: 'x' })).status).toBe(status);
      expect((await reader.rest('DELETE', `/v1/memories/${memory}/`)).status).toBe(status);
      expect((await reader.rest('POST', '/v1/feedback/', { memory_id: memory, feedback: 'POSITIVE' })).status).toBe(
        status,
      );
      expect(await mutation('updateMemory', `id: "${memory}", text: "x"`)).toBe(outcome);
      expect(await mutation('deleteMemory', `id: "${memory}"`)).toBe(outcome);
      expect(await mutation('giveFeedback', `memoryId: "${memory}", rating: POSITIVE`)).toBe(outcome);
    }
  });
});
