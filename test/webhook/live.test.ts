import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { openSocket, type RawSocket } from '../http/raw-socket.js';
import { startReceiver, type Receiver } from './receiver.js';

let app: RunningApp;
let receiver: Receiver;
let isWorking: boolean;
const opened: RawSocket[] = [];
beforeAll(async () => {
  app = await startRunningApp({ outboundAllow: ['loopback'] });
});
beforeEach(async () => {
  await app.reset();
  isWorking = true;
  receiver = await startReceiver((response) => response.writeHead(isWorking ? 200 : 500).end());
});
afterEach(async () => {
  for (const { socket, closed } of opened.splice(0)) {
    socket.terminate();
    await closed;
  }
  await receiver.close();
});
afterAll(() => app.close());

async function subscribe(query: string, apiKey = app.admin.apiKey): Promise<RawSocket> {
  const client = await openSocket(app.url);
  opened.push(client);
  await client.begin({ apiKey });
  client.say({ id: '1', type: 'subscribe', payload: { query } });
  return client;
}

async function mutate<Data>(query: string, variables: object): Promise<Data> {
  return (await app.as(app.admin.apiKey).rest<{ data: Data }>('POST', '/graphql', { query, variables })).body.data;
}

const remember = (content: string) =>
  app
    .as(app.admin.apiKey)
    .rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content }], user_id: 'rosa', infer: false });

async function hook(): Promise<string> {
  const create =
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { ... on CreateWebhookPayload { webhook { id } } } }';
  const input = { name: 'Audit', url: receiver.url, eventTypes: ['MEMORY_ADD'] };
  return (await mutate<{ createWebhook: { webhook: { id: string } } }>(create, { input })).createWebhook.webhook.id;
}

const watch = (id: string) =>
  `subscription { webhookDeliveries(webhookId: "${id}") { ... on WebhookDeliveryChanged { webhookDelivery {
    status responseStatusCode eventType attempts { attemptNumber responseStatusCode } } } } }`;

describe('webhookDeliveries, over a WebSocket', () => {
  it('sends each attempt as it ends, successful or not, with the earlier ones', async () => {
    const client = await subscribe(watch(await hook()));
    await vi.waitFor(() => expect(app.app.services.changes.subscribers()).toBe(1));
    await remember('Rosa collects stamps');
    const data = (webhookDelivery: object) => ({
      id: '1',
      type: 'next',
      payload: { data: { webhookDeliveries: { webhookDelivery } } },
    });
    expect(await client.next()).toEqual(
      data({
        status: 'DELIVERED',
        responseStatusCode: 200,
        eventType: 'MEMORY_ADD',
        attempts: [{ attemptNumber: 1, responseStatusCode: 200 }],
      }),
    );
    isWorking = false;
    await remember('Rosa likes tea');
    expect(await client.next()).toEqual(
      data({
        status: 'PENDING',
        responseStatusCode: 500,
        eventType: 'MEMORY_ADD',
        attempts: [{ attemptNumber: 1, responseStatusCode: 500 }],
      }),
    );
  });

  it('ends as soon as the webhook is deleted, in the words for one that does not exist, and other streams go on', async () => {
    const [id, other] = [await hook(), await hook()];
    const [client, bystander] = [await subscribe(watch(id)), await subscribe(watch(other))];
    await vi.waitFor(() => expect(app.app.services.changes.subscribers()).toBe(2));
    const remove = 'mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { __typename } }';
    expect(await mutate(remove, { input: { id } })).toEqual({ deleteWebhook: { __typename: 'DeleteWebhookPayload' } });
    expect(await client.next()).toEqual({
      id: '1',
      type: 'error',
      payload: [expect.objectContaining({ message: 'Webhook not found.' })],
    });
    expect(app.app.services.changes.subscribers()).toBe(1);
    await remember('Rosa likes tea');
    expect(await bystander.next()).toMatchObject({ id: '1', type: 'next' });
  });

  it('is refused for a webhook that the caller may not see, in the words for one that does not exist', async () => {
    const client = await subscribe(watch('wh_none'));
    const first = await client.next();
    expect(first).toMatchObject({ id: '1', payload: expect.anything() });
    expect(JSON.stringify(first)).toContain('NOT_FOUND');
  });
});
