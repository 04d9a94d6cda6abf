import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { tenant } from '../helpers/context.js';
import { searchedRequestsMax } from '../../src/stores/request-log/request-log-text.js';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startTestApp({ traceUrl: 'https://traces.example.com/{traceId}?from=memory' });
});
beforeEach(async () => {
  await app.reset();
  client = app.as(app.admin.apiKey);
});
afterAll(() => app.close());

interface Logged {
  readonly operation: string | null;
  readonly memoryIds: readonly string[];
  readonly eventIds: readonly string[];
  readonly traceUrl: string | null;
}

const document = `query Log($filter: RequestLogFilter, $first: Int, $after: String) {
  requestLogs(filter: $filter, first: $first, after: $after) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes { operation memoryIds eventIds traceUrl }
  }
}`;

interface Page {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly Logged[];
}

async function log(variables: object): Promise<Page> {
  await app.app.services.requestLogs.flush();
  const { body } = await client.rest<{ data: { requestLogs: Page } }>('POST', '/graphql', {
    query: document,
    operationName: 'Log',
    variables,
  });
  return body.data.requestLogs;
}

const newest = async (pathPrefix: string) => (await log({ filter: { pathPrefix }, first: 1 })).nodes[0];

const add = async (content: string, infer = false) => {
  const body = { user_id: 'ada', infer, messages: [{ role: 'user', content }] };
  const answer = await client.rest<{ event_id: string }>('POST', '/v3/memories/add/', body);
  expect(answer.status).toBe(200);
  const made = await newest('/v3/memories/add/');
  return { eventId: answer.body.event_id, made };
};

describe('a row of the request log', () => {
  it('names the memories and the event that the request made, read, changed or deleted', async () => {
    const { made } = await add('I live in Lisbon.');
    const [id] = made?.memoryIds ?? [];
    expect(made).toMatchObject({ memoryIds: [expect.any(String)], eventIds: [expect.any(String)], traceUrl: null });
    const path = `/v1/memories/${id}/`;
    await client.rest('GET', path);
    expect(await newest(path)).toMatchObject({ memoryIds: [id], eventIds: [] });
    await client.rest('PUT', path, { text: 'I live in Porto.' });
    expect(await newest(path)).toMatchObject({ memoryIds: [id] });
    await client.rest('POST', '/v3/memories/search/', { query: 'Porto', filters: { user_id: 'ada' } });
    expect(await newest('/v3/memories/search/')).toMatchObject({ memoryIds: [id], eventIds: [] });
    await client.rest('DELETE', path);
    expect(await newest(path)).toMatchObject({ memoryIds: [id] });
    await client.rest('GET', path);
    expect(await newest(path)).toMatchObject({ memoryIds: [], eventIds: [] });
  });

  it('names the event of an add in the background, and the first 10 memories of a list', async () => {
    const { eventId, made } = await add('I never eat fish.', true);
    expect(made).toMatchObject({ memoryIds: [], eventIds: [eventId] });
    await client.rest('GET', `/v1/event/${eventId}/`);
    expect(await newest('/v1/event/')).toMatchObject({ eventIds: [eventId] });
    const messages = Array.from({ length: 12 }, (_, index) => ({ role: 'user', content: `Fact number ${index}.` }));
    await client.rest('POST', '/v3/memories/add/', { user_id: 'bob', infer: false, messages });
    await client.rest('POST', '/v3/memories/', { filters: { user_id: 'bob' } });
    expect((await newest('/v3/memories/'))?.memoryIds).toHaveLength(10);
  });

  it('names none if the request used several projects, whose owners may not know each other', async () => {
    await add('I live in Lisbon.');
    const other = await tenant(app.app.services, []);
    const query = `query Both {
      a: memories(projectId: "${app.admin.projectId}") { nodes { id } }
      b: memories(projectId: "${other.projectId}") { nodes { id } }
    }`;
    const answer = await client.rest<{ data: { a: { nodes: unknown[] } } }>('POST', '/graphql', { query });
    expect(answer.body.data.a.nodes).toHaveLength(1);
    const { nodes } = await log({ filter: { operation: 'Both' } });
    expect(nodes).toEqual([{ operation: 'Both', memoryIds: [], eventIds: [], traceUrl: null }]);
  });

  it('links its trace by the template of the operator', async () => {
    await app.app.inject({
      url: '/v1/ping/',
      headers: {
        authorization: `Token ${app.admin.apiKey}`,
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
    });
    expect((await newest('/v1/ping/'))?.traceUrl).toBe(
      'https://traces.example.com/0af7651916cd43dd8448eb211c80319c?from=memory',
    );
  });
});

describe('the text filter of the request log', () => {
  it('searches only the newest requests of the time range', async () => {
    const insert = (operation: string, count: number, at: string) =>
      app.app.services.database.query(
        `INSERT INTO request_logs (method, path, operation, status_code, latency_ms, request_id, created_at)
         SELECT 'GET', '/old', $1, 200, 1, 'r', $3::timestamptz FROM generate_series(1, $2::int)`,
        [operation, count, at],
      );
    await app.app.services.requestLogs.flush();
    await insert('Needle', 3, '2026-01-05T00:00:00Z');
    await insert('Hay', searchedRequestsMax, '2026-01-06T00:00:00Z');
    expect(await log({ filter: { text: 'needle' } })).toMatchObject({ totalCount: 0, nodes: [] });
    const filter = { text: 'NEEDLE', until: '2026-01-06T00:00:00Z' };
    const page = await log({ filter, first: 2 });
    expect([page.totalCount, page.nodes.length, page.pageInfo.hasNextPage]).toEqual([3, 2, true]);
    const rest = await log({ filter, first: 2, after: page.pageInfo.endCursor });
    expect([rest.nodes.length, rest.pageInfo.hasNextPage]).toEqual([1, false]);
  });
});
