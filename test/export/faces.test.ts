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

const nowhere = '00000000-0000-4000-8000-000000000000';
const schema = {
  type: 'object',
  properties: { full_name: { type: 'string' }, hobbies: { type: 'array', items: { type: 'string' } } },
};

async function remember(content: string, more: object = {}): Promise<void> {
  await admin.rest('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content }],
    user_id: 'rosa',
    infer: false,
    ...more,
  });
}

async function order(body: object): Promise<string> {
  const { status, body: answer } = await admin.rest<{ id: string }>('POST', '/v1/exports/', {
    schema,
    filters: { user_id: 'rosa' },
    ...body,
  });
  expect(status).toBe(201);
  await idle(test.app.services);
  return answer.id;
}

const fetchExport = (body: object, client = admin) => client.rest('POST', '/v1/exports/get/', body);

function download(id: string, key = test.admin.apiKey) {
  return test.app.inject({
    method: 'GET',
    url: `/v1/exports/${id}/download/`,
    headers: { authorization: `Token ${key}` },
  });
}

describe('exports in REST', () => {
  it('are accepted, then read as the exported object, by id and by filters', async () => {
    await remember('Rosa collects stamps', { metadata: { full_name: 'Rosa M.', hobbies: ['stamps', 'coins'] } });
    const accepted = await admin.rest<{ id: string }>('POST', '/v1/exports/', {
      schema: JSON.stringify(schema),
      filters: { user_id: 'rosa' },
      export_instructions: 'Be brief',
      org_id: test.admin.orgId,
    });
    expect([accepted.status, accepted.body]).toEqual([
      201,
      { message: expect.any(String), id: expect.any(String), event_id: accepted.body.id },
    ]);
    await idle(test.app.services);
    const { id } = accepted.body;
    const data = { full_name: 'Rosa M.', hobbies: ['stamps', 'coins'] };
    expect(await fetchExport({ memory_export_id: id })).toMatchObject({ status: 200, body: data });
    expect((await fetchExport({ filters: { AND: [{ user_id: 'rosa' }] } })).body).toEqual(data);
    expect(await admin.rest('GET', `/v1/event/${id}/`)).toMatchObject({
      status: 200,
      body: { event_type: 'EXPORT', status: 'SUCCEEDED', payload: { export_id: id }, error: null },
    });
  });

  it('are not found while unknown, and refused in the documented bodies', async () => {
    const missing = { error: 'No memory export request found', detail: 'No memory export request found' };
    expect(await fetchExport({ memory_export_id: nowhere })).toMatchObject({ status: 404, body: missing });
    expect(await fetchExport({ filters: { user_id: 'rosa' } })).toMatchObject({ status: 404, body: missing });
    for (const body of [{}, { memory_export_id: 'x' }, { memory_export_id: 5 }])
      expect(await fetchExport(body)).toMatchObject({ status: 400, body: { message: expect.any(String) } });
    expect(await fetchExport({ filters: { colour: 1 } })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('colour') },
    });
    const filters = { user_id: 'rosa' };
    for (const body of [
      { filters },
      { filters, schema: {} },
      { filters, schema: 'x' },
      { filters, schema, format: 'xml' },
    ]) {
      expect(await admin.rest('POST', '/v1/exports/', body)).toMatchObject({
        status: 400,
        body: { message: expect.any(String), detail: expect.any(String) },
      });
    }
    for (const bad of [undefined, null, {}, { colour: 1 }, { NOT: [{ user_id: 'x' }] }]) {
      expect(await admin.rest('POST', '/v1/exports/', { schema, filters: bad })).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      });
    }
  });

  it('are downloaded with type, length and name', async () => {
    await remember('Rosa says "é, 😀"');
    const csv = await download(await order({ format: 'csv', schema: null }));
    expect(csv.statusCode).toBe(200);
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringMatching(/^attachment; filename="memories-[0-9a-f-]{36}\.csv"$/),
      'cache-control': 'no-store',
    });
    expect(Number(csv.headers['content-length'])).toBe(csv.rawPayload.length);
    expect(csv.body).toContain('"Rosa says ""é, 😀"""');
    const id = await order({ format: 'jsonl', schema: null });
    const lines = await download(id);
    expect(lines.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(JSON.parse(lines.body)).toMatchObject({ memory: 'Rosa says "é, 😀"', user_id: 'rosa' });
    expect((await fetchExport({ memory_export_id: id })).body).toMatchObject({
      format: 'jsonl',
      download_url: `/v1/exports/${id}/download/`,
    });
    expect((await download(await order({}))).headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('are listed, read and deleted', async () => {
    const [older, newer] = [await order({}), await order({ format: 'csv' })];
    const { status, body } = await admin.rest<{ id: string }[]>('GET', '/v1/exports/');
    expect([status, body.map(({ id }) => id)]).toEqual([200, [newer, older]]);
    expect((await admin.rest('GET', `/v1/exports/${newer}/`)).body).toEqual(body[0]);
    expect(body[0]).toEqual({
      id: newer,
      format: 'csv',
      status: 'SUCCEEDED',
      memories: 0,
      bytes: 19,
      download_url: expect.any(String),
      created_at: expect.any(String),
      completed_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect((await admin.rest('DELETE', `/v1/exports/${older}/`)).status).toBe(200);
    for (const path of [`/v1/exports/${older}/`, `/v1/exports/${older}/download/`])
      expect((await admin.rest('GET', path)).status).toBe(404);
    expect((await admin.rest('DELETE', `/v1/exports/${older}/`)).status).toBe(404);
    expect((await admin.rest('GET', '/v1/exports/x/')).status).toBe(400);
  });

  it('of another project do not exist; READERs read and make none', async () => {
    const id = await order({});
    const [eve, bob] = [await person(test.app.services, 'eve'), await person(test.app.services, 'bob')];
    const { projectId } = await tenant(test.app.services, [
      [eve, 'OWNER'],
      [bob, 'READER'],
    ]);
    const outsiderKey = await test.keyFor(eve, { projectId });
    const outsider = test.as(outsiderKey);
    expect((await download(id, outsiderKey)).statusCode).toBe(404);
    expect((await fetchExport({ memory_export_id: id }, outsider)).status).toBe(404);
    for (const method of ['GET', 'DELETE'] as const)
      expect((await outsider.rest(method, `/v1/exports/${id}/`)).status).toBe(404);
    expect((await outsider.rest('GET', '/v1/exports/')).body).toEqual([]);
    const reader = test.as(await test.keyFor(bob, { projectId }));
    expect((await reader.rest('GET', '/v1/exports/')).status).toBe(200);
    expect(await reader.rest('POST', '/v1/exports/', { schema, filters: { user_id: 'rosa' } })).toMatchObject({
      status: 403,
      body: { error: expect.any(String) },
    });
    expect((await test.as(null).rest('POST', '/v1/exports/', {})).status).toBe(401);
  });
});

describe('exports in GraphQL', () => {
  type Data = Record<string, Record<string, unknown>>;
  async function ask(query: string, variables: object = {}): Promise<Data> {
    const { body } = await admin.rest<{ data: Data; errors?: unknown[] }>('POST', '/graphql', { query, variables });
    expect(body.errors).toBeUndefined();
    return body.data;
  }
  const create = `mutation ($input: CreateExportInput!) { createExport(input: $input) { __typename
    ... on CreateExportPayload { export { id status format requestedFilter event { type } } } ... on ValidationError { fields { field } } } }`;

  it('are made, followed, read and deleted', async () => {
    await remember('Rosa collects stamps');
    const { createExport } = await ask(create, { input: { filter: { userId: { eq: 'rosa' } } } });
    expect(createExport).toMatchObject({
      export: {
        status: 'PENDING',
        format: 'JSON',
        requestedFilter: { user_id: { eq: 'rosa' } },
        event: { type: 'EXPORT' },
      },
    });
    const { id } = createExport!.export as { id: string };
    await idle(test.app.services);
    const read = await ask(
      'query ($id: ID!) { export(id: $id) { status memoryCount bytes downloadPath document event { status totalCount completedCount } } }',
      { id },
    );
    expect(read.export).toEqual({
      status: 'SUCCEEDED',
      memoryCount: 1,
      bytes: expect.any(Number),
      downloadPath: `/v1/exports/${id.replace('exp_', '')}/download/`,
      document: [expect.objectContaining({ memory: 'Rosa collects stamps' })],
      event: { status: 'SUCCEEDED', totalCount: 1, completedCount: 1 },
    });
    expect((await ask('{ exports { totalCount edges { node { id } } } }')).exports).toEqual({
      totalCount: 1,
      edges: [{ node: { id } }],
    });
    const remove =
      'mutation ($id: ID!) { deleteExport(input: { id: $id }) { ... on DeleteExportPayload { deletedExportId } ... on Error { code } } }';
    expect((await ask(remove, { id })).deleteExport).toMatchObject({ deletedExportId: id });
    expect((await ask(remove, { id })).deleteExport).toEqual({ code: 'NOT_FOUND' });
  });

  it('answer mistakes as data', async () => {
    expect((await ask(create, { input: { schema: { type: 'object' } } })).createExport).toMatchObject({
      __typename: 'ValidationError',
      fields: [{ field: 'input.schema' }],
    });
  });
});

describe('an export with an idempotency key', () => {
  it('is accepted once, and read again each time', async () => {
    const send = (url: string, payload: object) =>
      test.app.inject({
        method: 'POST',
        url,
        headers: {
          authorization: `Token ${test.admin.apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': 'key-of-the-export',
        },
        payload: JSON.stringify(payload),
      });
    const accepted = [
      await send('/v1/exports/', { schema, filters: { user_id: 'rosa' } }),
      await send('/v1/exports/', { schema, filters: { user_id: 'rosa' } }),
    ].map((answer) => answer.body);
    expect(accepted[1]).toBe(accepted[0]);
    const { id } = JSON.parse(accepted[0] ?? '') as { id: string };
    await idle(test.app.services);
    for (let turn = 0; turn < 2; turn += 1)
      expect(JSON.parse((await send('/v1/exports/get/', { memory_export_id: id })).body)).toEqual({
        full_name: null,
        hobbies: [],
      });
    expect((await admin.rest<unknown[]>('GET', '/v1/exports/')).body).toHaveLength(1);
  });
});
