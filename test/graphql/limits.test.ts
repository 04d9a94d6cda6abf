import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

interface Refusal {
  message: string;
  extensions: { code?: string; fields?: Record<string, string[]> };
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const post = (body: unknown, key: string | null = app.admin.apiKey) =>
  app.as(key).rest<{ data?: unknown; errors?: Refusal[] }>('POST', '/graphql', body);

async function refusalsOf(body: unknown): Promise<Refusal[]> {
  const answer = await post(body);
  expect(answer.body.data ?? null).toBeNull();
  return answer.body.errors ?? [];
}

const codesOf = async (body: unknown) => (await refusalsOf(body)).map(({ extensions }) => extensions.code);

/** Counts the statements on tenant data while `work` runs. */
async function statements(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const stop = app.app.services.database.onQuery((text) => {
    // The statement that finds the key of the request comes before the query is read.
    if (/\b(projects|memories|organizations)\b/.test(text) && !text.includes('FROM api_keys k')) seen.push(text);
  });
  await work();
  stop();
  return seen;
}

const deep = `{ viewer { project { ${'organization { projects(first: 1) { edges { node { '.repeat(4)} id ${'} } } }'.repeat(4)} } } }`;
const aliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: viewer { authMode }`).join(' ')} }`;
const costly = '{ projects(first: 100) { edges { node { memories(first: 100) { edges { node { id text } } } } } } }';

describe('a query that asks for too much', () => {
  it.each([
    ['depth', deep],
    ['aliases', aliases(31)],
    [
      'aliases of one search',
      `{ ${Array.from({ length: 1000 }, (_, index) => `a${index}: searchMemories(query: "x") { results { score } }`).join(' ')} }`,
    ],
    ['tokens', `{ viewer { ${'mode '.repeat(2_100)} } }`],
    ['tokens of directives', `{ viewer { authMode ${'@include(if: true) '.repeat(500)} } }`],
    ['cost', costly],
    ['cost of 100 documents of 1 MB', '{ exports(first: 100) { nodes { document } } }'],
    [
      'cost of 500 stored bodies',
      `{ ${Array.from({ length: 5 }, (_, index) => `a${index}: requestLogs(first: 100) { nodes { body { request } } }`).join(' ')} }`,
    ],
  ])('is refused by %s before anything is read, with QUERY_TOO_COMPLEX', async (_limit, query) => {
    const read = await statements(async () =>
      expect(new Set(await codesOf({ query }))).toEqual(new Set(['QUERY_TOO_COMPLEX'])),
    );
    expect(read).toEqual([]);
  });

  it('is refused as a mutation before anything is changed', async () => {
    const name = 'Never made';
    const query = `mutation { createOrganization(input: { name: "${name}" }) { ... on CreateOrganizationPayload {
      organization { projects(first: 100) { edges { node { memories(first: 100) { edges { node { id text } } } } } } } } } }`;
    expect(await codesOf({ query })).toEqual(['QUERY_TOO_COMPLEX']);
    const { body } = await post({ query: '{ organizations { totalCount } }' });
    expect(body.data).toEqual({ organizations: { totalCount: 1 } });
  });

  it('is measured with the page sizes in its variables', async () => {
    const query =
      'query($first: Int) { projects(first: $first) { edges { node { memories(first: $first) { edges { node { id } } } } } } }';
    expect((await post({ query, variables: { first: 20 } })).body.errors).toBeUndefined();
    // Also if the document was validated before.
    expect(await codesOf({ query, variables: { first: 100 } })).toEqual(['QUERY_TOO_COMPLEX']);
  });

  it('is measured with the defaults of its variables', async () => {
    const query =
      'query($first: Int = 100) { projects(first: $first) { edges { node { memories(first: $first) { edges { node { id } } } } } } }';
    expect((await post({ query, variables: { first: null } })).body.errors).toBeUndefined();
    expect(await codesOf({ query })).toEqual(['QUERY_TOO_COMPLEX']);
    expect((await post({ query, variables: { first: null } })).body.errors).toBeUndefined();
  });

  it('names the limit, and is accepted just below it', async () => {
    const [refusal] = await refusalsOf({ query: costly });
    expect(refusal?.message).toMatch(/^The query costs \d+ points; at most 10000 are allowed\./);
    expect((await post({ query: aliases(30) })).body.errors).toBeUndefined();
  });

  it('is refused when fragments refer to each other', async () => {
    expect(
      await codesOf({ query: '{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }' }),
    ).toContain('BAD_USER_INPUT');
  });
});

describe('the size of a page', () => {
  const page = (args: string) => `{ projects(${args}) { edges { cursor } } }`;

  it.each([
    ['first', 'first: 101'],
    ['first', 'first: 0'],
    ['first', 'first: -1'],
    ['last', 'last: 101'],
    ['first', 'first: 1, last: 1'],
    ['before', 'first: 1, before: "x"'],
    ['after', 'last: 1, after: "x"'],
  ])('is refused by naming the argument: %s in %s', async (argument, args) => {
    const [refusal] = await refusalsOf({ query: page(args) });
    expect(refusal?.extensions.code).toBe('BAD_USER_INPUT');
    expect(Object.keys(refusal?.extensions.fields ?? {})).toEqual([argument]);
  });

  it.each([
    '{ projects(first: 101) { totalCount } }',
    '{ organizations { edges { node { projects(first: -1) { totalCount } } } } }',
    '{ projects { edges { node { members(first: 0) { totalCount } } } } }',
  ])('is refused wherever it stands: %s', async (query) => {
    const [refusal] = await refusalsOf({ query });
    expect(refusal?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields: { first: [expect.any(String)] } });
  });
});

