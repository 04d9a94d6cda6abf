import { listAttemptsOfDeliveries } from '../../resolvers/webhook/list-deliveries.js';
import { getDelivery } from '../../resolvers/webhook/get-delivery.js';
import type { WebhookAttemptRow, WebhookDeliveryRow } from '../../stores/webhook/webhook-delivery-store.js';
import type { WebhookRow } from '../../stores/webhook/webhook-store.js';
import { builder } from '../builder.js';
import { loaders } from '../shared/loaders.js';
import { Node } from '../node.js';
import { Webhook, webhookEventValues } from './webhook.js';

export const WebhookDeliveryStatus = builder.enumType('WebhookDeliveryStatus', {
  description: 'Status of a delivery.',
  values: {
    PENDING: { description: 'The delivery is due, for the first time or as a retry.' },
    DELIVERED: { description: 'The endpoint answered with a 2xx status.' },
    FAILED: { description: 'The server gave up after the last attempt.' },
  } as const,
});

const errorClasses = {
  REFUSED_ADDRESS: { value: 'refused_address', description: 'The server does not send requests to this address.' },
  DNS: { value: 'dns', description: 'The host name could not be resolved.' },
  CONNECT: { value: 'connect', description: 'The connection failed.' },
  TLS: { value: 'tls', description: 'The TLS handshake failed.' },
  TIMEOUT: { value: 'timeout', description: 'The endpoint did not answer in time.' },
  REDIRECT: {
    value: 'redirect',
    description: 'The endpoint answered with a redirect, which the server does not follow.',
  },
  TOO_LARGE: { value: 'too_large', description: 'The response was too large.' },
  HTTP_STATUS: { value: 'http_status', description: 'The endpoint answered with a status other than 2xx.' },
  SECRET: { value: 'secret', description: 'The server could not decrypt the signing secret.' },
} as const;

const WebhookErrorClass = builder.enumType('WebhookErrorClass', {
  description: 'Error class of an attempt to deliver an event.',
  values: errorClasses,
});

type ErrorClass = (typeof errorClasses)[keyof typeof errorClasses]['value'];

const toErrorClass = (stored: string | null): ErrorClass | null =>
  Object.values(errorClasses).find(({ value }) => value === stored)?.value ?? null;

type DeliveryEventType = WebhookRow['eventTypes'][number] | 'test';

const deliveryEventValues: Record<string, { value: DeliveryEventType; description: string }> = {
  ...webhookEventValues,
  TEST: { value: 'test', description: 'A test event that a user sent.' },
};

export const WebhookDeliveryEventType = builder.enumType('WebhookDeliveryEventType', {
  description: 'Type of an event that was delivered to a webhook.',
  values: deliveryEventValues,
});

const WebhookHeader = builder.objectRef<WebhookAttemptRow['requestHeaders'][number]>('WebhookHeader').implement({
  description: 'A header of a request or a response.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the header.' }),
    value: t.exposeString('value', {
      description: 'Value of the header. `[redacted]` for custom headers, and for values that look like credentials.',
    }),
  }),
});

/** Cost of a list that is stored in its parent's row. */
const inTheRow = { field: 1, multiplier: 0 };

const WebhookAttempt = builder.objectRef<WebhookAttemptRow>('WebhookAttempt').implement({
  description: 'One attempt of a delivery.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the attempt, a UUID.' }),
    attemptNumber: t.exposeInt('number', {
      description: 'Number of the attempt since the delivery was created or replayed, from 1.',
    }),
    responseStatusCode: t.intOrNull('responseStatus', 'HTTP status code of the response. Null: no response.'),
    responseBody: t.stringOrNull(
      'responseBody',
      'First kilobyte of the response body, without credentials. Null: no response. The endpoint controls this text, so never render it as HTML.',
    ),
    isReplay: t.exposeBoolean('isReplay', { description: 'Whether the attempt belongs to a replay of the delivery.' }),
    requestHeaders: t.expose('requestHeaders', {
      type: [WebhookHeader],
      complexity: inTheRow,
      description:
        'Headers of the request including the signature. Values of custom headers are redacted. Empty if the secret could not be decrypted.',
    }),
    responseHeaders: t.field({
      type: [WebhookHeader],
      nullable: true,
      complexity: inTheRow,
      description: 'The first 50 headers of the response, truncated to 500 characters each. Null: no response.',
      resolve: ({ responseHeaders }) => responseHeaders && [...responseHeaders],
    }),
    signature: t.string({
      nullable: true,
      description: 'Value of the `webhook-signature` header. Null if the secret could not be decrypted.',
      resolve: ({ requestHeaders }) => requestHeaders.find(({ name }) => name === 'webhook-signature')?.value ?? null,
    }),
    latencyMs: t.exposeFloat('latencyMs', { description: 'Duration of the attempt in milliseconds.' }),
    errorClass: t.field({
      type: WebhookErrorClass,
      nullable: true,
      description: 'Error class of the attempt. Null if it succeeded.',
      resolve: ({ errorClass }) => toErrorClass(errorClass),
    }),
    error: t.stringOrNull('error', 'Error message of the attempt. Null if it succeeded.'),
    createdAt: t.time('createdAt', 'When the attempt ended.'),
  }),
});

