import { print } from 'graphql';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreateEntityDocument, OrganizationsDocument } from '../../../client/generated/graphql.js';
import { loadConfig } from '../../../src/config.js';
import { createContext } from '../../../src/context.js';
import { addMemories } from '../../../src/resolvers/memory/add-memories.js';
import { createSubgraph } from '../../../src/schema/federation/subgraph.js';
import { buildSchema } from '../../../src/schema/index.js';
import { startTestApp, type TestApp } from '../../helpers/app.js';
import { person, tenant } from '../../helpers/context.js';
import { recordStatements } from './record-statements.js';

interface Body {
  readonly data: Record<string, unknown> | null;
  readonly errors?: readonly unknown[];
  readonly extensions?: { readonly cost?: { readonly requested: number } };
}

const { graphql } = loadConfig({});
const userIds = Array.from({ length: 100 }, (_, index) => `user-${index}`);

let test: TestApp;
/** Key of an OWNER of another tenant, which has a memory of `user-0`. */
let foreignKey: string;

beforeAll(async () => {
  test = await startTestApp({ graphql: { ...graphql, federation: true } });
  const { services } = test.app;
  const ada = await person(services, 'ada');
  const { projectId } = await tenant(services, [[ada, 'OWNER']], [[ada, 'OWNER']]);
  foreignKey = await test.keyFor(ada, { projectId });
  await remember(projectId, 'user-0', ['The foreign lamp is green']);
  for (const userId of userIds)
    await remember(test.admin.projectId, userId, [`The lamp of ${userId} is red`, `The desk of ${userId} is oak`]);
});
afterAll(() => test.close());

async function remember(projectId: string, userId: string, texts: readonly string[]): Promise<void> {
  const caller = { mode: 'disabled', user: null, key: null, isAdmin: true } as const;
  const messages = texts.map((content) => ({ role: 'user', content }));
  const ctx = createContext(test.app.services, { caller, requestId: 'test' });
  await addMemories(ctx, { projectId, userId, infer: false, messages });
}

async function ask(query: string, variables: object = {}, key: string | null = test.admin.apiKey): Promise<Body> {
  const headers = {
    'content-type': 'application/json',
    'x-graphql-cost': '1',
    ...(key !== null && { 'x-api-key': key }),
  };
  const payload = JSON.stringify({ query, variables });
  const { body } = await test.app.inject({ method: 'POST', url: '/graphql', headers, payload });
  return JSON.parse(body) as Body;
}

const users = (ids: readonly string[]) => ({ users: ids.map((id) => ({ __typename: 'User', id })) });
const ofUsers = (selection: string) =>
  `query($users: [_Any!]!) { _entities(representations: $users) { ... on User { ${selection} } } }`;

