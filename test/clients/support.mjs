// What every program shares: where the server is, a check of values, and a memory that nothing else has.
import { deepStrictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';

/** Address of the server, without a path. */
export const url = process.env.MEMORY_GATEWAY_URL;
export const key = process.env.MEMORY_GATEWAY_API_KEY;
if (!url || !key) throw new Error('Run `node run.mjs`: it starts a server and passes its address to each program.');

export const graphqlUrl = `${url}/graphql`;
export const headers = { 'x-api-key': key };
export const expectEqual = deepStrictEqual;
export { WebSocket };

/** Options of graphql-ws for this server. */
export const socketOptions = {
  url: graphqlUrl.replace(/^http/, 'ws'),
  webSocketImpl: WebSocket,
  connectionParams: { apiKey: key },
  retryAttempts: 0,
};

/** The input of `addMemories` for one memory of a user of its own. */
export function newMemory(text) {
  return { userId: `user-${randomUUID()}`, infer: false, messages: [{ role: 'USER', content: text }] };
}

/** A subscription to the changes of the memories of one user. */
export const changesDocument = `subscription Changes($userId: String!) {
  memoryChanges(filter: { userId: { eq: $userId } }) { __typename ... on MemoryChanged { event memory { text } } }
}`;

/** What the subscription returns when a memory with this text was added. */
export const addedFrame = (text) => ({
  memoryChanges: { __typename: 'MemoryChanged', event: 'ADD', memory: { text } },
});

export const addDocument = `mutation Add($input: AddMemoriesInput!) {
  addMemories(input: $input) { __typename ... on AddMemoriesPayload { results { event memory { id text userId } } } }
}`;

/** Sends one operation without any client. */
export async function post(query, variables) {
  const response = await fetch(graphqlUrl, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Adds `input` until `received` settles: a subscription that is not yet active would miss a single change. */
export async function addUntil(received, input) {
  let isOver = false;
  const settled = received.finally(() => (isOver = true));
  for (let number = 0; !isOver; number += 1) {
    const messages = [{ role: 'USER', content: `${input.messages[0].content} ${number}` }];
    await post(addDocument, { input: { ...input, messages } });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return settled;
}
