import { describe, expect, it } from 'vitest';
import { memory, nowhere, restApp, time, uuid } from './rest-app.js';

const app = restApp();
const filters = { user_id: 'rosa' };
const message = [{ role: 'user', content: 'I collect stamps' }];
const badRequest = (message: unknown) => ({ error: '400 Bad Request', details: { message }, detail: message });
const error = (text: unknown) => ({ error: text, detail: text });
const told = (text: unknown) => ({ message: text, detail: text });
const complaint: unknown = expect.stringMatching(/\.$/);
const noUuid = 'memory_id should be a valid UUID';
const noEntity = 'At least one of user_id, agent_id, app_id and run_id must be given in filters.';

interface Listed {
  readonly results: readonly { id: string; memory: string }[];
  readonly count: number;
  readonly next: string | null;
}
const call = (...[method, path, body]: Parameters<typeof app.admin.rest>) => app.admin.rest(method, path, body);

describe('operations of hosted-api.md on memories', () => {
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
      { message: 'Memory processing has been queued for background execution', status: 'PENDING', event_id: uuid },
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
      expect([status, body]).toEqual([400, badRequest(complaint)]);
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

  it('row 4, POST /v3/memories/search/: finds with scores, within filters; refuses what is out of range', async () => {
    const id = await app.remember('I collect stamps from Peru', { metadata: { place: 'Peru' }, run_id: 'r1' });
    await app.remember('I was in Lisbon', { expiration_date: '2020-01-01' });
    const search = (more: object) =>
      call('POST', '/v3/memories/search/', { query: 'stamps from Peru', filters, ...more });
    const found = await search({
      output_format: 'v1.1',
      source: 'CLI',
      latest_only: true,
      include_merged: true,
      rerank: true,
      reference_date: '2026-03-01',
    });
    expect([found.status, found.body]).toEqual([
      200,
      {
        results: [
          {
            ...memory({
              id,
              memory: 'I collect stamps from Peru',
              metadata: { place: 'Peru' },
              run_id: 'r1',
              session_id: 'r1',
            }),
            score: expect.any(Number),
          },
        ],
      },
    ]);
    const texts = async (more: object) =>
      ((await search({ fields: ['memory'], threshold: 0, ...more })).body as unknown as Listed).results.map(
        (each) => each.memory,
      );
    expect(await texts({ query: 'Lisbon' })).not.toContain('I was in Lisbon');
    expect(await texts({ query: 'Lisbon', show_expired: true })).toContain('I was in Lisbon');
    expect(await texts({ metadata: { place: 'Rome' } })).toEqual([]);
    expect(await texts({ categories: ['no such'] })).toEqual([]);
    expect(await texts({ keyword_search: true })).toEqual(['I collect stamps from Peru']);
    for (const wrong of [
      { query: ' ' },
      { query: undefined },
      { filters: {} },
      { filters: undefined },
      { top_k: 0 },
      { top_k: 1001 },
      { threshold: -0.1 },
      { threshold: 1.1 },
      { user_id: 'rosa' },
      { agent_id: 'a' },
      { app_id: 'a' },
      { run_id: 'a' },
      { reference_date: 'soon' },
    ]) {
      const { status, body } = await search(wrong);
      expect([status, body], JSON.stringify(wrong)).toEqual([400, error(expect.stringMatching(/\S/))]);
    }
  });

  it('row 5, POST /v2/memories/search/: answers a bare list, from a score of 0.3 on', async () => {
    const id = await app.remember('I collect stamps', { run_id: 'r1' });
    const { status, body } = await call('POST', '/v2/memories/search/', {
      query: 'stamps',
      filters,
      version: 'v2',
      filter_memories: true,
      rerank: false,
    });
    expect([status, body]).toEqual([
      200,
      [{ ...memory({ id, memory: 'I collect stamps', run_id: 'r1', session_id: 'r1' }), score: expect.any(Number) }],
    ]);
    for (let n = 0; n < 5; n += 1)
      await app.remember(`A word of Lisbon and much else that is told at length, number ${n}`);
    const scores = async (more: object) =>
      (
        (
          await call('POST', '/v2/memories/search/', {
            query: 'stamps Lisbon garden winter holiday',
            filters,
            top_k: 50,
            ...more,
          })
        ).body as unknown as { score: number }[]
      ).map(({ score }) => score);
    const everything = await scores({ threshold: 0 });
    expect(everything.some((score) => score < 0.3)).toBe(true);
    expect(await scores({})).toEqual(everything.filter((score) => score >= 0.3));
    const refused = await call('POST', '/v2/memories/search/', { query: 'stamps', filters: {} });
    expect([refused.status, refused.body]).toEqual([400, told(noEntity)]);
  });

  it('row 6, POST /v1/memories/search/: takes ids beside the query; results and relations with output_format v1.1', async () => {
    const id = await app.remember('I collect stamps', { metadata: { a: 1 } });
    await app.remember('I collect stamps', { user_id: 'kay' });
    const search = (more: object) =>
      call('POST', '/v1/memories/search/', { query: 'stamps', user_id: 'rosa', fields: ['id'], ...more });
    expect(
      (await search({ metadata: { a: 1 }, only_metadata_based_search: false, filter_memories: false })).body,
    ).toEqual([{ id }]);
    expect((await search({ metadata: { a: 2 } })).body).toEqual([]);
    expect((await search({ output_format: 'v1.1' })).body).toEqual({ results: [{ id }], relations: [] });
    const { status, body } = await search({ user_id: undefined });
    expect([status, body]).toEqual([400, told(complaint)]);
  });

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
    expect(await call('GET', '/v1/memories/')).toMatchObject({ status: 400, body: [complaint] });
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

  it('row 11, GET /v1/memories/{memory_id}/: reads one, also when it has expired', async () => {
    const id = await app.remember('I collect stamps', { expiration_date: '2020-01-01' });
    expect((await call('GET', `/v1/memories/${id}/`)).body).toEqual(
      memory({ id, memory: 'I collect stamps', expiration_date: '2020-01-01' }),
    );
    expect(await call('GET', '/v1/memories/7/')).toMatchObject({ status: 400, body: error(noUuid) });
    expect(await call('GET', `/v1/memories/${nowhere}/`)).toMatchObject({
      status: 404,
      body: error('Memory not found!'),
    });
  });

  it('row 12, PUT /v1/memories/{memory_id}/: changes what is given, and refuses nothing and what is immutable', async () => {
    const id = await app.remember('I collect stamps', { metadata: { a: 1 } });
    const change = (body: object, at = id) => call('PUT', `/v1/memories/${at}/`, body);
    expect(
      (
        await change({
          text: 'I collect coins',
          metadata: { b: 2 },
          timestamp: 1_772_352_000,
          expiration_date: '2099-01-31',
        })
      ).body,
    ).toEqual(
      memory({
        id,
        memory: 'I collect coins',
        metadata: { b: 2 },
        created_at: '2026-03-01T08:00:00.000Z',
        expiration_date: '2099-01-31',
      }),
    );
    expect((await change({ expiration_date: null })).body).toMatchObject({ expiration_date: null, metadata: { b: 2 } });
    expect(await change({})).toMatchObject({ status: 400, body: error(complaint) });
    expect(await change({ text: 'x' }, 'seven')).toMatchObject({ status: 400, body: error(noUuid) });
    expect(await change({ text: 'x' }, nowhere)).toMatchObject({ status: 404, body: error('Memory not found!') });
    const fixed = await app.remember('I am fixed', { immutable: true });
    expect(await change({ text: 'x' }, fixed)).toMatchObject({
      status: 400,
      body: error(expect.stringMatching(/immutable/i)),
    });
  });

  it('row 13, DELETE /v1/memories/{memory_id}/: deletes one, once', async () => {
    const deleted = { message: 'Memory deleted successfully!' };
    const id = await app.remember('I collect stamps');
    expect(await call('DELETE', `/v1/memories/${id}/?delete_linked=true&source=CLI`)).toMatchObject({
      status: 200,
      body: { ...deleted, cascade_count: 0 },
    });
    expect((await call('DELETE', `/v1/memories/${await app.remember('More')}/`)).body).toEqual(deleted);
    expect(await call('DELETE', `/v1/memories/${id}/`)).toMatchObject({
      status: 404,
      body: error('Memory not found!'),
    });
    expect(await call('DELETE', '/v1/memories/7/')).toMatchObject({ status: 400, body: error(noUuid) });
  });

  it('row 14, GET /v1/memories/{memory_id}/history/: tells every change, oldest first, also of a memory that is gone', async () => {
    const id = await app.remember('I collect stamps', { run_id: 'r1' });
    await call('PUT', `/v1/memories/${id}/`, { text: 'I collect coins' });
    await call('DELETE', `/v1/memories/${id}/`);
    const entry = (event: string, [old_memory, new_memory]: readonly (string | null)[], input: unknown = []) => ({
      id: uuid,
      memory_id: id,
      input,
      old_memory,
      new_memory,
      user_id: 'rosa',
      agent_id: null,
      app_id: null,
      run_id: 'r1',
      session_id: 'r1',
      categories: expect.any(Array) as unknown,
      event,
      metadata: null,
      created_at: time,
      updated_at: time,
    });
    const { status, body } = await call('GET', `/v1/memories/${id}/history/`);
    const changes = [
      entry('ADD', [null, 'I collect stamps'], message),
      entry('UPDATE', ['I collect stamps', 'I collect coins']),
      entry('DELETE', ['I collect coins', null]),
    ];
    expect([status, body]).toEqual([200, changes]);
    expect(await call('GET', '/v1/memories/7/history/')).toMatchObject({ status: 400, body: error(noUuid) });
    expect(await call('GET', `/v1/memories/${nowhere}/history/`)).toMatchObject({
      status: 404,
      body: error('Memory not found!'),
    });
  });

  it('row 15, GET /v1/memories/events/: pages through the history of the whole project', async () => {
    for (const user_id of ['rosa', 'kay', 'eve']) await app.remember('I collect stamps', { user_id });
    const { status, body } = await call('GET', '/v1/memories/events/?page=2&limit=2');
    expect([status, body]).toEqual([
      200,
      {
        count: 3,
        next: null,
        previous: expect.stringContaining('page=1'),
        results: [
          expect.objectContaining({ event: 'ADD', user_id: 'rosa', new_memory: 'I collect stamps', session_id: null }),
        ],
      },
    ]);
    expect(await call('GET', '/v1/memories/events/?page=3&limit=2')).toMatchObject({
      status: 404,
      body: { detail: 'Invalid page.' },
    });
    expect(await call('GET', '/v1/memories/events/?limit=0')).toMatchObject({
      status: 400,
      body: error('limit must be a whole number from 1 to 200.'),
    });
  });

  it('row 16, DELETE /v1/memories/: deletes what fits in the background, whether anything does or not', async () => {
    const kept = await app.remember('I collect stamps', { user_id: 'kay' });
    await app.remember('I collect stamps');
    const accepted = { message: 'Delete in progress. This may take some time.', event_id: uuid };
    expect(
      await call(
        'DELETE',
        `/v1/memories/?user_id=rosa&source=CLI&org_id=${app.test.admin.orgId}&project_id=${app.test.admin.projectId}`,
      ),
    ).toMatchObject({ status: 200, body: accepted });
    expect(await call('DELETE', '/v1/memories/?user_id=nobody')).toMatchObject({ status: 200, body: accepted });
    await app.settled();
    expect((await call('POST', '/v3/memories/', { filters: { user_id: '*' }, fields: ['id'] })).body).toMatchObject({
      results: [{ id: kept }],
    });
    for (const query of ['', '?source=CLI', '?metadata=x'])
      expect(await call('DELETE', `/v1/memories/${query}`)).toMatchObject({ status: 400, body: { error: complaint } });
  });

  it('row 17, PUT /v1/batch/: changes up to 1000, counting those that are there', async () => {
    const [one, two] = [await app.remember('one'), await app.remember('two')];
    const change = (memories: unknown) => call('PUT', '/v1/batch/', { memories });
    expect(
      await change([
        { memory_id: one, text: 'uno' },
        { memory_id: two, metadata: { n: 2 } },
        { memory_id: nowhere, text: 'x' },
      ]),
    ).toMatchObject({ status: 200, body: { message: 'Successfully updated 2 memories' } });
    expect([
      (await call('GET', `/v1/memories/${one}/`)).body.memory,
      (await call('GET', `/v1/memories/${two}/`)).body.metadata,
    ]).toEqual(['uno', { n: 2 }]);
    const wrong = [
      undefined,
      [],
      [{ memory_id: 'x', text: 'x' }],
      [{ memory_id: one }],
      Array.from({ length: 1001 }, () => ({ memory_id: one, text: 'x' })),
    ];
    for (const memories of wrong)
      expect(await change(memories)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect(await change([{ memory_id: nowhere, text: 'x' }])).toMatchObject({
      status: 404,
      body: error('Memory not found!'),
    });
  });

  it('row 18, DELETE /v1/batch/: reads its body and deletes up to 1000', async () => {
    const [one, two] = [await app.remember('one'), await app.remember('two')];
    const remove = (memories: unknown) => call('DELETE', '/v1/batch/', { memories });
    expect(await remove([{ memory_id: one }, { memory_id: two }, { memory_id: nowhere }])).toMatchObject({
      status: 200,
      body: { message: 'Successfully deleted 2 memories' },
    });
    expect(await remove([{ memory_id: one }])).toMatchObject({ status: 404, body: error('Memory not found!') });
    for (const memories of [
      undefined,
      [],
      [{ memory_id: { memory_id: one } }],
      [{ memory_id: 'x' }],
      Array.from({ length: 1001 }, () => ({ memory_id: one })),
    ])
      expect(await remove(memories)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
  });
});