describe('a user of the company', () => {
  it('has memories, search results and a profile in the default project of the caller', async () => {
    const query = ofUsers(`id
      memories(first: 1) { totalCount nodes { text userId } pageInfo { hasNextPage } }
      searchMemories(query: "lamp", topK: 5, keywordSearch: true) { results { memory { text } } }
      profile { userId status }`);
    const { data, errors } = await ask(query, users(['user-7']));
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      _entities: [
        {
          id: 'user-7',
          memories: {
            totalCount: 2,
            nodes: [{ text: 'The desk of user-7 is oak', userId: 'user-7' }],
            pageInfo: { hasNextPage: true },
          },
          searchMemories: { results: [{ memory: { text: 'The lamp of user-7 is red' } }] },
          profile: { userId: 'user-7', status: 'PENDING' },
        },
      ],
    });
  });

  it('has later pages of memories, and filters a search further', async () => {
    const [first] = (await ask(ofUsers('memories(first: 1) { pageInfo { endCursor } }'), users(['user-3']))).data![
      '_entities'
    ] as { memories: { pageInfo: { endCursor: string } } }[];
    const after = first?.memories.pageInfo.endCursor ?? '';
    const query = ofUsers(`memories(first: 1, after: "${after}") { nodes { text } }
      searchMemories(query: "lamp desk", keywordSearch: true, threshold: 0, filter: { keywords: { contains: "oak" } }) { results { memory { text } } }`);
    expect((await ask(query, users(['user-3']))).data).toEqual({
      _entities: [
        {
          memories: { nodes: [{ text: 'The lamp of user-3 is red' }] },
          searchMemories: { results: [{ memory: { text: 'The desk of user-3 is oak' } }] },
        },
      ],
    });
  });

  it('whom the project does not know has no memories, and no profile, without an error', async () => {
    const query = ofUsers('id memories { nodes { id } } profile { userId }');
    const { data, errors } = await ask(query, users(['stranger']));
    expect({ data, errors }).toEqual({
      data: { _entities: [{ id: 'stranger', memories: { nodes: [] }, profile: null }] },
      errors: undefined,
    });
  });

  it('with an id that no memory can have is null', async () => {
    const ids = ['', 'a\0b', 'é'.repeat(256)];
    const { data, errors } = await ask(ofUsers('memories { nodes { id } }'), users(ids));
    expect({ data, errors }).toEqual({ data: { _entities: ids.map(() => null) }, errors: undefined });
  });

  it('may be named in the document itself', async () => {
    const query = '{ _entities(representations: [{ __typename: "User", id: "user-2" }]) { ... on User { id } } }';
    expect((await ask(query)).data).toEqual({ _entities: [{ id: 'user-2' }] });
  });

  it('shows a caller of another tenant the memories of that tenant alone', async () => {
    const query = ofUsers(`memories { totalCount nodes { text } }
      searchMemories(query: "lamp", keywordSearch: true) { results { memory { text } } }`);
    const foreign = 'The foreign lamp is green';
    expect((await ask(query, users(['user-0', 'user-1']), foreignKey)).data).toEqual({
      _entities: [
        {
          memories: { totalCount: 1, nodes: [{ text: foreign }] },
          searchMemories: { results: [{ memory: { text: foreign } }] },
        },
        { memories: { totalCount: 0, nodes: [] }, searchMemories: { results: [] } },
      ],
    });
  });

  it('without a credential keeps its id: each other field is null with an error of its own', async () => {
    const query = ofUsers(
      'id memories { nodes { id } } searchMemories(query: "x") { answerability } profile { userId }',
    );
    const { data, errors } = await ask(query, users(['user-0']), null);
    expect(data).toEqual({ _entities: [{ id: 'user-0', memories: null, searchMemories: null, profile: null }] });
    expect(errors).toEqual(
      ['memories', 'searchMemories', 'profile'].map((field): unknown =>
        expect.objectContaining({ path: ['_entities', 0, field], extensions: { code: 'UNAUTHENTICATED' } }),
      ),
    );
  });

  it.each([
    { first: 5, count: 2, does: 'in two statements' },
    { first: 1, count: 3, does: 'in two statements, and counted in a third if there are more' },
  ])('is read with 99 others $does', async ({ first, count }) => {
    const query = ofUsers(`id memories(first: ${first}) { totalCount nodes { id text } }`);
    await ask(query, users(userIds));
    const statements = await recordStatements(test.app.services.database, async () => {
      const { data, errors } = await ask(query, users(userIds));
      expect(errors).toBeUndefined();
      expect(data?.['_entities']).toEqual(
        userIds.map((id) => ({
          id,
          memories: {
            totalCount: 2,
            nodes: [
              { id: expect.any(String), text: `The desk of ${id} is oak` },
              { id: expect.any(String), text: `The lamp of ${id} is red` },
            ].slice(0, first),
          },
        })),
      );
    });
    expect(statements.length, statements.join('\n')).toBe(count);
  });
});

describe('the cost of references', () => {
  const query = ofUsers('memories(first: 10) { nodes { id text } }');
  const costOf = async (given: object, document = query) => (await ask(document, given)).extensions?.cost?.requested;

  it('is that of as many lists', async () => {
    const one = await costOf(users(['user-0']));
    expect(await costOf(users(userIds))).toBe(1 + 100 * ((one ?? 0) - 1));
    expect(await costOf(users(userIds))).toBeGreaterThan(100 * 20);
  });

  it('is refused above the limit before anything is read', async () => {
    const read = await recordStatements(test.app.services.database, async () => {
      const { data, errors } = await ask(query, users(Array.from({ length: 500 }, (_, index) => `user-${index}`)));
      expect(data ?? null).toBeNull();
      expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'QUERY_TOO_COMPLEX' } })]);
    });
    expect(read).toEqual([]);
  });

  it('counts references whose fields cost nothing, and more for those that are read one by one', async () => {
    const document = 'query($users: [_Any!]!) { _entities(representations: $users) { __typename } }';
    const webhooks = userIds.map((id) => ({ __typename: 'MemoryWebhook', id }));
    expect(await costOf(users(userIds), document)).toBeGreaterThanOrEqual(100);
    expect(await costOf({ users: webhooks }, document)).toBeGreaterThanOrEqual(2000);
    const many = Array.from({ length: 10_000 }, (_, index) => `user-${index}`);
    expect((await ask(document, users(many))).errors).toEqual([
      expect.objectContaining({ extensions: { code: 'QUERY_TOO_COMPLEX' } }),
    ]);
  });
});

