import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toEntityTarget } from '../../src/unit-of-work/audit-row.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { openSocket, type RawSocket } from '../http/raw-socket.js';
import { startReceiver, type Receiver } from '../webhook/receiver.js';

/** A message of any stream, with the aliases of the documents below. */
interface Message {
  readonly cursor?: string;
  /** The object of the message. */
  readonly of?: { readonly key: string };
  readonly reason?: string;
}

/** A message with the `id` of its server-sent event. */
interface Received extends Message {
  readonly eventId?: string | undefined;
  readonly code?: string;
}

const dropped = '{ droppedCount reason resumeAfter }';
const documents = {
  memoryChanges: `memoryChanges(after: $after) {
    ... on MemoryChanged { cursor of: memory { key: id } } ... on MemoryChangesDropped ${dropped} }`,
  eventChanges: `eventChanges(after: $after, type: ADD) {
    ... on EventChanged { cursor of: event { key: id } } ... on EventChangesDropped ${dropped} }`,
  auditLogs: `auditLogs(after: $after, filter: { action: "entity.create" }) {
    ... on AuditLogged { cursor of: auditLog { key: targetId } } ... on AuditLogsDropped ${dropped} }`,
  webhookDeliveries: `webhookDeliveries(webhookId: "WEBHOOK", after: $after) {
    ... on WebhookDeliveryChanged { cursor of: webhookDelivery { key: id } } ... on WebhookDeliveriesDropped ${dropped} }`,
  requestLogs: `requestLogs(after: $after, filter: { pathPrefix: "/v1/ping" }) {
    ... on RequestLogged { cursor of: requestLog { key: requestId } } ... on RequestLogsDropped ${dropped} }`,
};
type Name = keyof typeof documents;
const all = Object.keys(documents) as Name[];

let app: RunningApp;
let receiver: Receiver;
let webhookId: string;
const leaving: (() => void)[] = [];

beforeAll(async () => {
  app = await startRunningApp({ outboundAllow: ['loopback'] });
});
beforeEach(async () => {
  await app.reset();
  receiver = await startReceiver();
  const input = { name: 'Streams', url: receiver.url, eventTypes: ['MEMORY_DELETE'] };
  const made = await mutate<{ webhook: { id: string } }>(
    'mutation ($input: CreateWebhookInput!) { result: createWebhook(input: $input) { ... on CreateWebhookPayload { webhook { id } } } }',
    { input },
  );
  webhookId = made.webhook.id;
});
afterEach(async () => {
  for (const leave of leaving.splice(0)) leave();
  await until(() => subscribers() === 0);
  await receiver.close();
});
afterAll(() => app.close());

const subscribers = () => app.app.services.changes.subscribers() + app.app.services.requestLogs.stats().subscribers;

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function mutate<Result>(query: string, variables: object): Promise<Result> {
  const { body } = await app
    .as(app.admin.apiKey)
    .rest<{ data: { result: Result } }>('POST', '/graphql', { query, variables });
  return body.data.result;
}

const add = (content: string) =>
  mutate<{ event: { id: string }; results: { id: string }[] }>(
    'mutation ($input: AddMemoriesInput!) { result: addMemories(input: $input) { ... on AddMemoriesPayload { event { id } results { id: memoryId } } } }',
    { input: { messages: [{ role: 'USER', content }], userId: 'rosa', infer: false } },
  );

let count = 0;
/** Changes that the streams send. Each function returns the key of its change. */
const acts: Record<Name, () => Promise<string>> = {
  memoryChanges: async () => (await add(`Rosa owns stamp ${(count += 1)}`)).results[0]?.id ?? '',
  eventChanges: async () => (await add(`Rosa owns coin ${(count += 1)}`)).event.id,
  auditLogs: async () => {
    const input = { type: 'USER', name: `user-${(count += 1)}` };
    await mutate('mutation ($input: CreateEntityInput!) { result: createEntity(input: $input) { __typename } }', {
      input,
    });
    return toEntityTarget(app.app.services.sealer, 'user', input.name);
  },
  webhookDeliveries: async () => {
    const { webhookDelivery } = await mutate<{ webhookDelivery: { id: string } }>(
      'mutation ($input: SendWebhookTestEventInput!) { result: sendWebhookTestEvent(input: $input) { ... on SendWebhookTestEventPayload { webhookDelivery { id } } } }',
      { input: { webhookId } },
    );
    const recorded = () =>
      app.app.services.database.query('SELECT id FROM webhook_attempts WHERE delivery_id = $1::uuid', [
        webhookDelivery.id,
      ]);
    await until(async () => (await recorded()).length > 0);
    return webhookDelivery.id;
  },
  requestLogs: async () => {
    const { headers } = await app.as(app.admin.apiKey).rest('GET', '/v1/ping/');
    await app.app.services.requestLogs.flush();
    return String(headers['x-request-id']);
  },
};

