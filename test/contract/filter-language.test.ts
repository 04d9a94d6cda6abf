import { beforeEach, describe, expect, it } from 'vitest';
import { restApp } from './rest-app.js';

const app = restApp();
const ids = new Map<string, string>();

// Each memory's text is its name and the searched word.
const memories: Readonly<Record<string, object>> = {
  'Stamp one': { user_id: 'rosa', run_id: 'r1', metadata: { trip: 'Peru', n: 1 }, timestamp: 1_767_225_600 },
  'Stamp two': {
    user_id: 'rosa',
    agent_id: 'guide',
    metadata: { trip: 'peru', visa: { kind: 'work', until: '2026-03-01' } },
    timestamp: 1_767_312_000,
    expiration_date: '2099-01-31',
  },
  'Stamp three': {
    user_id: 'kay',
    app_id: 'shop',
    metadata: { trip: ['Peru', 'Rome'] },
    timestamp: 1_767_398_400,
    expiration_date: '2098-01-31',
  },
  'Stamp four': {
    agent_id: 'guide',
    run_id: 'r2',
    metadata: { visa: { until: '2026-03-02T00:00:00Z' } },
    timestamp: 1_767_398_401,
  },
};
const every = Object.keys(memories);

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

const any = { OR: [{ user_id: '*' }, { agent_id: '*' }] };
const anyTyped = { or: [{ userId: { isSet: true } }, { agentId: { isSet: true } }] };

