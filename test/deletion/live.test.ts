import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { openSocket, type RawSocket } from '../http/raw-socket.js';
import { idle, storeMany } from './helpers.js';

let app: RunningApp;
let client: RawSocket;
beforeAll(async () => {
  app = await startRunningApp();
});
beforeEach(async () => {
  await app.reset();
  client = await openSocket(app.url);
  await client.begin({ apiKey: app.admin.apiKey });
});
afterEach(async () => {
  client.socket.terminate();
  await client.closed;
  await idle(app.app.services);
});
afterAll(() => app.close());

interface Progress {
  readonly status: string;
  readonly completedCount: number;
  readonly totalCount: number | null;
}

const deleteAll = `mutation { deleteMemories(input: { userId: "*" }) { ... on DeleteMemoriesPayload { event { id } } } }`;

describe('event, over a WebSocket', () => {
  it('shows a deletion from its acceptance to its end, and completes then', async () => {
    await storeMany(app.app.services, app.admin.projectId, 2_300);
    const { body } = await app
      .as(app.admin.apiKey)
      .rest<{ data: { deleteMemories: { event: { id: string } } } }>('POST', '/graphql', { query: deleteAll });
    const { id } = body.data.deleteMemories.event;
    client.say({
      id: '1',
      type: 'subscribe',
      payload: { query: `subscription { event(id: "${id}") { status completedCount totalCount } }` },
    });
    const seen: Progress[] = [];
    for (let message = await client.next(); message.type === 'next'; message = await client.next()) {
      seen.push((message.payload as { data: { event: Progress } }).data.event);
    }
    expect(seen.at(-1)).toEqual({ status: 'SUCCEEDED', completedCount: 2_300, totalCount: 2_300 });
    const done = seen.map(({ completedCount }) => completedCount);
    expect(done).toEqual([...done].sort((left, right) => left - right));
    // A slow reader may miss a state, but never gets one twice.
    expect(new Set(seen.map((progress) => JSON.stringify(progress))).size).toBe(seen.length);
  });

  it('ends for one that is cancelled, and `cancelEvent` restores the remaining memories', async () => {
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Rosa likes tea' }],
      user_id: 'rosa',
      infer: false,
    });
    const { body } = await app
      .as(app.admin.apiKey)
      .rest<{ data: { deleteMemories: { event: { id: string } } } }>('POST', '/graphql', { query: deleteAll });
    const { id } = body.data.deleteMemories.event;
    const query =
      'mutation ($id: ID!) { cancelEvent(input: { id: $id }) { __typename ... on CancelEventPayload { event { status } } ... on ConflictError { message } } }';
    const cancelled = await app
      .as(app.admin.apiKey)
      .rest<{ data: { cancelEvent: { __typename: string } } }>('POST', '/graphql', { query, variables: { id } });
    const outcome = cancelled.body.data.cancelEvent.__typename;
    client.say({ id: '1', type: 'subscribe', payload: { query: `subscription { event(id: "${id}") { status } }` } });
    let last: unknown;
    for (let message = await client.next(); message.type === 'next'; message = await client.next())
      last = message.payload;
    // The job may have been faster than the request.
    expect([outcome, last]).toEqual(
      outcome === 'CancelEventPayload'
        ? ['CancelEventPayload', { data: { event: { status: 'CANCELLED' } } }]
        : ['ConflictError', { data: { event: { status: 'SUCCEEDED' } } }],
    );
  });
});
