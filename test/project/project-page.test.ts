import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContext } from '../../src/context.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';
import { people, project, signedIn, tenant, type People, type Tenant } from '../helpers/context.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let app: TestApp;
let cast: People;
let where: Tenant;
let key: string;

beforeAll(async () => {
  app = await startTestApp();
  cast = await people(app.app.services);
  where = await tenant(app.app.services, [
    [cast.ada, 'OWNER'],
    [cast.bob, 'READER'],
    [cast.root, 'READER'],
  ]);
  key = await app.keyFor(cast.ada);
  await remember(where.projectId, 5);
});
afterAll(() => app.close());

const contextOf = () => createContext(app.app.services, { caller: signedIn(cast.ada), requestId: 'test' });

async function remember(projectId: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await addMemories(contextOf(), {
      projectId,
      userId: 'ada',
      messages: [{ role: 'user', content: `Note ${number}.` }],
      infer: false,
      metadata: { number },
      timestamp: 1_700_000_000 + number,
    });
  }
}

interface Answer {
  data: { project: Record<string, unknown> } | null;
  errors?: { extensions: { code: string }; path?: unknown[] }[];
}

async function ask(
  query: string,
  variables: Record<string, unknown> = {},
  as = key,
): Promise<{ answer: Answer; statements: number }> {
  const body = { query, variables: { id: where.projectId, ...variables } };
  // The first request validates the document; the second one only executes it.
  await app.as(as).rest('POST', '/graphql', body);
  let statements = 0;
  const stop = app.app.services.database.onQuery(
    (text) => (statements += /\b(projects|memories|project_members)\b/.test(text) ? 1 : 0),
  );
  const { body: answer } = await app.as(as).rest<Answer & Record<string, unknown>>('POST', '/graphql', body);
  stop();
  return { answer, statements };
}

const texts = (project: unknown, name = 'memories') =>
  (project as Record<string, { edges: { node: { text: string } }[] }>)[name]?.edges.map(({ node }) => node.text);

describe('a page of one project', () => {
  it('is read in one statement with its organization, its members and its newest memories', async () => {
    const { answer, statements } = await ask(
      `query Page($id: ID!, $count: Int) { project(id: $id) {
      name organization { name }
      members(first: 2) { edges { cursor node { email role createdAt } } pageInfo { hasNextPage endCursor } }
      memories(first: $count) { edges { node { id text metadata createdAt updatedAt categories userId } } pageInfo { hasNextPage hasPreviousPage endCursor } }
    } }`,
      { count: 3 },
    );
    expect(answer.errors).toBeUndefined();
    expect(texts(answer.data?.project)).toEqual(['Note 5.', 'Note 4.', 'Note 3.']);
    expect(answer.data?.project).toMatchObject({
      members: {
        edges: [
          { node: { email: cast.ada.email, role: 'OWNER' } },
          { node: { email: cast.bob.email, role: 'READER' } },
        ],
        pageInfo: { hasNextPage: true },
      },
      memories: {
        edges: [
          {
            node: {
              metadata: { number: 5 },
              createdAt: '2023-11-14T22:13:25.000Z',
              userId: 'ada',
              categories: ['misc'],
            },
          },
          {},
          {},
        ],
        pageInfo: { hasNextPage: true, hasPreviousPage: false },
      },
    });
    expect(statements).toBe(1);
  });

  it('returns the same as separate reads of its parts', async () => {
    const fields =
      'id text userId agentId appId runId actor role metadata categories expirationDate isImmutable hash createdAt updatedAt project { id } history { event newText }';
    const { answer } = await ask(
      `query($id: ID!) { project(id: $id) { memories(first: 20) { totalCount edges { cursor node { ${fields} } } } } }`,
    );
    const separately = await app.as(key).rest<{ data: { memories: unknown } }>('POST', '/graphql', {
      query: `query($id: ID!) { memories(projectId: $id, first: 20) { totalCount edges { cursor node { ${fields} } } } }`,
      variables: { id: where.projectId },
    });
    expect(answer.data?.project['memories']).toEqual(separately.body.data.memories);
  });

  it('serves aliases, fragments and directives, each with its own arguments and fields', async () => {
    const { answer } =
      await ask(`query($id: ID!, $no: Boolean = false) { project(id: $id) { ...Lists none: memories(first: 1) @include(if: $no) { totalCount } } }
      fragment Lists on Project { one: memories(first: 1) { ...Texts } hashes: memories(first: 1) { edges { node { hash } } }
        ... on Project { two: memories(first: 2) { ...Texts } last: memories(last: 1) { ...Texts } }
        members(first: 1) { edges { node { email } } } all: members(first: 10) { totalCount } }
      fragment Texts on MemoryConnection { edges { node { text } } }`);
    expect(answer.errors).toBeUndefined();
    const found = answer.data?.project;
    expect([texts(found, 'one'), texts(found, 'two'), texts(found, 'last')]).toEqual([
      ['Note 5.'],
      ['Note 5.', 'Note 4.'],
      ['Note 1.'],
    ]);
    expect(found).toMatchObject({
      hashes: { edges: [{ node: { hash: expect.stringMatching(/^[0-9a-f]{32}$/) as string } }] },
      all: { totalCount: 3 },
    });
    expect(found).not.toHaveProperty('none');
  });

  it('continues after a cursor of a prefetched page', async () => {
    const page = 'edges { node { text } } pageInfo { endCursor }';
    const { answer } = await ask(`query($id: ID!) { project(id: $id) { memories(first: 2) { ${page} } } }`);
    const after = (answer.data!.project['memories'] as { pageInfo: { endCursor: string } }).pageInfo.endCursor;
    const { answer: next } = await ask(
      `query($id: ID!, $after: String) { project(id: $id) { memories(first: 2, after: $after) { ${page} } } }`,
      { after },
    );
    expect(texts(next.data?.project)).toEqual(['Note 3.', 'Note 2.']);
  });

  it.each([
    ['memories', 0],
    ['memories', 101],
    ['members', 0],
    ['members', 101],
  ])('refuses %s(first: %s) at the field', async (name, first) => {
    const { answer } = await ask(
      `query($id: ID!, $first: Int) { project(id: $id) { ${name}(first: $first) { edges { cursor } } } }`,
      { first },
    );
    expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' }, path: ['project', name] }]);
  });

  it('shows nothing of it to an outsider', async () => {
    const { answer } = await ask(
      'query($id: ID!) { project(id: $id) { memories(first: 2) { edges { node { text } } } } }',
      {},
      await app.keyFor(cast.eve),
    );
    expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
    expect(answer.data).toEqual({ project: null });
  });

  it('shows no memory of an accepted deletion, whether its memories are marked or not', async () => {
    const other = await project(app.app.services, where.organizationId, [[cast.ada, 'OWNER']]);
    await remember(other, 3);
    await deleteMemoriesByFilter(contextOf(), { projectId: other, userId: 'ada' });
    await app.app.services.database.query('UPDATE deletions SET marked_at = NULL WHERE project_id = $1', [other]);
    await app.app.services.database.query(
      'UPDATE memories SET deleted_at = NULL, deletion_event_id = NULL WHERE project_id = $1',
      [other],
    );
    const { body } = await app.as(key).rest<{ data: { project: unknown } }>('POST', '/graphql', {
      query: 'query($id: ID!) { project(id: $id) { memories(first: 5) { edges { node { text } } } } }',
      variables: { id: other },
    });
    expect(texts(body.data.project)).toEqual([]);
  });
});
