import { describe, expect, it } from 'vitest';
import { error, told, problem, noEntity } from './rest-errors.js';
import { memory, restApp, time } from './rest-app.js';

const app = restApp();
const filters = { user_id: 'rosa' };
const message = [{ role: 'user', content: 'I collect stamps' }];

interface Listed {
  readonly results: readonly { id: string; memory: string }[];
  readonly count: number;
  readonly next: string | null;
}

const call = (...[method, path, body]: Parameters<typeof app.admin.rest>) => app.admin.rest(method, path, body);

describe('operations of hosted-api.md: lists of memories', () => {
  it('row 7, POST /v3/memories/: pages by the query or the body, newest first; 404 behind the last page', async () => {
    for (let n = 1; n <= 5; n += 1)
      await app.remember(`Stamp ${n}`, { timestamp: 1_767_225_600 + n * 86_400, metadata: { n } });
    await app.remember('Gone', { expiration_date: '2020-01-01' });
    const list = async (query: string, more: object = {}) =>
      (await call('POST', `/v3/memories/${query}`, { filters, ...more })).body as unknown as Listed;
    const first = await list('?page=1&page_size=2', { page: 9, page_size: 9 });
    expect(first).toMatchObject({
      count: 5,
      next: expect.stringMatching(/^http.*\/v3\/memories\/\?page=2&page_size=2$/),
      previous: null,
    });
    expect(first.results[0]).toEqual(
      memory({ memory: 'Stamp 5', metadata: { n: 5 }, created_at: '2026-01-06T00:00:00.000Z' }),
    );
    const texts = async (more: object) =>
      (await list('', { fields: ['memory'], ...more })).results.map((each) => each.memory);
    expect(await texts({ page: 3, page_size: 2 })).toEqual(['Stamp 1']);
    expect(
      await texts({ start_date: '2026-01-03', end_date: '2026-01-04', latest_only: true, include_merged: true }),
    ).toEqual(['Stamp 3', 'Stamp 2']);
    expect(await texts({ show_expired: true })).toHaveLength(6);
    expect(await texts({ keywords: 'STAMP 4' })).toEqual(['Stamp 4']);
    expect(await texts({ categories: ['no such'] })).toEqual([]);
    expect(await call('POST', '/v3/memories/?page=4&page_size=2', { filters })).toMatchObject({
      status: 404,
      body: { detail: 'Invalid page.' },
    });
    const many = await call('POST', '/v3/memories/?page_size=201', { filters });
    expect([many.status, many.body]).toEqual([400, error('page_size must be a whole number from 1 to 200.')]);
    const none = await call('POST', '/v3/memories/', {});
    expect([none.status, none.body]).toEqual([400, error(noEntity)]);
  });

  it('row 8, POST /v2/memories/: answers a bare list', async () => {
    for (const content of ['one', 'two', 'three']) await app.remember(content);
    const { status, body } = await call('POST', '/v2/memories/', {
      filters,
      page: 3,
      page_size: 1,
      org_id: app.test.admin.orgId,
    });
    expect([status, body]).toEqual([200, [memory({ memory: 'one' })]]);
    expect((await call('POST', '/v2/memories/', { filters, fields: ['memory', 'session_id'] })).body).toEqual(
      ['three', 'two', 'one'].map((content) => ({ memory: content, session_id: null })),
    );
    const refused = await call('POST', '/v2/memories/', { filters: {} });
    expect([refused.status, refused.body]).toEqual([400, told(noEntity)]);
  });

  it('row 9, GET /v1/memories/: answers a bare list, or an envelope to page with page_size', async () => {
    for (const n of [1, 2, 3])
      await app.remember(`Stamp ${n}`, { metadata: { n }, timestamp: 1_767_225_600 + n * 86_400, run_id: 'r1' });
    const list = async (query: string) => (await call('GET', `/v1/memories/?${query}`)).body;
    expect(await list('user_id=rosa&limit=1')).toEqual([
      memory({
        memory: 'Stamp 3',
        metadata: { n: 3 },
        run_id: 'r1',
        session_id: 'r1',
        created_at: '2026-01-04T00:00:00.000Z',
      }),
    ]);
    expect(await list('user_id=rosa&run_id=r1&page=2&page_size=2&fields=memory&limit=1')).toEqual({
      count: 3,
      next: null,
      previous: expect.stringContaining('page=1'),
      results: [{ memory: 'Stamp 1' }],
    });
    expect(await list(`user_id=rosa&fields=memory&metadata=${encodeURIComponent('{"n":2}')}`)).toEqual([
      { memory: 'Stamp 2' },
    ]);
    expect(
      await list('user_id=rosa&fields=memory&keywords=stamp%203&start_date=2026-01-02&end_date=2026-01-04'),
    ).toEqual([{ memory: 'Stamp 3' }]);
    expect(await list('user_id=rosa&categories=none,such')).toEqual([]);
    expect(await call('GET', '/v1/memories/')).toMatchObject({ status: 400, body: [problem] });
    const limit = await call('GET', '/v1/memories/?user_id=rosa&limit=201');
    expect([limit.status, limit.body]).toEqual([400, error('limit must be a whole number from 1 to 200.')]);
    expect(await call('GET', '/v1/memories/?user_id=rosa&page=3&page_size=2')).toMatchObject({
      status: 404,
      body: { detail: 'Invalid page.' },
    });
  });

  it('row 10, GET /v1/memories/{entity_type}/{entity_id}/: answers those of one entity with what they were made of', async () => {
    const id = await app.remember('I collect stamps', { run_id: 'a/b c' });
    const { status, body } = await call('GET', '/v1/memories/run/a%2Fb%20c/');
    const row = {
      id,
      memory: 'I collect stamps',
      metadata: null,
      categories: expect.any(Array) as unknown,
      created_at: time,
      updated_at: time,
      input: message,
      is_updated: false,
    };
    expect([status, body]).toEqual([200, { count: 1, next: null, previous: null, results: [row] }]);
    await call('PUT', `/v1/memories/${id}/`, { text: 'I collect coins' });
    expect((await call('GET', '/v1/memories/user/rosa/?page=1')).body).toMatchObject({
      results: [{ memory: 'I collect coins', is_updated: true }],
    });
    const wrong = await call('GET', '/v1/memories/thing/rosa/');
    expect([wrong.status, wrong.body]).toEqual([400, error('entity_type must be one of user, agent, app, run.')]);
    expect(await call('GET', '/v1/memories/user/rosa/?page=2')).toMatchObject({
      status: 404,
      body: { detail: 'Invalid page.' },
    });
  });
});
