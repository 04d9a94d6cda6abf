import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSearchHitRecorder } from '../../src/events/search-hit-recorder.js';
import { clean } from '../../src/jobs/housekeeping.js';
import { systemScope } from '../../src/auth/scope.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { person } from '../helpers/context.js';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  await app.app.services.searchHits?.flush();
  await app.reset();
  client = app.as(app.admin.apiKey);
});
afterAll(() => app.close());

const dayMs = 86_400_000;

interface Hits {
  readonly searchCount: number;
  readonly lastFoundAt: string | null;
  readonly queries: readonly { readonly query: string; readonly searchCount: number; readonly lastFoundAt: string }[];
}

async function graphql<Data>(query: string, variables: object = {}, as = client): Promise<Data> {
  const { body } = await as.rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

async function add(content: string): Promise<string> {
  await client.rest('POST', '/v3/memories/add/', {
    user_id: 'ada',
    infer: false,
    messages: [{ role: 'user', content }],
  });
  const { memories } = await graphql<{ memories: { nodes: { id: string }[] } }>(
    '{ memories(first: 1) { nodes { id } } }',
  );
  return memories.nodes[0]?.id ?? '';
}

const search = (query: string, more = '') =>
  graphql('query ($query: String!) { searchMemories(query: $query' + more + ') { results { score } } }', { query });

async function hitsOf(id: string, as = client): Promise<Hits> {
  await app.app.services.searchHits?.flush();
  const query =
    'query ($id: ID!) { memory(id: $id) { searchHits { searchCount lastFoundAt queries { query searchCount lastFoundAt } } } }';
  return (await graphql<{ memory: { searchHits: Hits } }>(query, { id }, as)).memory.searchHits;
}

describe('search hits of a memory', () => {
  it('count its searches and name the queries, newest first, over both APIs', async () => {
    const id = await add('I keep a red stamp.');
    const other = await add('My boat is blue.');
    expect(await hitsOf(id)).toEqual({ searchCount: 0, lastFoundAt: null, queries: [] });
    await search('Where is the stamp?');
    await search('red things');
    expect((await hitsOf(id)).searchCount).toBe(2);
    const found = { query: 'Where is the stamp?', filters: { user_id: 'ada' } };
    expect((await client.rest('POST', '/v3/memories/search/', found)).status).toBe(200);
    const hits = await hitsOf(id);
    expect(hits).toEqual({
      searchCount: 3,
      lastFoundAt: hits.queries[0]?.lastFoundAt,
      queries: [
        { query: 'Where is the stamp?', searchCount: 2, lastFoundAt: expect.any(String) },
        { query: 'red things', searchCount: 1, lastFoundAt: expect.any(String) },
      ],
    });
    expect((await hitsOf(other)).searchCount).toBe(0);
  });

  it('keep ten queries of 200 characters without secrets, and none of a search that asks for it', async () => {
    const id = await add('I keep a red stamp.');
    await search('stamp', ', recordHits: false');
    const quiet = { query: 'stamp', filters: { user_id: 'ada' }, record_hits: false };
    for (const path of ['/v3/memories/search/', '/v2/memories/search/', '/search']) {
      const { status, body } = await client.rest('POST', path, quiet);
      expect([path, status, JSON.stringify(body).includes('red stamp')]).toEqual([path, 200, true]);
    }
    expect((await hitsOf(id)).searchCount).toBe(0);
    for (let number = 1; number <= 12; number += 1) await search(`stamp number ${number}`);
    const { searchCount: count, queries } = await hitsOf(id);
    expect([count, queries.map(({ query }) => query)]).toEqual([
      12,
      Array.from({ length: 10 }, (_, index) => `stamp number ${12 - index}`),
    ]);
    const key = `sk-proj-${'aB3'.repeat(12)}`;
    await search(`stamp ${key} ${'x'.repeat(300)}`, ', threshold: 0');
    const [newest] = (await hitsOf(id)).queries;
    expect(newest?.query).toHaveLength(200);
    expect(newest?.query).not.toContain(key);
  });

  it('show READERs the count alone', async () => {
    const id = await add('I keep a red stamp.');
    await search('stamp');
    const reader = await person(app.app.services, 'reader');
    await app.app.services.database.query(
      `INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'READER')`,
      [app.admin.projectId, reader.id],
    );
    const hits = await hitsOf(id, app.as(await app.keyFor(reader)));
    expect(hits).toEqual({ searchCount: 1, lastFoundAt: expect.any(String), queries: [] });
  });

  it('lose their queries when the project no longer keeps its request log', async () => {
    const id = await add('I keep a red stamp.');
    const { services } = app.app;
    const scope = systemScope({ projectId: app.admin.projectId, organizationId: app.admin.orgId });
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs);
    const store = (daysAgo: number) =>
      services.stores.searchHits.add(scope, [
        {
          memoryId: id,
          count: 1,
          at: at(daysAgo),
          queries: [{ query: `${daysAgo} days`, count: 1, at: at(daysAgo).getTime() }],
        },
      ]);
    for (const daysAgo of [31, 10, 1]) await store(daysAgo);
    const kept = async () => (await services.stores.searchHits.read(scope, [id]))[0]?.queries.map(({ query }) => query);
    expect((await hitsOf(id)).queries.map(({ query }) => query)).toEqual(['1 days', '10 days']);
    await clean(services);
    expect(await kept()).toEqual(['1 days', '10 days']);
    const input = { id: app.admin.projectId, requestLogRetentionDays: 7 };
    await graphql('mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }', { input });
    await clean(services);
    expect(await kept()).toEqual(['1 days']);
    expect((await hitsOf(id)).searchCount).toBe(3);
  });

  it('keep and show no query while the project does not record queries, and lose the kept ones within the hour', async () => {
    const id = await add('I keep a red stamp.');
    await search('Where is the stamp of Ada?');
    expect((await hitsOf(id)).queries).toHaveLength(1);
    const record = (recordsSearchQueries: boolean) =>
      graphql('mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }', {
        input: { id: app.admin.projectId, recordsSearchQueries },
      });
    const stored = () => app.app.services.database.query('SELECT hits, queries, oldest_query_at FROM search_hits');
    await record(false);
    expect(await hitsOf(id)).toEqual({ searchCount: 1, lastFoundAt: expect.any(String), queries: [] });
    await clean(app.app.services);
    expect(await stored()).toEqual([{ hits: 1, queries: [], oldestQueryAt: null }]);
    const other = await add('The lamp of Bob is green.');
    await search('stamp of Ada');
    await search('lamp of Bob');
    expect([(await hitsOf(id)).searchCount, (await hitsOf(other)).queries]).toEqual([2, []]);
    expect(JSON.stringify(await stored())).not.toMatch(/Ada|Bob/);
    await record(true);
    await search('stamp');
    expect((await hitsOf(id)).queries.map(({ query }) => query)).toEqual(['stamp']);
  });

  it('go with their memory', async () => {
    const id = await add('I keep a red stamp.');
    await search('stamp');
    await hitsOf(id);
    await client.rest('DELETE', `/v1/memories/${id}/`);
    const rows = await app.app.services.database.query('SELECT 1 FROM search_hits');
    expect(rows).toEqual([]);
    await search('stamp');
    await app.app.services.searchHits?.flush();
  });
});

describe('the recorder of search hits', () => {
  it('joins the hits of a memory, bounds its buffer, and survives a failed write', async () => {
    const written: unknown[] = [];
    let fails = true;
    const recorder = createSearchHitRecorder({
      write: async ({ projectId }, hits) => {
        if (fails) throw new Error('away');
        written.push(...hits.map(({ memoryId, count, queries }) => [projectId, memoryId, count, queries.length]));
      },
      log: app.app.services.log,
      lingerMs: 60_000,
      bufferMax: 2,
    });
    const scope = systemScope({ projectId: 'proj_1', organizationId: 'org_1' });
    const record = (memoryIds: string[], query: string) => recorder.record(scope, { memoryIds, query, at: new Date() });
    record(['a'], 'lost');
    await recorder.flush();
    fails = false;
    record(['a', 'b', 'c'], 'one');
    record(['a'], 'one');
    record(['b'], 'two');
    await recorder.flush();
    expect(written).toEqual([
      ['proj_1', 'a', 2, 1],
      ['proj_1', 'b', 2, 2],
    ]);
  });
});
