import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';
import { startReceiver, type Receiver } from './receiver.js';
import { verify } from './setup.js';

let test: TestApp;
let admin: Client;
let receiver: Receiver;
beforeAll(async () => {
  test = await startTestApp({ outboundAllow: ['loopback'] });
});
beforeEach(async () => {
  await test.reset();
  admin = test.as(test.admin.apiKey);
  receiver = await startReceiver();
  return () => receiver.close();
});
afterAll(() => test.close());

const body = (more: object = {}) => ({ url: receiver.url, name: 'Audit', event_types: ['memory_add'], ...more });
const time = expect.stringMatching(/Z$/);

async function graphql<Data>(query: string, variables: object = {}): Promise<Data> {
  return (await admin.rest<{ data: Data }>('POST', '/graphql', { query, variables })).body.data;
}

interface Created {
  readonly createWebhook: {
    readonly secret: string;
    readonly webhook: { readonly id: string };
    readonly fields: unknown;
  };
}
interface Deliveries {
  readonly totalCount: number;
  readonly nodes: readonly { readonly node: { readonly id: string } }[];
}
interface WithDelivery {
  readonly [field: string]: { readonly webhookDelivery: unknown };
}

describe.each([
  ['projects/:id/', ':id/'],
  [':id/webhook/', ':id/webhook/'],
])('the REST paths %s and %s', (ofProject, ofWebhook) => {
  const path = (template: string, id: string) => `/api/v1/webhooks/${template.replace(':id', id)}`;

  it('create, list, change and delete webhooks, in the documented shape', async () => {
    const { projectId } = test.admin;
    const created = await admin.rest('POST', path(ofProject, projectId), body({ project_id: 'ignored' }));
    expect(created.status).toBe(201);
    const webhook = {
      webhook_id: expect.stringMatching(/^wh_/),
      name: 'Audit',
      url: receiver.url,
      event_types: ['memory_add'],
      owner: expect.any(String),
      is_active: true,
      project: 'default-project',
      created_at: time,
      updated_at: time,
    };
    expect(created.body).toEqual({ ...webhook, signing_secret: expect.stringMatching(/^whsec_/) });
    const id = created.body.webhook_id as string;
    expect(await admin.rest('GET', path(ofProject, projectId))).toMatchObject({ status: 200, body: [webhook] });
    const changed = await admin.rest('PUT', path(ofWebhook, id), {
      name: 'Log',
      is_active: false,
      event_types: ['memory_delete'],
    });
    expect(changed).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    const { body: listed } = await admin.rest('GET', path(ofProject, projectId).replace(/\/$/, ''));
    expect(listed).toEqual([{ ...webhook, name: 'Log', is_active: false, event_types: ['memory_delete'] }]);
    expect((await admin.rest('DELETE', path(ofWebhook, id))).status).toBe(200);
    expect(await admin.rest('DELETE', path(ofWebhook, id))).toMatchObject({
      status: 404,
      body: { error: 'Webhook not found.', detail: 'Webhook not found.' },
    });
    expect((await admin.rest('PUT', path(ofWebhook, 'undefined'), {})).status).toBe(404);
  });

  it('refuse bad input by field, and callers without access with an error', async () => {
    const { projectId } = test.admin;
    expect(await admin.rest('POST', path(ofProject, projectId), {})).toMatchObject({
      status: 400,
      body: { url: ['url is required.'], name: ['name is required.'], event_types: ['event_types is required.'] },
    });
    const hostile = await admin.rest(
      'POST',
      path(ofProject, projectId),
      body({ url: 'http://169.254.169.254/', event_types: ['x'] }),
    );
    expect([hostile.status, hostile.body]).toEqual([
      400,
      {
        url: [expect.stringMatching(/^url must not point to a link-local or metadata address\./)],
        event_types: [expect.any(String)],
      },
    ]);
    const eve = await person(test.app.services, 'eve');
    const bob = await person(test.app.services, 'bob');
    const own = await tenant(test.app.services, [
      [eve, 'OWNER'],
      [bob, 'READER'],
    ]);
    const [outsider, reader] = [test.as(await test.keyFor(eve)), test.as(await test.keyFor(bob))];
    for (const [client, id] of [
      [outsider, projectId],
      [outsider, 'proj_nothing'],
      [reader, own.projectId],
    ] as const) {
      const listed = await client.rest('GET', path(ofProject, id));
      expect([listed.status, Object.keys(listed.body as object)]).toEqual([403, ['error', 'detail']]);
      expect((await client.rest('POST', path(ofProject, id), body())).status).toBe(403);
    }
    expect((await test.as(null).rest('GET', path(ofProject, projectId))).status).toBe(401);
  });
});

