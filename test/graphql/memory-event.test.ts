import { afterAll, beforeAll, expect, it } from 'vitest';
import { createContext } from '../../src/context.js';
import { watchEvent } from '../../src/resolvers/event/watch-event.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

interface Answer {
  data: Record<string, unknown>;
  errors?: unknown;
}

async function ask(query: string, variables: object = {}) {
  const { body } = await test.as(test.admin.apiKey).rest<Answer>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const add = `mutation Add($input: AddMemoriesInput!) {
  addMemories(input: $input) { ... on AddMemoriesPayload { event { id } results { memory { text event { id type status } } } } }
}`;
const messages = (...texts: string[]) => texts.map((content) => ({ role: 'USER', content }));
const list = 'query List($first: Int!) { memories(first: $first) { nodes { text event { id } } } }';

it('names the operation that added a memory, whether it ran in the request or in the background', async () => {
  const stored = await ask(add, { input: { userId: 'ada', infer: false, messages: messages('Ada lives in Basel.') } });
  const { event, results } = stored.addMemories as { event: { id: string }; results: unknown };
  expect(results).toEqual([
    { memory: { text: 'Ada lives in Basel.', event: { id: event.id, type: 'ADD', status: 'SUCCEEDED' } } },
  ]);
  const pending = await ask(add, { input: { userId: 'bob', messages: messages('I live in Lisbon.') } });
  const { event: background } = pending.addMemories as { event: { id: string } };
  const ctx = createContext(test.app.services, {
    caller: { mode: 'admin_api_key', user: null, key: null, isAdmin: true },
    requestId: 'test',
  });
  for await (const { status } of await watchEvent(ctx, background)) if (status === 'SUCCEEDED') break;
  const memories = (await ask('{ memories(filter: { userId: { eq: "bob" } }) { nodes { event { id } } } }')).memories;
  expect(memories).toEqual({ nodes: [{ event: { id: background.id } }] });
});

it('keeps the operation when a request updates the memory', async () => {
  const stored = await ask(add, { input: { userId: 'eve', infer: false, messages: messages('Eve plays chess.') } });
  const { event } = stored.addMemories as { event: { id: string } };
  const found = await ask('{ memories(filter: { userId: { eq: "eve" } }) { nodes { id } } }');
  const [memory] = (found.memories as { nodes: { id: string }[] }).nodes;
  const { updateMemory } = await ask(
    `mutation ($id: ID!) { updateMemory(input: { id: $id, text: "Eve plays go." }) { ... on UpdateMemoryPayload { memory { text event { id } } } } }`,
    { id: memory?.id },
  );
  expect(updateMemory).toEqual({ memory: { text: 'Eve plays go.', event: { id: event.id } } });
});

it('reads the operations of a list in two statements, however many memories there are', async () => {
  for (let number = 0; number < 6; number += 1) {
    await ask(add, { input: { userId: 'max', infer: false, messages: messages(`Fact ${number} about Max.`) } });
  }
  const count = async (first: number) => {
    await test.app.services.requestLogs.flush();
    const statements: string[] = [];
    const stop = test.app.services.database.onQuery((text) => {
      if (/memory_history|FROM events/.test(text)) statements.push(text);
    });
    const { memories } = await ask(list, { first });
    stop();
    expect((memories as { nodes: { event: unknown }[] }).nodes.map(({ event }) => event)).toEqual(
      Array(first).fill({ id: expect.any(String) }),
    );
    return statements.length;
  };
  expect([await count(2), await count(6)]).toEqual([2, 2]);
});

it('names the user behind each change of a memory', async () => {
  await ask(add, { input: { userId: 'kay', infer: false, messages: messages('Kay plays the drums.') } });
  const { memories } = await ask(
    '{ memories(filter: { userId: { eq: "kay" } }) { nodes { history { event changedBy changedByUser { id name } } } } }',
  );
  const [memory] = (memories as { nodes: { history: { changedBy: string; changedByUser: { id: string } }[] }[] }).nodes;
  expect(memory?.history).toEqual([
    {
      event: 'ADD',
      changedBy: expect.any(String),
      changedByUser: { id: memory?.history[0]?.changedBy, name: 'Admin' },
    },
  ]);
});
