import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContext } from '../../src/context.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
let ids: string[];
beforeAll(async () => {
  test = await startTestApp();
  const ctx = createContext(test.app.services, {
    caller: { mode: 'disabled', user: null, key: null, isAdmin: true },
    requestId: 'test',
  });
  const messages = Array.from({ length: 20 }, (_, index) => ({ role: 'user', content: `fact ${index}` }));
  const { results } = await addMemories(ctx, {
    projectId: test.admin.projectId,
    userId: 'ada',
    infer: false,
    messages,
  });
  ids = (results ?? []).map(({ id }) => id);
});
afterAll(() => test.close());

/** Adds this many changes to a memory, one per second. */
const change = (id: string | undefined, count: number) =>
  test.app.services.database.query(
    `INSERT INTO memory_history (id, memory_id, project_id, event, old_memory, new_memory, categories, created_at)
     SELECT gen_random_uuid(), $1::uuid, $2, 'UPDATE', 'x', 'change ' || n, '{}', now() + n * interval '1 second' FROM generate_series(1, $3::int) n`,
    [id, test.admin.projectId, count],
  );

interface Answer {
  data: { memories: { edges: { node: { text: string; history: { newText: string }[] } }[] } };
}

async function statementsOf(first: number): Promise<{ answer: Answer; statements: number }> {
  const admin = test.as(test.admin.apiKey);
  const query = 'query Page($first: Int!) { memories(first: $first) { edges { node { text history { newText } } } } }';
  await admin.rest('POST', '/graphql', { query, variables: { first } });
  let statements = 0;
  const stop = test.app.services.database.onQuery(
    (text) => void (statements += Number(/FROM memory_history/.test(text))),
  );
  const { body } = await admin.rest<Answer>('POST', '/graphql', { query, variables: { first } });
  stop();
  return { answer: body, statements };
}

describe('the history of memories', () => {
  it('is read for a whole page in one statement, to each memory its own', async () => {
    const { answer, statements } = await statementsOf(20);
    expect(statements).toBe(1);
    expect(answer.data.memories.edges).toHaveLength(20);
    for (const { node } of answer.data.memories.edges) expect(node.history).toEqual([{ newText: node.text }]);
  });

  it('is told once to each of two fields that ask for the same memory, and so is what callers think of it', async () => {
    const admin = test.as(test.admin.apiKey);
    await admin.rest('POST', '/v1/feedback/', { memory_id: ids[0], feedback: 'POSITIVE' });
    const list =
      'memories(first: 1, filter: { keywords: { contains: "fact 0" } }) { edges { node { history { newText } feedback { rating } } } }';
    const { body } = await admin.rest<{ data: unknown }>('POST', '/graphql', {
      query: `{ one: ${list} two: ${list} }`,
    });
    const once = { edges: [{ node: { history: [{ newText: 'fact 0' }], feedback: [{ rating: 'POSITIVE' }] } }] };
    expect(body.data).toEqual({ one: once, two: once });
  });

  it('is the latest hundred changes in GraphQL and the latest thousand in REST, oldest first', async () => {
    await change(ids.at(-1), 1_100);
    const { answer } = await statementsOf(1);
    const shown = answer.data.memories.edges[0]?.node.history.map(({ newText }) => newText);
    expect(shown).toEqual(Array.from({ length: 100 }, (_, index) => `change ${1_001 + index}`));
    const { body } = await test
      .as(test.admin.apiKey)
      .rest<{ new_memory: string }[]>('GET', `/v1/memories/${ids.at(-1) ?? ''}/history/`);
    expect(body.map((entry) => entry.new_memory)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => `change ${101 + index}`),
    );
  });
});