/** A REST filter, the equal GraphQL filter, and the memories that they match. */
const cases: readonly (readonly [string, object, object, readonly string[]])[] = [
  ['user_id bare', { user_id: 'rosa' }, { userId: { eq: 'rosa' } }, ['Stamp one', 'Stamp two']],
  ['userId, the alias', { userId: 'rosa' }, { userId: { eq: 'rosa' } }, ['Stamp one', 'Stamp two']],
  [
    'agentId, appId and runId, the aliases',
    { OR: [{ agentId: 'guide' }, { appId: 'shop' }, { runId: 'r1' }] },
    { or: [{ agentId: { eq: 'guide' } }, { appId: { eq: 'shop' } }, { runId: { eq: 'r1' } }] },
    every,
  ],
  ['user_id eq', { user_id: { eq: 'kay' } }, { userId: { eq: 'kay' } }, ['Stamp three']],
  [
    'user_id in',
    { user_id: { in: ['rosa', 'kay', 'eve'] } },
    { userId: { in: ['rosa', 'kay', 'eve'] } },
    ['Stamp one', 'Stamp two', 'Stamp three'],
  ],
  ['user_id *', { user_id: '*' }, { userId: { isSet: true } }, ['Stamp one', 'Stamp two', 'Stamp three']],
  ['agent_id *', { agent_id: '*' }, { agentId: { isSet: true } }, ['Stamp two', 'Stamp four']],
  ['app_id *', { app_id: '*' }, { appId: { isSet: true } }, ['Stamp three']],
  [
    'NOT *, and GraphQL isSet: false',
    { AND: [any, { NOT: [{ agent_id: '*' }] }, { NOT: [{ run_id: 'r1' }] }] },
    { and: [anyTyped], agentId: { isSet: false }, not: [{ runId: { eq: 'r1' } }] },
    ['Stamp three'],
  ],
  [
    'run_id ne, which also finds those without',
    { AND: [any, { run_id: { ne: 'r1' } }] },
    { and: [anyTyped, { runId: { ne: 'r1' } }] },
    ['Stamp two', 'Stamp three', 'Stamp four'],
  ],
  [
    'run_id ne with *',
    { AND: [{ run_id: '*' }, { run_id: { ne: 'r1' } }] },
    { runId: { isSet: true, ne: 'r1' } },
    ['Stamp four'],
  ],
  [
    'sibling keys',
    { user_id: 'rosa', agent_id: 'guide' },
    { userId: { eq: 'rosa' }, agentId: { eq: 'guide' } },
    ['Stamp two'],
  ],
  [
    'AND and OR as siblings',
    { AND: [{ user_id: 'rosa' }], OR: [{ run_id: 'r1' }, { run_id: 'r2' }] },
    { and: [{ userId: { eq: 'rosa' } }], or: [{ runId: { eq: 'r1' } }, { runId: { eq: 'r2' } }] },
    ['Stamp one'],
  ],
  [
    'NOT of one',
    { user_id: '*', NOT: { user_id: 'rosa' } },
    { userId: { isSet: true }, not: [{ userId: { eq: 'rosa' } }] },
    ['Stamp three'],
  ],
  [
    'NOT of a list: none of them',
    { AND: [any, { NOT: [{ user_id: 'rosa' }, { user_id: { in: ['kay'] } }] }] },
    { and: [anyTyped, { not: [{ userId: { eq: 'rosa' } }, { userId: { in: ['kay'] } }] }] },
    ['Stamp four'],
  ],
  [
    'nested',
    {
      OR: [
        { AND: [{ user_id: 'rosa' }, { NOT: { agent_id: '*' } }] },
        { AND: [{ agent_id: 'guide' }, { OR: [{ run_id: 'r2' }] }] },
      ],
    },
    {
      or: [
        { and: [{ userId: { eq: 'rosa' } }, { not: [{ agentId: { isSet: true } }] }] },
        { and: [{ agentId: { eq: 'guide' } }, { or: [{ runId: { eq: 'r2' } }] }] },
      ],
    },
    ['Stamp one', 'Stamp four'],
  ],
  [
    'created_at of a day',
    { ...any, created_at: '2026-01-03' },
    { ...anyTyped, createdAt: { gte: '2026-01-03T00:00:00Z', lt: '2026-01-04T00:00:00Z' } },
    ['Stamp three', 'Stamp four'],
  ],
  [
    'created_at gt',
    { ...any, created_at: { gt: '2026-01-03T00:00:00Z' } },
    { ...anyTyped, createdAt: { gt: '2026-01-03T00:00:00Z' } },
    ['Stamp four'],
  ],
  [
    'created_at gte and lt, without a zone',
    { ...any, created_at: { gte: '2026-01-02T00:00:00', lt: '2026-01-03 00:00:00' } },
    { ...anyTyped, createdAt: { gte: '2026-01-02T00:00:00Z', lt: '2026-01-03T00:00:00Z' } },
    ['Stamp two'],
  ],
  [
    'created_at lte a day, which counts whole',
    { ...any, created_at: { lte: '2026-01-02' } },
    { ...anyTyped, createdAt: { lte: '2026-01-02T23:59:59.999Z' } },
    ['Stamp one', 'Stamp two'],
  ],
  [
    'created_at ne',
    { ...any, created_at: { ne: '2026-01-03T00:00:01Z' } },
    { ...anyTyped, createdAt: { ne: '2026-01-03T00:00:01Z' } },
    ['Stamp one', 'Stamp two', 'Stamp three'],
  ],
  [
    'timestamp in',
    { ...any, timestamp: { in: ['2026-01-01T00:00:00Z', '2026-01-02T01:00:00+01:00'] } },
    { ...anyTyped, createdAt: { in: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'] } },
    ['Stamp one', 'Stamp two'],
  ],
  [
    'updated_at',
    { ...any, updated_at: { lt: '2026-01-01' } },
    { ...anyTyped, updatedAt: { lt: '2026-01-01T00:00:00Z' } },
    [],
  ],
  [
    'expiration_date gt',
    { ...any, expiration_date: { gt: '2098-01-31' } },
    { ...anyTyped, expirationDate: { gt: '2098-01-31' } },
    ['Stamp two'],
  ],
  [
    'expiration_date in',
    { ...any, expiration_date: { in: ['2098-01-31', '2099-01-31'] } },
    { ...anyTyped, expirationDate: { in: ['2098-01-31', '2099-01-31'] } },
    ['Stamp two', 'Stamp three'],
  ],
  [
    'expiration_date ne',
    { ...any, expiration_date: { ne: '2098-01-31' } },
    { ...anyTyped, expirationDate: { ne: '2098-01-31' } },
    ['Stamp one', 'Stamp two', 'Stamp four'],
  ],
  [
    'categories in, exactly',
    { ...any, categories: { in: ['travel', 'hobbies'] } },
    { ...anyTyped, categories: { in: ['travel', 'hobbies'] } },
    ['Stamp one', 'Stamp two'],
  ],
  [
    'categories contains, in any case',
    { ...any, categories: { contains: 'TRAVEL' } },
    { ...anyTyped, categories: { contains: 'TRAVEL' } },
    ['Stamp two', 'Stamp three'],
  ],
  [
    'categories bare list',
    { ...any, categories: ['travel_plans'] },
    { ...anyTyped, categories: { in: ['travel_plans'] } },
    ['Stamp three'],
  ],
  [
    'metadata bare, case-sensitive',
    { ...any, metadata: { trip: 'Peru' } },
    { ...anyTyped, metadata: { trip: 'Peru' } },
    ['Stamp one'],
  ],
  [
    'metadata eq and ne',
    { ...any, metadata: { trip: { ne: 'Peru' }, n: { ne: 2 } } },
    { ...anyTyped, metadata: { trip: { ne: 'Peru' }, n: { ne: 2 } } },
    ['Stamp two', 'Stamp three', 'Stamp four'],
  ],
  [
    'metadata contains',
    { ...any, metadata: { trip: { contains: 'Peru' } } },
    { ...anyTyped, metadata: { trip: { contains: 'Peru' } } },
    ['Stamp one', 'Stamp three'],
  ],
  [
    'categories in, and GraphQL eq',
    { ...any, categories: ['hobbies'] },
    { ...anyTyped, categories: { eq: 'hobbies' } },
    ['Stamp one', 'Stamp two'],
  ],
  [
    'a time in, and GraphQL eq',
    { ...any, created_at: { in: ['2026-01-03T00:00:00Z'] } },
    { ...anyTyped, createdAt: { eq: '2026-01-03T00:00:00Z' } },
    ['Stamp three'],
  ],
  [
    'a day in, and GraphQL eq',
    { ...any, expiration_date: { in: ['2099-01-31'] } },
    { ...anyTyped, expirationDate: { eq: '2099-01-31' } },
    ['Stamp two'],
  ],
  [
    'metadata in',
    { ...any, metadata: { trip: { in: ['Peru', 'peru'] } } },
    { ...anyTyped, metadata: { trip: { in: ['Peru', 'peru'] } } },
    ['Stamp one', 'Stamp two'],
  ],
  [
    'metadata compared with a number',
    { ...any, metadata: { n: { gte: 1, lt: 1.5 } } },
    { ...anyTyped, metadata: { n: { gte: 1, lt: 1.5 } } },
    ['Stamp one'],
  ],
  [
    'metadata compared with a day, inside of an object',
    { ...any, 'metadata.visa.until': { gt: '2026-03-01' } },
    { ...anyTyped, metadata: { 'visa.until': { gt: '2026-03-01' } } },
    ['Stamp four'],
  ],
  [
    'metadata inside of an object',
    { ...any, metadata: { 'visa.kind': 'work' } },
    { ...anyTyped, metadata: { 'visa.kind': { eq: 'work' } } },
    ['Stamp two'],
  ],
  [
    'metadata exists',
    { ...any, metadata: { visa: { exists: true }, trip: { exists: false } } },
    { ...anyTyped, metadata: { visa: { exists: true }, trip: { exists: false } } },
    ['Stamp four'],
  ],
  [
    'metadata.key',
    { ...any, 'metadata.trip': 'peru' },
    { ...anyTyped, metadata: { trip: { eq: 'peru' } } },
    ['Stamp two'],
  ],
  [
    'keywords contains, case-sensitive',
    { ...any, keywords: { contains: 'Stamp t' } },
    { ...anyTyped, keywords: { contains: 'Stamp t' } },
    ['Stamp two', 'Stamp three'],
  ],
  [
    'keywords icontains',
    { ...any, keywords: { icontains: 'STAMP T' } },
    { ...anyTyped, keywords: { icontains: 'STAMP T' } },
    ['Stamp two', 'Stamp three'],
  ],
  [
    'keywords eq, case-sensitive',
    {
      AND: [any],
      OR: [{ keywords: { eq: 'Stamp two' } }, { text: { eq: 'stamp three' } }, { keywords_search: { eq: 'Stamp' } }],
    },
    {
      and: [anyTyped],
      or: [{ keywords: { eq: 'Stamp two' } }, { keywords: { eq: 'stamp three' } }, { keywords: { eq: 'Stamp' } }],
    },
    ['Stamp two'],
  ],
  [
    'text and keywords_search',
    { ...any, text: 'stamp', keywords_search: 'FOUR' },
    { ...anyTyped, and: [{ keywords: { icontains: 'stamp' } }, { keywords: { icontains: 'FOUR' } }] },
    ['Stamp four'],
  ],
];

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
