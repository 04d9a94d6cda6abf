import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(() => test.reset());

interface Answer {
  data: Record<string, Record<string, unknown>> | null;
  errors?: { extensions: { code: string } }[];
}

async function ask(query: string, variables: object = {}): Promise<Answer> {
  const { body } = await test.as(test.admin.apiKey).rest<Answer>('POST', '/graphql', { query, variables });
  return body;
}

const add = `mutation Add($input: AddMemoriesInput!, $key: String) {
  addMemories(input: $input, idempotencyKey: $key) {
    ... on AddMemoriesPayload {
      event { id status memories { event memory { text } } }
      results { event memory { text userId } }
    }
  }
}`;
const input = { userId: 'ada', messages: [{ role: 'USER', content: 'I live in Lisbon. I play the piano.' }] };

it('returns the extracted memories of an add that waits, and the same as Event.memories', async () => {
  const { data } = await ask(add, { input: { ...input, wait: true } });
  const texts = ['I live in Lisbon.', 'I play the piano.'];
  expect(data?.addMemories).toEqual({
    event: {
      id: expect.any(String),
      status: 'SUCCEEDED',
      memories: texts.map((text) => ({ event: 'ADD', memory: { text } })),
    },
    results: texts.map((text) => ({ event: 'ADD', memory: { text, userId: 'ada' } })),
  });
});

it('returns null as results and as Event.memories while the extraction of an add that does not wait is pending', async () => {
  const { data } = await ask(add, { input });
  expect(data?.addMemories).toEqual({
    event: { id: expect.any(String), status: 'PENDING', memories: null },
    results: null,
  });
});

it('adds once and returns the same memories for a repeated key', async () => {
  const variables = { input: { ...input, wait: true }, key: 'wait-for-memories' };
  const first = await ask(add, variables);
  expect(first.data?.addMemories?.results).toHaveLength(2);
  expect(await ask(add, variables)).toEqual(first);
  const { data } = await ask('{ memories { totalCount } }');
  expect(data?.memories).toEqual({ totalCount: 2 });
});

it('returns the results of an add that stores each message unchanged, without a wait', async () => {
  const { data } = await ask(add, { input: { ...input, infer: false, wait: true } });
  expect(data?.addMemories?.results).toEqual([
    { event: 'ADD', memory: { text: 'I live in Lisbon. I play the piano.', userId: 'ada' } },
  ]);
});