export const WebhookDelivery = builder.objectRef<WebhookDeliveryRow>('WebhookDelivery').implement({
  description: 'The delivery of one event to one webhook, with the result of the latest attempt.',
  interfaces: [Node],
  fields: (t) => ({
    webhookId: t.exposeID('webhookId', { description: 'ID of the webhook that receives the event.' }),
    webhook: t.field({
      type: Webhook,
      description: 'The webhook that receives the event.',
      resolve: ({ webhookId }, _args, ctx) => loaders(ctx).webhook.load(webhookId),
    }),
    messageId: t.exposeString('messageId', {
      description: 'Value of the `webhook-id` header. All attempts share it, so receivers can discard duplicates.',
    }),
    eventType: t.field({
      type: WebhookDeliveryEventType,
      description: 'Type of the delivered event.',
      resolve: ({ eventType }) => eventType as DeliveryEventType,
    }),
    payload: t.expose('payload', { type: 'JSON', description: 'JSON body of the request.' }),
    body: t.string({
      description: 'Exact body of the request, which the signature covers.',
      resolve: ({ payload }) => JSON.stringify(payload),
    }),
    replayCount: t.exposeInt('replays', { description: 'How often the delivery was replayed.' }),
    status: t.expose('status', { type: WebhookDeliveryStatus, description: 'Status of the delivery.' }),
    attemptCount: t.exposeInt('attempts', {
      description: 'Number of attempts since the delivery was created or replayed. At most 10.',
    }),
    nextAttemptAt: t.timeOrNull('nextAttemptAt', 'When the next attempt is due. Null: no further attempt.'),
    responseStatusCode: t.intOrNull('responseStatus', 'HTTP status code of the latest response. Null: no response.'),
    latencyMs: t.floatOrNull(
      'latencyMs',
      'Duration of the latest attempt in milliseconds. Null before the first attempt.',
    ),
    errorClass: t.field({
      type: WebhookErrorClass,
      nullable: true,
      description: 'Error class of the latest attempt. Null if it succeeded.',
      resolve: ({ errorClass }) => toErrorClass(errorClass),
    }),
    error: t.stringOrNull('error', 'Error message of the latest attempt. Null if it succeeded.'),
    createdAt: t.time('createdAt', 'When the delivered event happened.'),
    deliveredAt: t.timeOrNull('deliveredAt', 'When the endpoint answered with a 2xx status. Null until then.'),
    attempts: t.loadableList({
      type: WebhookAttempt,
      description: 'The latest 100 attempts, oldest first.',
      // A subscription lives longer than its rows, so nothing is cached.
      loaderOptions: { cache: false },
      load: async (deliveries: WebhookDeliveryRow[], ctx) => {
        const byDelivery = await listAttemptsOfDeliveries(ctx, deliveries);
        return deliveries.map(({ id }) => byDelivery.get(id) ?? []);
      },
      resolve: (delivery) => delivery,
    }),
  }),
});

builder.queryField('webhookDelivery', (t) =>
  t.field({
    type: WebhookDelivery,
    nullable: true,
    description: 'Finds a delivery by its ID. Null with the error NOT_FOUND if you cannot see one.',
    args: { id: t.arg.id({ required: true, description: 'ID of the delivery, a UUID.' }) },
    resolve: (_root, { id }, ctx) => getDelivery(ctx, { id }),
  }),
);
