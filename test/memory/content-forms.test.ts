import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Client as RestClient, type TestApp } from '../helpers/app.js';

let test: TestApp;
let admin: RestClient;
let url: URL;

beforeAll(async () => {
  test = await startTestApp();
  admin = test.as(test.admin.apiKey);
  url = new URL('/mcp', (await test.app.listen()).apiUrl);
});
beforeEach(() => test.reset());
afterAll(() => test.close());

type Message = Readonly<Record<string, unknown>>;

/** Content of a message is text or null in GraphQL and MCP. The self-hosted API takes text alone, by its contract. */
const withoutParts = (messages: Message[]) =>
  messages.map((message) => (Array.isArray(message['content']) ? { ...message, content: 'I row.\nI ski.' } : message));

const graphql = `mutation ($messages: [MessageInput!]!) {
  addMemories(input: { userId: "ada", infer: false, messages: $messages }) { ... on ValidationError { fields { messages } } } }`;

const ways: Readonly<Record<string, (messages: Message[]) => Promise<unknown>>> = {
  'hosted REST': (messages) => admin.rest('POST', '/v3/memories/add/', { messages, user_id: 'ada', infer: false }),
  GraphQL: (messages) =>
    admin.rest('POST', '/graphql', {
      query: graphql,
      variables: {
        messages: withoutParts(messages).map(({ role, content }) => ({ role: String(role).toUpperCase(), content })),
      },
    }),
  MCP: async (messages) => {
    const client = new Client({ name: 'test-agent', version: '1.2.3' });
    const headers = { authorization: `Bearer ${test.admin.apiKey}` };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    const result = await client.callTool({
      name: 'add_memory',
      arguments: { messages: withoutParts(messages), user_id: 'ada', infer: false },
    });
    await client.close();
    return result;
  },
};

async function texts(): Promise<unknown[]> {
  const { body } = await admin.rest<{ results: { memory: string }[] }>('POST', '/v3/memories/', {
    filters: { user_id: 'ada' },
  });
  return body.results.map(({ memory }) => memory).sort();
}

const calls = [{ id: 'call_1', type: 'function', function: { name: 'find_boat', arguments: '{}' } }];

describe.each(Object.keys(ways))('messages of an OpenAI client over %s', (way) => {
  it('are stored by their text, without those that have none', async () => {
    const answer = await ways[way]?.([
      { role: 'user', content: 'I sail.' },
      { role: 'assistant', content: null, tool_calls: calls },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'I row.' },
          { type: 'text', text: 'I ski.' },
        ],
      },
    ]);
    expect(await texts(), JSON.stringify(answer)).toEqual(['I row.\nI ski.', 'I sail.']);
  });
});

it.each([
  ['beside calls of tools', { role: 'assistant', tool_calls: calls }, 200],
  ['without them', { role: 'assistant', contents: 'I swim.' }, 400],
])('a missing content is accepted only beside calls of tools: %s', async (_, message, status) => {
  const messages = [{ role: 'user', content: 'I sail.' }, message];
  const answer = await admin.rest('POST', '/v3/memories/add/', { messages, user_id: 'ada', infer: false });
  expect(answer.status).toBe(status);
});

it.each(['JSONL', 'add'])('a blank around the ID of an owner is a part of it: %s', async (way) => {
  const content = JSON.stringify({ text: 'I sail.', user_id: ' ada ' });
  if (way === 'add')
    await admin.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'I sail.' }],
      ...{ user_id: ' ada ', infer: false },
    });
  else
    await admin.rest('POST', '/graphql', {
      query: `mutation ($content: String!) { importMemories(input: { format: JSONL, content: $content }) { __typename } }`,
      variables: { content },
    });
  const { body } = await admin.rest<{ data: unknown }>('POST', '/graphql', {
    query: '{ memories(first: 5) { nodes { userId } } }',
  });
  expect(body.data).toEqual({ memories: { nodes: [{ userId: ' ada ' }] } });
});
