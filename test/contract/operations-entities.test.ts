import { describe, expect, it } from 'vitest';
import { nowhere, restApp, text, time, uuid } from './rest-app.js';

const app = restApp();
const error = (what: unknown) => ({ error: what, detail: what });
const told = (what: unknown) => ({ message: what, detail: what });
const call = (...[method, path, body]: Parameters<typeof app.admin.rest>) => app.admin.rest(method, path, body);
const accepted = { message: 'Delete in progress. This may take some time.', event_id: uuid };
const schema = { type: 'object', properties: { full_name: { type: 'string' }, favourite_sport: { type: 'string' } } };

const entity = (type: string, name: string, more: object = {}) => ({
  id: expect.stringMatching(/^\d+$/) as unknown,
  name,
  type,
  owner: null,
  metadata: null,
  created_at: time,
  updated_at: time,
  ...more,
});
const numberOf = async (name: string) =>
  ((await call('GET', '/v1/entities/')).body.results as { id: string; name: string }[]).find(
    (each) => each.name === name,
  )?.id ?? '';

describe('operations of hosted-api.md on entities', () => {
  it('row 19, GET /v1/entities/: pages through users, agents, apps and runs, newest first, with their memories counted', async () => {
    await app.remember('I collect stamps', { agent_id: 'guide', app_id: 'shop', run_id: 'r1' });
    await app.remember('I collect coins', { user_id: 'kay' });
    const { status, body } = await call('GET', '/v1/entities/?source=CLI');
    const totals = { total_users: 2, total_agents: 1, total_apps: 1, total_runs: 1 };
    expect([status, { ...body, results: [] }]).toEqual([
      200,
      { count: 5, next: null, previous: null, ...totals, results: [] },
    ]);
    expect((body.results as object[])[0]).toEqual(entity('user', 'kay', { total_memories: 1 }));
    expect((await call('GET', '/v1/entities/?page=2&page_size=3')).body).toMatchObject({
      count: 5,
      next: null,
      previous: text,
      results: [{}, {}],
    });
    expect(await call('GET', '/v1/entities/?page=9')).toMatchObject({ status: 404, body: { detail: 'Invalid page.' } });
  });

  it('row 20, GET /v1/entities/filters/: names what lists can be filtered by', async () => {
    await app.remember('I collect stamps');
    await call('PATCH', app.project, { custom_categories: [{ billing: 'Invoices' }] });
    const option = { name: text, label: text, type: text, placeholder: text, options: [] };
    const types = ['ADD', 'UPDATE', 'DELETE', 'SEARCH', 'GET_ALL', 'GET', 'DELETE_ALL', 'DELETE_USER'];
    expect(await call('GET', '/v1/entities/filters/')).toMatchObject({
      status: 200,
      body: {
        event_type: types,
        categories: ['billing'],
        users: ['rosa'],
        parameters: [option, option, option, option],
      },
    });
  });

  it('row 21, DELETE /v1/entities/{entity_type}/{entity_id}/: deletes one by its number', async () => {
    await app.remember('I collect stamps');
    expect(await call('DELETE', `/v1/entities/user/${await numberOf('rosa')}/`)).toMatchObject({
      status: 200,
      body: accepted,
    });
    await app.settled();
    expect((await call('GET', '/v1/entities/')).body.count).toBe(0);
    for (const id of ['rosa', '1.5', ''])
      expect(await call('DELETE', `/v1/entities/user/${id}/`), id).toMatchObject({
        status: 400,
        body: error('Invalid entity ID. Must be an integer.'),
      });
  });

  it('row 22, GET /v2/entities/{entity_type}/{entity_id}/: answers a list of one', async () => {
    await app.remember('I collect stamps', { run_id: 'a/b' });
    const { status, body } = await call('GET', '/v2/entities/run/a%2Fb/');
    expect([status, body]).toEqual([200, [entity('run', 'a/b')]]);
    expect(await call('GET', '/v2/entities/user/nobody/')).toMatchObject({
      status: 404,
      body: told('Entity not found.'),
    });
    expect(await call('GET', '/v2/entities/thing/rosa/')).toMatchObject({
      status: 400,
      body: told('Invalid entity type'),
    });
  });

  it('row 23, DELETE /v2/entities/{entity_type}/{entity_id}/: deletes one by its name with its memories, known or not', async () => {
    const gone = await app.remember('I collect stamps');
    const kept = await app.remember('I collect stamps', { user_id: 'kay' });
    for (const name of ['rosa', 'nobody'])
      expect(await call('DELETE', `/v2/entities/user/${name}/?source=CLI`)).toMatchObject({
        status: 200,
        body: accepted,
      });
    await app.settled();
    expect([
      (await call('GET', `/v1/memories/${gone}/`)).status,
      (await call('GET', `/v1/memories/${kept}/`)).status,
    ]).toEqual([404, 200]);
    expect(await call('DELETE', '/v2/entities/thing/rosa/')).toMatchObject({
      status: 400,
      body: told('Invalid entity type'),
    });
  });

  it('row 24, POST /v1/users/: records a user', async () => {
    const { status, body } = await call('POST', '/v1/users/', { user_id: 'rosa', metadata: { a: 1 } });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        user_id: 'rosa',
        metadata: { a: 1 },
        created_at: time,
        updated_at: time,
        graph_entities: null,
        is_deleted: false,
        project: app.test.admin.projectId,
      },
    ]);
    expect(await call('POST', '/v1/users/', {})).toMatchObject({ status: 400, body: error('user_id is required.') });
  });

  it.each([
    ['row 25, POST /v1/agents/: records an agent', 'agent'],
    ['row 26, POST /v1/apps/: records an app', 'app'],
    ['row 27, POST /v1/runs/: records a run', 'run'],
  ])('%s', async (_title, type) => {
    const { status, body } = await call('POST', `/v1/${type}s/`, { [`${type}_id`]: 'x1', name: 'The first' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        [`${type}_id`]: 'x1',
        name: 'The first',
        metadata: { name: 'The first' },
        created_at: time,
        updated_at: time,
        graph_entities: null,
        is_deleted: false,
        project: app.test.admin.projectId,
      },
    ]);
    expect((await call('GET', `/v2/entities/${type}/x1/`)).body).toEqual([
      entity(type, 'x1', { id: String(body.id), metadata: { name: 'The first' } }),
    ]);
    expect(await call('POST', `/v1/${type}s/`, { [`${type}_id`]: 'x1' })).toMatchObject({
      status: 400,
      body: error('name is required.'),
    });
  });
});