describe('/graphql with federation', () => {
  it('answers GET requests and automatic persisted queries in the same schemas', async () => {
    const get = async (query: string) => {
      const url = `/graphql?query=${encodeURIComponent(query)}`;
      const { body } = await test.app.inject({ url, headers: { 'x-api-key': test.admin.apiKey } });
      return (JSON.parse(body) as Body).errors ?? [];
    };
    expect(await get('{ memoryEvents(first: 1) { totalCount } }')).toEqual([]);
    expect(await get(print(OrganizationsDocument))).toEqual([]);
    expect(await get('{ events(first: 1) { totalCount } }')).toHaveLength(1);
    const query = '{ memoryDeletions { totalCount } }';
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-api-key': test.admin.apiKey };
    for (const sent of [{ query }, {}]) {
      const payload = JSON.stringify({ ...sent, extensions: { persistedQuery: { version: 1, sha256Hash } } });
      const { body } = await test.app.inject({ method: 'POST', url: '/graphql', headers, payload });
      expect(JSON.parse(body)).toEqual({ data: { memoryDeletions: { totalCount: 0 } } });
    }
  });

  it('describes itself with the document that `subgraph-schema` prints', async () => {
    expect((await ask('{ _service { sdl } }')).data).toEqual({ _service: { sdl: createSubgraph(buildSchema()).sdl } });
    expect((await ask('{ _service { sdl } }', {}, null)).errors).toBeUndefined();
  });

  it('serves renamed fields, also through unions and interfaces', async () => {
    const query = `mutation { createMemoryEntity(input: { type: AGENT, name: "chef" }) {
      __typename
      ... on MemoryCreateEntityPayload { entity { __typename name ... on MemoryNode { id } } }
      ... on MemoryError { message }
    } }`;
    expect((await ask(query)).data).toEqual({
      createMemoryEntity: {
        __typename: 'MemoryCreateEntityPayload',
        entity: { __typename: 'MemoryEntity', name: 'chef', id: expect.stringMatching(/^ent_/) },
      },
    });
    expect((await ask(query.replace('"chef"', '""'))).data).toMatchObject({
      createMemoryEntity: { __typename: 'MemoryValidationError' },
    });
    const { data } = await ask('{ memories(first: 1) { nodes { project { __typename id } event { __typename } } } }');
    expect(data).toEqual({
      memories: {
        nodes: [
          {
            project: { __typename: 'MemoryProject', id: test.admin.projectId },
            event: { __typename: 'MemoryEvent' },
          },
        ],
      },
    });
  });

  it.each(['{ node(id: "x") { id } }', '{ users { totalCount } }', 'mutation { logout(input: {}) { __typename } }'])(
    'does not know the hidden field of %s',
    async (query) => {
      expect((await ask(query)).errors).toEqual([
        expect.objectContaining({ message: expect.stringMatching(/^Cannot query field/) }),
      ]);
    },
  );

  it('executes the documents of the dashboard and the typed client in the whole schema', async () => {
    const { data, errors } = await ask(print(OrganizationsDocument), { first: 1 });
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ organizations: { edges: [{ node: { id: test.admin.orgId } }] } });
    const made = await ask(print(CreateEntityDocument), { input: { type: 'AGENT', name: 'waiter' } });
    expect(made.data).toMatchObject({ createEntity: { entity: { name: 'waiter' } } });
    // Operations before and after it run in the subgraph.
    expect((await ask('{ organizations { totalCount } }')).errors).toHaveLength(1);
  });
});