describe('a cursor', () => {
  const encode = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

  it.each([
    ['nonsense', 'nonsense'],
    ['JSON of another form', encode({ id: 1 })],
    ['SQL', encode("' OR 1=1; --")],
    ['SQL in place of a key', encode(["2026-01-01'; DROP TABLE projects; --", 'x'])],
    ['a time that is none', encode(['2026-13-45T00:00:00Z', 'proj_1'])],
    ['a day that no month has', encode(['2026-02-31T00:00:00.000Z', '018f0000-0000-7000-8000-000000000000'])],
    ['the year 0', encode(['0000-01-01T00:00:00.000Z', '018f0000-0000-7000-8000-000000000000'])],
    ['a time before Christ', encode(['-271821-04-20T00:00:00.000Z', '018f0000-0000-7000-8000-000000000000'])],
    ['too many parts', encode(['2026-01-01T00:00:00.000Z', 'proj_1', 'x'])],
    ['a number of the request log', encode([17])],
    ['an empty list', encode([])],
    ['NUL', encode(['2026-01-01T00:00:00.000Z', 'a\0b'])],
    ['NUL alone', encode(['\0'])],
    ['the year 0', encode(['0000-01-01T00:00:00.000Z', '0192f1c0-0000-7000-8000-000000000000'])],
    ['a year before Christ', encode(['-271821-04-20T00:00:00.000Z', '0192f1c0-0000-7000-8000-000000000000'])],
    ['the year 275760', encode(['+275760-09-13T00:00:00.000Z', '0192f1c0-0000-7000-8000-000000000000'])],
  ])('that is %s is refused on every list, without a word about the database', async (_what, after) => {
    const own = `projectId: "${app.admin.projectId}"`;
    const lists = ['projects', 'organizations', 'memories', 'events', 'apiKeys', 'entities', 'invitations', 'users']
      .concat('webhooks', 'exports', 'feedback', 'memoryHistory', 'memoryLinks', 'webhookDeliveries')
      .map((name) => `${name}(after: $after)`)
      .concat(['auditLogs', 'deletions', 'logStreams'].map((name) => `${name}(${own}, after: $after)`));
    for (const list of lists)
      expect([
        list,
        await refusalsOf({ query: `query($after: String) { ${list} { edges { cursor } } }`, variables: { after } }),
      ]).toMatchObject([
        list,
        [{ message: '`after` must be a cursor of this list.', extensions: { code: 'BAD_USER_INPUT' } }],
      ]);
  });

  it.each([
    ['auditLogs', '-'.repeat(36)],
    ['logStreams', 'ls_\0'],
  ])('of %s with a malformed ID is refused', async (list, id) => {
    const query = `query($after: String, $projectId: ID) { ${list}(after: $after, projectId: $projectId) { edges { cursor } } }`;
    const variables = { after: encode([id]), projectId: app.admin.projectId };
    const [refusal] = await refusalsOf({ query, variables });
    expect(refusal?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { after: ['`after` must be a cursor of this list.'] },
    });
  });
});

describe('variables', () => {
  const first = 'query($first: Int!) { projects(first: $first) { totalCount } }';

  it.each([
    ['of the wrong type', first, { first: 'ten' }],
    ['that are fractions', first, { first: 1.5 }],
    ['beyond 32 bits', first, { first: 2 ** 53 }],
    ['that are missing', first, {}],
    ['that are null', first, { first: null }],
    [
      'with an unknown enum value',
      'query($f: RequestLogFilter) { requestLogs(filter: $f) { totalCount } }',
      { f: { authModes: ['root'] } },
    ],
    [
      'with a null in a list',
      'query($f: RequestLogFilter) { requestLogs(filter: $f) { totalCount } }',
      { f: { authModes: [null] } },
    ],
    [
      'with an unknown field',
      'query($f: RequestLogFilter) { requestLogs(filter: $f) { totalCount } }',
      { f: { colour: 'red' } },
    ],
  ])('%s are refused with BAD_USER_INPUT', async (_what, query, variables) => {
    expect(await codesOf({ query, variables })).toEqual(['BAD_USER_INPUT']);
  });

  it('that the operation does not know are ignored', async () => {
    expect((await post({ query: '{ viewer { authMode } }', variables: { extra: 1 } })).body.errors).toBeUndefined();
  });

  it('with 50,000 wrong values are refused as quickly as with one', { timeout: 5_000 }, async () => {
    const query = 'query($f: MemoryFilter) { memories(filter: $f) { totalCount } }';
    const f = { and: Array.from({ length: 50_000 }, () => ({ not: -1 })) };
    expect(new Set(await codesOf({ query, variables: { f } }))).toEqual(new Set(['BAD_USER_INPUT']));
  });

  it('nested a hundred thousand deep are refused, whether the document is known or not', async () => {
    const query = 'query($f: MemoryFilter) { memories(filter: $f) { totalCount } }';
    const nested = `${'{"not":['.repeat(100_000)}{}${']}'.repeat(100_000)}`;
    const send = async () => {
      const headers = { 'content-type': 'application/json', 'x-api-key': app.admin.apiKey };
      const answer = await app.app.inject({
        method: 'POST',
        url: '/graphql',
        headers,
        payload: `{"query":${JSON.stringify(query)},"variables":{"f":${nested}}}`,
      });
      return JSON.parse(answer.body) as { errors: Refusal[] };
    };
    expect((await send()).errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect((await post({ query, variables: { f: {} } })).body.errors).toBeUndefined();
    expect((await send()).errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
