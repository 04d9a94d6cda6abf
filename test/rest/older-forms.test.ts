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

async function remember(content: string, more: object = {}): Promise<string> {
  const { body } = await admin.rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content }],
    user_id: 'rosa',
    infer: false,
    ...more,
  });
  return body.results[0].id;
}

describe('the older form of adding', () => {
  const request = {
    messages: [{ role: 'user', content: 'I collect stamps' }],
    user_id: 'rosa',
    async_mode: true,
    custom_categories: { travel: 'Trips' },
  };

  it('answers a list', async () => {
    const { status, body } = await admin.rest('POST', '/v1/memories/', request);
    expect([status, body]).toEqual([
      200,
      [{ message: expect.any(String), status: 'PENDING', event_id: expect.any(String) }],
    ]);
  });

  it('answers results and relations to callers who ask for the second version', async () => {
    const { body } = await admin.rest('POST', '/v1/memories/', {
      ...request,
      infer: false,
      version: 'v2',
      output_format: 'v1.1',
    });
    expect(body).toEqual({
      results: [expect.objectContaining({ status: 'SUCCEEDED', results: [expect.objectContaining({ event: 'ADD' })] })],
      relations: [],
    });
  });
});

describe('the older forms of searching', () => {
  it('answer a bare list; the second version takes filters, the first ids', async () => {
    const id = await remember('I collect stamps', { run_id: 'r1' });
    const second = await admin.rest('POST', '/v2/memories/search/', {
      query: 'stamps',
      filters: { AND: [{ user_id: 'rosa' }] },
    });
    expect([second.status, second.body]).toEqual([
      200,
      [expect.objectContaining({ id, session_id: 'r1', score: expect.any(Number) })],
    ]);
    const first = await admin.rest('POST', '/v1/memories/search/', { query: 'stamps', user_id: 'rosa' });
    expect([first.status, first.body]).toEqual([200, [expect.objectContaining({ id })]]);
    const wrapped = await admin.rest('POST', '/v1/memories/search/', {
      query: 'stamps',
      user_id: 'rosa',
      output_format: 'v1.1',
    });
    expect(wrapped.body).toEqual({ results: [expect.objectContaining({ id })], relations: [] });
    expect((await admin.rest('POST', '/v1/memories/search/', { query: 'stamps', user_id: 'eve' })).body).toEqual([]);
  });

  it.each(['/v2/memories/search/', '/v2/memories/'])('are narrowed by IDs beside the filters: %s', async (path) => {
    await remember('Stamps', { user_id: 'rosa', agent_id: 'guide' });
    await remember('Stamps of Eve', { user_id: 'eve', agent_id: 'guide' });
    const find = async (more: object) =>
      (await admin.rest<{ memory: string }[]>('POST', path, { query: 'stamps', ...more })).body.map(
        ({ memory }) => memory,
      );
    const filters = { agent_id: 'guide' };
    expect((await find({ filters })).sort()).toEqual(['Stamps', 'Stamps of Eve']);
    expect(await find({ filters, user_id: 'rosa' })).toEqual(['Stamps']);
    expect(await find({ user_id: 'eve' })).toEqual(['Stamps of Eve']);
    expect(await find({ filters, user_id: 'nobody' })).toEqual([]);
  });

  it.each([
    ['/v2/memories/search/', {}],
    ['/v1/memories/search/', { user_id: '' }],
  ])('refuse a search without an entity: %s', async (path, more) => {
    const { status, body } = await admin.rest('POST', path, { query: 'stamps', ...more });
    expect([status, body]).toEqual([400, { message: expect.stringContaining('user_id'), detail: body.message }]);
  });
});

describe('the older forms of listing', () => {
  it('answer a bare list', async () => {
    const [older, newer] = [await remember('Stamps'), await remember('Coins', { metadata: { album: 2 } })];
    const ids = async (method: 'GET' | 'POST', path: string, request?: object) =>
      (await admin.rest<{ id: string }[]>(method, path, request)).body.map(({ id }) => id);
    expect(await ids('POST', '/v2/memories/', { filters: { user_id: 'rosa' } })).toEqual([newer, older]);
    expect(await ids('GET', '/v1/memories/?user_id=rosa')).toEqual([newer, older]);
    expect(await ids('GET', '/v1/memories/?user_id=rosa&limit=1&source=CLI')).toEqual([newer]);
    expect(await ids('GET', `/v1/memories/?user_id=rosa&metadata=${encodeURIComponent('{"album":2}')}`)).toEqual([
      newer,
    ]);
    expect((await admin.rest('GET', '/v1/memories/?user_id=rosa&keywords=stamp&fields=memory,user_id')).body).toEqual([
      { memory: 'Stamps', user_id: 'rosa' },
    ]);
  });

  it('answer an envelope to a page number with a page size', async () => {
    const id = await remember('Stamps');
    const { body } = await admin.rest('GET', '/v1/memories/?user_id=rosa&page=1&page_size=5&limit=1');
    expect(body).toEqual({ count: 1, next: null, previous: null, results: [expect.objectContaining({ id })] });
    expect(await admin.rest('GET', '/v1/memories/?user_id=rosa&page=2&page_size=5')).toMatchObject({
      status: 404,
      body: { detail: 'Invalid page.' },
    });
  });

  it('refuse what they cannot answer, in their own forms', async () => {
    expect(await admin.rest('GET', '/v1/memories/')).toMatchObject({
      status: 400,
      body: [expect.stringContaining('user_id')],
    });
    expect(await admin.rest('GET', '/v1/memories/?user_id=rosa&limit=201')).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
    expect(await admin.rest('GET', '/v1/memories/?user_id=rosa&metadata=x')).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('metadata') },
    });
    expect(await admin.rest('POST', '/v2/memories/', {})).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    });
    expect(await admin.rest('GET', '/v1/memories/?user_id=rosa&project_id=proj_other')).toMatchObject({
      status: 403,
      body: { error: expect.any(String) },
    });
  });
});

describe('the memories of one entity', () => {
  it('come with what they were made of, also when its name holds a slash', async () => {
    const id = await remember('I collect stamps', { run_id: 'a/b c' });
    await remember('My sister lives in Lisbon');
    const { status, body } = await admin.rest('GET', '/v1/memories/run/a%2Fb%20c/?page=1');
    expect(status).toBe(200);
    expect(body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          id,
          memory: 'I collect stamps',
          metadata: null,
          categories: expect.any(Array),
          created_at: expect.any(String),
          updated_at: expect.any(String),
          input: [{ role: 'user', content: 'I collect stamps' }],
          is_updated: false,
        },
      ],
    });
    await admin.rest('PUT', `/v1/memories/${id}/`, { text: 'I collect coins' });
    const { body: later } = await admin.rest('GET', '/v1/memories/run/a%2Fb%20c');
    expect(later).toMatchObject({
      count: 1,
      results: [{ memory: 'I collect coins', input: [{ content: 'I collect stamps' }], is_updated: true }],
    });
  });

  it('are refused for what is no entity', async () => {
    for (const path of [
      '/v1/memories/team/rosa/',
      '/v1/memories/user/*/',
      '/v1/memories/user/a%00b/',
      '/v1/memories/user/rosa/?page=x',
    ]) {
      const { status, body } = await admin.rest('GET', path);
      expect([status, body]).toEqual([400, { error: expect.any(String), detail: body.error }]);
    }
    expect(await admin.rest('GET', '/v1/memories/user/rosa/?page=2')).toMatchObject({
      status: 404,
      body: { detail: 'Invalid page.' },
    });
    expect((await admin.rest('GET', '/v1/memories/user/%zz/')).status).toBe(400);
  });
});
