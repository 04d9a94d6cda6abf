import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContext } from '../../src/context.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const users = Array.from({ length: 8 }, (_, index) => `user-${index}`);

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  const ctx = createContext(test.app.services, {
    caller: { mode: 'disabled', user: null, key: null, isAdmin: true },
    requestId: 'test',
  });
  const add = (input: object, facts: readonly string[]) =>
    addMemories(ctx, {
      projectId: test.admin.projectId,
      infer: false,
      messages: facts.map((content) => ({ role: 'user', content })),
      ...input,
    });
  for (const userId of users)
    await add(
      { userId, agentId: 'agent' },
      ['one', 'two', 'three'].map((n) => `${userId} ${n}`),
    );
  await add({ userId: 'user-0', expirationDate: '2020-01-01' }, ['user-0 expired']);
  await add({ runId: 'user-0' }, ['of the run that is called user-0']);
});
afterAll(() => test.close());

async function ask(query: string, variables: object = {}) {
  await test.app.services.requestLogs.flush();
  const statements: string[] = [];
  // Ignores statements of the request log, the job queue and the repeated check of the key.
  const stop = test.app.services.database.onQuery((text) => {
    if (
      !/request_logs|field_usage|audit_|pgboss|pg_advisory|api_keys|users/.test(text) &&
      !/^(BEGIN|COMMIT)/.test(text)
    )
      statements.push(text);
  });
  const { body } = await test
    .as(test.admin.apiKey)
    .rest<{ data: unknown; errors?: unknown }>('POST', '/graphql', { query, variables });
  stop();
  expect(body.errors).toBeUndefined();
  return { data: body.data, statements };
}

describe('Entity.memories', () => {
  const list = `query List($first: Int!) {
    entities(type: USER, first: $first) { nodes { name memories(first: 2) { totalCount nodes { text } pageInfo { hasNextPage } } } }
  }`;

  it('lists the newest memories of each entity, with the same statements however many entities there are', async () => {
    await ask(list, { first: 2 });
    const few = await ask(list, { first: 2 });
    const many = await ask(list, { first: 8 });
    expect(many.statements).toEqual(few.statements);
    expect(many.statements.length).toBeLessThanOrEqual(5);
    const nodes = [...users].reverse().map((name) => ({
      name,
      memories: {
        totalCount: 3,
        nodes: [{ text: `${name} three` }, { text: `${name} two` }],
        pageInfo: { hasNextPage: true },
      },
    }));
    expect(many.data).toEqual({ entities: { nodes } });
  });

  it('pages on by cursor', async () => {
    const page = `query Page($first: Int, $after: String, $last: Int) {
      entity(type: USER, name: "user-0") { memories(first: $first, after: $after, last: $last) { nodes { text } pageInfo { endCursor hasNextPage } } }
    }`;
    const first = (await ask(page, { first: 2 })).data as {
      entity: { memories: { nodes: unknown[]; pageInfo: { endCursor: string; hasNextPage: boolean } } };
    };
    expect(first.entity.memories.nodes).toEqual([{ text: 'user-0 three' }, { text: 'user-0 two' }]);
    const { endCursor } = first.entity.memories.pageInfo;
    const rest = { nodes: [{ text: 'user-0 one' }], pageInfo: { endCursor: expect.any(String), hasNextPage: false } };
    expect((await ask(page, { first: 2, after: endCursor })).data).toEqual({ entity: { memories: rest } });
    expect((await ask(page, { last: 1 })).data).toMatchObject({ entity: { memories: { nodes: rest.nodes } } });
  });
});

describe('Memory.entities', () => {
  const list = `query List($first: Int!) {
    memories(first: $first, filter: { userId: { isSet: true } }) { nodes { text entities { type name memoryCount } } }
  }`;

  it('names the user and the agent of each memory, with the same statements however many memories there are', async () => {
    await ask(list, { first: 3 });
    const few = await ask(list, { first: 3 });
    const many = await ask(list, { first: 24 });
    expect(many.statements).toEqual(few.statements);
    const { nodes } = (many.data as { memories: { nodes: unknown[] } }).memories;
    expect(nodes).toHaveLength(24);
    expect(nodes[0]).toEqual({
      text: 'user-7 three',
      entities: [
        { type: 'USER', name: 'user-7', memoryCount: 3 },
        { type: 'AGENT', name: 'agent', memoryCount: 24 },
      ],
    });
  });

  it('keeps entities of the same name apart by their type', async () => {
    const query = '{ memories(filter: { runId: { isSet: true } }) { nodes { entities { type name memoryCount } } } }';
    expect((await ask(query)).data).toEqual({
      memories: { nodes: [{ entities: [{ type: 'RUN', name: 'user-0', memoryCount: 1 }] }] },
    });
  });
});
