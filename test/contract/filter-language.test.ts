import { beforeEach, describe, expect, it } from 'vitest';
import { any, cases, memories } from './filter-cases.js';
import { restApp } from './rest-app.js';

const app = restApp();
const ids = new Map<string, string>();

beforeEach(async () => {
  for (const [content, more] of Object.entries(memories))
    ids.set(content, await app.remember(content, { user_id: undefined, ...more }));
  const tag = (content: string, categories: string[]) =>
    app.test.app.services.database.query('UPDATE memories SET categories = $2 WHERE id = $1', [
      ids.get(content),
      categories,
    ]);
  await tag('Stamp one', ['hobbies']);
  await tag('Stamp two', ['hobbies', 'Travel']);
  await tag('Stamp three', ['travel_plans']);
  await tag('Stamp four', []);
});

describe('the filter language', () => {
  it('section 3.5: means the same in lists, searches, exports, summaries, deletions and GraphQL', async () => {
    for (const [name, filters, filter, expected] of cases) {
      const sorted = [...expected].sort();
      const texts = (rows: readonly { memory: string }[]) => rows.map(({ memory }) => memory).sort();
      const { body: listed } = await app.admin.rest<{ results: { memory: string }[]; count: number }>(
        'POST',
        '/v3/memories/',
        { filters },
      );
      expect([texts(listed.results), listed.count], name).toEqual([sorted, expected.length]);
      expect(
        texts((await app.admin.rest<{ memory: string }[]>('POST', '/v2/memories/', { filters })).body),
        name,
      ).toEqual(sorted);
      for (const keyword_search of [true, false]) {
        const { body: found } = await app.admin.rest<{ results: { memory: string }[] }>(
          'POST',
          '/v3/memories/search/',
          { query: 'stamp', filters, top_k: 100, threshold: 0, keyword_search },
        );
        expect(texts(found.results), `${name}, searched`).toEqual(sorted);
      }
      const typed = await app.graphql<Typed>(
        `query($filter: MemoryFilter, $input: DeleteMemoriesInput!) {
           memories(filter: $filter) { edges { node { text } } totalCount }
           searchMemories(query: "stamp", filter: $filter, topK: 100, threshold: 0) { results { memory { text } } }
           summary(filter: $filter) { memoryCount }
           previewDeletion(input: $input) { memoryCount }
         }`,
        { filter, input: { filter } },
      );
      const of = (rows: readonly { text: string }[]) => rows.map(({ text }) => text).sort();
      expect(of(typed.memories.edges.map(({ node }) => node)), `${name}, GraphQL`).toEqual(sorted);
      expect(of(typed.searchMemories.results.map(({ memory }) => memory)), `${name}, GraphQL search`).toEqual(sorted);
      expect([typed.memories.totalCount, typed.summary.memoryCount, typed.previewDeletion.memoryCount], name).toEqual([
        expected.length,
        expected.length,
        expected.length,
      ]);
    }
  });

  it('section 3.5: means the same in exports, of both faces', async () => {
    const orders = await Promise.all(
      cases.map(async ([, filters, filter]) => {
        const { body } = await app.admin.rest<{ id: string }>('POST', '/v1/exports/', { filters, format: 'jsonl' });
        const { createExport } = await app.graphql<{ createExport: { export: { id: string } } }>(
          'mutation($input: CreateExportInput!) { createExport(input: $input) { ... on CreateExportPayload { export { id } } } }',
          { input: { filter, format: 'JSONL' } },
        );
        return [body.id, createExport.export.id];
      }),
    );
    await app.settled();
    for (const [index, exported] of orders.entries()) {
      const [name, , , expected] = cases[index] ?? ['', {}, {}, []];
      for (const id of exported) {
        const { body } = await app.test.app.inject({
          url: `/v1/exports/${id}/download/`,
          headers: { authorization: `Token ${app.test.admin.apiKey}` },
        });
        const written = body
          .split('\n')
          .filter(Boolean)
          .map((line) => (JSON.parse(line) as { memory: string }).memory);
        expect(written.sort(), name).toEqual([...expected].sort());
      }
    }
  });

  it('section 3.5: finds memories by memory_ids, as a list or with in', async () => {
    const wanted = [ids.get('Stamp one'), ids.get('Stamp four')];
    for (const memory_ids of [wanted, { in: wanted }]) {
      expect((await app.admin.rest('POST', '/v3/memories/', { filters: { ...any, memory_ids } })).body).toMatchObject({
        count: 2,
      });
    }
    const { memories: found } = await app.graphql<Typed>(
      'query($filter: MemoryFilter) { memories(filter: $filter) { totalCount } }',
      { filter: { ids: wanted } },
    );
    expect(found.totalCount).toBe(2);
  });

  it.each([
    [
      'an unknown key',
      { user_id: 'rosa', colour: 'red' },
      /Unknown filter key "colour"\. Allowed keys: AND, OR, NOT, user_id, agent_id, app_id, run_id, created_at, updated_at, timestamp, event_date, expiration_date, text, categories, metadata, keywords_search, memory_ids, keywords\./,
    ],
    ['an explicit eq of a time', { user_id: 'rosa', created_at: { eq: '2026-01-01' } }, /eq/],
    ['an operator by its sign', { user_id: 'rosa', created_at: { '>=': '2026-01-01' } }, />=/],
    ['eq of categories', { user_id: 'rosa', categories: { eq: 'hobbies' } }, /eq/],
    ['ne of categories', { user_id: 'rosa', categories: { ne: 'hobbies' } }, /ne/],
    ['in of metadata without a list', { user_id: 'rosa', metadata: { trip: { in: 'Peru' } } }, /list/],
    ['gt of metadata with a boolean', { user_id: 'rosa', metadata: { n: { gt: true } } }, /gt takes a number/],
    ['gt of an entity', { user_id: { gt: 'a' } }, /gt/],
    ['nin', { user_id: { nin: ['a'] } }, /nin/],
    ['no entity', { categories: { in: ['hobbies'] } }, /At least one of user_id/],
    ['an entity only under NOT', { NOT: { user_id: 'rosa' } }, /At least one of user_id/],
    ['an entity only by ne', { user_id: { ne: 'rosa' } }, /At least one of user_id/],
    ['nothing', {}, /At least one of user_id/],
  ])('section 3.5: refuses %s with 400, wherever it takes filters', async (_name, filters, problem) => {
    const schema = { type: 'object', properties: { home: { type: 'string' } } };
    for (const [path, more] of [
      ['/v3/memories/', {}],
      ['/v2/memories/', {}],
      ['/v3/memories/search/', { query: 'stamp' }],
      ['/v2/memories/search/', { query: 'stamp' }],
      ['/v1/exports/', { schema }],
    ] as const) {
      const { status, body } = await app.admin.rest<{ detail: string }>('POST', path, { filters, ...more });
      expect([status, body.detail], path).toEqual([400, expect.stringMatching(problem)]);
    }
  });
});

interface Typed {
  memories: { edges: { node: { text: string } }[]; totalCount: number };
  searchMemories: { results: { memory: { text: string } }[] };
  summary: { memoryCount: number };
  previewDeletion: { memoryCount: number };
}