const textOf = (name: Name) =>
  `subscription Follow($after: String) { stream: ${documents[name].replace('WEBHOOK', webhookId)} }`;

interface Payload {
  readonly data?: { readonly stream: Message } | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}
const toReceived = ({ data, errors }: Payload): Received => ({
  ...data?.stream,
  ...(errors && { code: errors[0]?.extensions.code ?? '' }),
});

/** Follows a stream over a WebSocket. */
async function overSocket(name: Name, after: string | null, apiKey = app.admin.apiKey) {
  const raw: RawSocket = await openSocket(app.url);
  leaving.push(() => raw.socket.terminate());
  await raw.begin({ apiKey });
  const before = subscribers();
  raw.say({ id: '1', type: 'subscribe', payload: { query: textOf(name), variables: { after } } });
  await until(() => subscribers() > before || raw.received.length > 1);
  const next = async (): Promise<Received> => {
    const { type, payload } = await raw.next();
    return toReceived(type === 'error' ? { errors: payload as NonNullable<Payload['errors']> } : (payload as Payload));
  };
  return { next, closed: raw.closed, leave: () => raw.socket.terminate() };
}

/** Follows a stream over server-sent events. */
async function overEvents(name: Name, lastEventId: string | null, apiKey = app.admin.apiKey) {
  const controller = new AbortController();
  leaving.push(() => controller.abort());
  const before = subscribers();
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'x-api-key': apiKey,
      ...(lastEventId !== null && { 'last-event-id': lastEventId }),
    },
    body: JSON.stringify({ query: textOf(name) }),
    signal: controller.signal,
  });
  const events = eventsOf(response.body as unknown as AsyncIterable<Uint8Array>);
  await until(() => subscribers() > before);
  const next = async (): Promise<Received | null> => {
    const step = await events.next();
    return step.done ? null : step.value;
  };
  return { next, leave: () => controller.abort() };
}

async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Received> {
  let text = '';
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      const data = /^data: (\{.*\})$/m.exec(event)?.[1];
      if (data) yield { ...toReceived(JSON.parse(data) as Payload), eventId: /^id: (.+)$/m.exec(event)?.[1] };
    }
  }
}

describe.each(all)('%s', (name) => {
  const act = acts[name];

  it('resumes over a WebSocket after a cursor: exactly the missing messages, then live ones', async () => {
    const live = await overSocket(name, null);
    const first = await act();
    const seen = await live.next();
    expect(seen).toEqual({ cursor: expect.any(String), of: { key: first } });
    live.leave();
    await until(() => subscribers() === 0);
    const missed = [await act(), await act()];
    const resumed = await overSocket(name, seen.cursor ?? '');
    const got = [await resumed.next(), await resumed.next()];
    const fresh = await act();
    got.push(await resumed.next());
    expect(got.map(({ of }) => of?.key)).toEqual([...missed, fresh]);
  });

  it('resumes over server-sent events after the header Last-Event-ID', async () => {
    const live = await overEvents(name, null);
    await act();
    const seen = await live.next();
    expect(seen).toMatchObject({ cursor: seen?.eventId });
    live.leave();
    await until(() => subscribers() === 0);
    const missed = await act();
    const resumed = await overEvents(name, seen?.eventId ?? '');
    const got = [await resumed.next()];
    const fresh = await act();
    got.push(await resumed.next());
    expect(got.map((message) => message?.of?.key)).toEqual([missed, fresh]);
    expect(got.map((message) => message?.eventId)).toEqual(got.map((message) => message?.cursor));
  });

  it('ends with a code when its key is revoked: 4403 on a WebSocket, an error in server-sent events', async () => {
    const { secret, apiKey } = await mutate<{ secret: string; apiKey: { id: string } }>(
      'mutation ($input: CreateApiKeyInput!) { result: createApiKey(input: $input) { ... on CreateApiKeyPayload { secret apiKey { id } } } }',
      { input: { label: 'streams' } },
    );
    const socket = await overSocket(name, null, secret);
    const events = await overEvents(name, null, secret);
    const last = events.next();
    await mutate('mutation ($input: RevokeApiKeyInput!) { result: revokeApiKey(input: $input) { __typename } }', {
      input: { id: apiKey.id },
    });
    expect(await last).toEqual({ code: 'UNAUTHENTICATED', eventId: undefined });
    expect(await socket.closed).toMatchObject({ code: 4403 });
  });

  it('refuses a cursor that it did not send', async () => {
    const refused = await overSocket(name, Buffer.from('["x",1]').toString('base64url'));
    expect(await refused.next()).toEqual({ code: 'BAD_USER_INPUT' });
  });
});