describe('GraphQL', () => {
  const create = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) {
    ... on CreateWebhookPayload { secret webhook { id name eventTypes isActive createdByUser { name } } }
    ... on ValidationError { fields { field messages } } } }`;

  it('creates, reads, tests, replays and rotates', async () => {
    const made = await graphql<Created>(create, {
      input: { name: 'Audit', url: receiver.url, eventTypes: ['MEMORY_ADD'] },
    });
    const { secret, webhook } = made.createWebhook;
    expect(webhook).toMatchObject({ name: 'Audit', eventTypes: ['MEMORY_ADD'], isActive: true });
    await admin.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'I collect stamps' }],
      user_id: 'rosa',
      infer: false,
    });
    await receiver.arrived(1);
    const [message] = receiver.received;
    expect(message && verify(secret, message)).toMatchObject({ event_details: { event: 'ADD' } });
    const read = `query ($id: ID!) { node(id: $id) { ... on Webhook { deliveries(first: 5, status: DELIVERED) { totalCount nodes: edges { node {
      id status eventType messageId attempts { attemptNumber responseStatusCode responseBody errorClass } } } } } } }`;
    const deliveries = async () =>
      (await graphql<{ node: { deliveries: Deliveries } }>(read, { id: webhook.id })).node.deliveries;
    await expect.poll(async () => (await deliveries()).totalCount).toBe(1);
    const node = (await deliveries()).nodes[0]?.node;
    expect(node).toMatchObject({
      status: 'DELIVERED',
      eventType: 'MEMORY_ADD',
      messageId: message?.id,
      attempts: [{ attemptNumber: 1, responseStatusCode: 200, responseBody: 'ok', errorClass: null }],
    });
    const replay =
      'mutation ($id: ID!) { replayWebhookDelivery(input: { id: $id }) { ... on ReplayWebhookDeliveryPayload { webhookDelivery { status attemptCount } } } }';
    expect((await graphql<WithDelivery>(replay, { id: node?.id })).replayWebhookDelivery?.webhookDelivery).toEqual({
      status: 'PENDING',
      attemptCount: 0,
    });
    await receiver.arrived(2);
    const probe =
      'mutation ($id: ID!) { sendWebhookTestEvent(input: { webhookId: $id }) { ... on SendWebhookTestEventPayload { webhookDelivery { eventType } } } }';
    expect((await graphql<WithDelivery>(probe, { id: webhook.id })).sendWebhookTestEvent?.webhookDelivery).toEqual({
      eventType: 'TEST',
    });
    await receiver.arrived(3);
    const rotate =
      'mutation ($id: ID!) { rotateWebhookSecret(input: { id: $id }) { ... on RotateWebhookSecretPayload { secret webhook { previousSecretExpiresAt } } } }';
    expect(await graphql(rotate, { id: webhook.id })).toEqual({
      rotateWebhookSecret: { secret: expect.stringMatching(/^whsec_/), webhook: { previousSecretExpiresAt: time } },
    });
    const list = await graphql('{ projects { edges { node { webhooks { edges { node { id url } } } } } } }');
    expect(list).toEqual({
      projects: { edges: [{ node: { webhooks: { edges: [{ node: { id: webhook.id, url: receiver.url } }] } } }] },
    });
  });

  it('answers a hostile URL as an error of its field', async () => {
    const { createWebhook } = await graphql<Created>(create, {
      input: { name: 'x', url: 'file:///etc/passwd', eventTypes: [] },
    });
    expect(createWebhook.fields).toEqual([
      { field: 'input.url', messages: ['`url` must begin with http:// or https://.'] },
      { field: 'input.eventTypes', messages: ['`eventTypes` must be a list of at least one event type.'] },
    ]);
  });
});