describe('operations of hosted-api.md on events, exports, feedback and statistics', () => {
  it('row 28, GET /v1/events/: pages through events, by type and time', async () => {
    for (const content of ['one', 'two', 'three']) await app.remember(content);
    const { status, body } = await call('GET', '/v1/events/?page_size=2');
    const event = {
      id: uuid,
      event_type: 'ADD',
      status: 'SUCCEEDED',
      payload: expect.objectContaining({ user_id: 'rosa' }) as unknown,
      metadata: null,
      results: [{ id: uuid, event: 'ADD', data: { memory: 'three' }, memory: 'three' }],
      created_at: time,
      updated_at: time,
      started_at: time,
      completed_at: time,
      latency: expect.any(Number) as unknown,
    };
    expect([status, body]).toEqual([
      200,
      { count: 3, next: expect.stringContaining('page=2'), previous: null, results: [event, expect.anything()] },
    ]);
    const today = new Date().toISOString().slice(0, 10);
    for (const [query, count] of [
      ['event_type=ADD', 3],
      ['event_type=DELETE_ALL', 0],
      [`start_date=${today}`, 3],
      ['end_date=2020-01-01', 0],
    ] as const) {
      expect((await call('GET', `/v1/events/?${query}`)).body.count, query).toBe(count);
    }
  });

  it('row 29, GET /v1/event/{event_id}/: reads one, by its other path too', async () => {
    const { body } = await call('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'I collect stamps' }],
      user_id: 'rosa',
    });
    await app.settled();
    for (const path of ['event', 'events']) {
      expect(await call('GET', `/v1/${path}/${String(body.event_id)}/`)).toMatchObject({
        status: 200,
        body: {
          id: body.event_id,
          event_type: 'ADD',
          status: 'SUCCEEDED',
          results: [{ id: uuid, event: 'ADD', data: { memory: text }, memory: text }],
          graph_status: null,
          error: null,
        },
      });
    }
    expect(await call('GET', `/v1/event/${nowhere}/`)).toMatchObject({ status: 404, body: error('Event not found.') });
  });

  it('row 30, POST /v1/exports/: accepts a schema, as an object or text, with filters, flat or not', async () => {
    for (const [given, filters] of [
      [schema, { user_id: 'rosa' }],
      [JSON.stringify(schema), { AND: [{ user_id: 'rosa' }] }],
    ]) {
      const { status, body } = await call('POST', '/v1/exports/', {
        schema: given,
        filters,
        export_instructions: 'Be brief',
        org_id: app.test.admin.orgId,
      });
      expect([status, body]).toEqual([201, { message: text, id: uuid, event_id: body.id }]);
    }
    expect(await call('POST', '/v1/exports/', { filters: { user_id: 'rosa' } })).toMatchObject({
      status: 400,
      body: told('schema is required.'),
    });
    expect(await call('POST', '/v1/exports/', { schema, filters: {} })).toMatchObject({
      status: 400,
      body: error(text),
    });
  });

  it('row 31, POST /v1/exports/get/: answers the exported data itself once it is there', async () => {
    await app.remember('Rosa collects stamps', { metadata: { full_name: 'Rosa M.' } });
    const { body } = await call('POST', '/v1/exports/', { schema, filters: { user_id: 'rosa' } });
    await app.settled();
    const data = { full_name: 'Rosa M.', favourite_sport: null };
    for (const wanted of [{ memory_export_id: body.id }, { filters: { user_id: 'rosa' } }]) {
      const answer = await call('POST', '/v1/exports/get/', wanted);
      expect([answer.status, answer.body]).toEqual([200, data]);
    }
    for (const wanted of [{ memory_export_id: nowhere }, { filters: { user_id: 'kay' } }])
      expect(await call('POST', '/v1/exports/get/', wanted)).toMatchObject({
        status: 404,
        body: error('No memory export request found'),
      });
    expect(await call('POST', '/v1/exports/get/', {})).toMatchObject({ status: 400, body: told(text) });
  });

  it('row 32, POST /v1/summary/: answers a list of one, or of none', async () => {
    await app.remember('I collect stamps');
    for (const filters of [{ user_id: 'rosa' }, { AND: [{ user_id: 'rosa' }] }])
      expect(await call('POST', '/v1/summary/', { filters })).toMatchObject({
        status: 200,
        body: [{ summary: expect.stringContaining('stamps') }],
      });
    expect(await call('POST', '/v1/summary/', { filters: { user_id: 'nobody' } })).toMatchObject({
      status: 200,
      body: [],
    });
  });

  it('row 33, POST /v1/feedback/: is given, and taken back with nulls', async () => {
    const memory_id = await app.remember('I collect stamps');
    const give = async (more: object) => (await call('POST', '/v1/feedback/', { memory_id, ...more })).body;
    for (const feedback of ['POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE'])
      expect(await give({ feedback, feedback_reason: 'clear' })).toEqual({
        id: uuid,
        feedback,
        feedback_reason: 'clear',
      });
    const read = () => app.graphql('{ feedback { edges { node { memoryId rating reason } } } }');
    expect(await read()).toEqual({
      feedback: { edges: [{ node: { memoryId: memory_id, rating: 'VERY_NEGATIVE', reason: 'clear' } }] },
    });
    expect(await give({ feedback: null, feedback_reason: null })).toEqual({
      id: uuid,
      feedback: null,
      feedback_reason: null,
    });
    expect(await read()).toEqual({ feedback: { edges: [] } });
    expect(await call('POST', '/v1/feedback/', { memory_id: '7', feedback: 'POSITIVE' })).toMatchObject({
      status: 400,
      body: error('Invalid memory_id'),
    });
    expect(await call('POST', '/v1/feedback/', { memory_id: nowhere, feedback: 'POSITIVE' })).toMatchObject({
      status: 404,
      body: error('Memory not found!'),
    });
  });

  it('row 34, GET /v1/stats/: counts what is there', async () => {
    for (const user_id of ['rosa', 'rosa', 'kay'])
      await app.remember(`I collect ${Math.random()}`, { user_id, run_id: 'r1' });
    const { status, body } = await call('GET', '/v1/stats/');
    expect([status, body]).toEqual([
      200,
      {
        total_memories: 3,
        total_retrieval_events: 0,
        total_add_events: 3,
        total_api_retrieval_events: 0,
        total_retrieval_events_limit: 0,
        total_users_with_memories: 2,
        total_agents_with_memories: 0,
        total_runs_with_memories: 1,
        memories_per_user: 2,
        memories_per_agent: 0,
        memories_per_run: 3,
      },
    ]);
  });
});
