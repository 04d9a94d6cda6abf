import { attemptsOfDeliveries, listDeliveries } from '../resolvers/webhook/list-deliveries.js';
import { getDelivery } from '../resolvers/webhook/get-delivery.js';
import { replayDeliveries, replayDelivery } from '../resolvers/webhook/replay-deliveries.js';
import { sendTestEvent } from '../resolvers/webhook/send-test-event.js';
import { watchDeliveries } from '../resolvers/webhook/watch-deliveries.js';
import type { WebhookAttemptRow, WebhookDeliveryRow } from '../stores/webhook/webhook-delivery-store.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { mutationErrors } from './errors.js';
import { Webhook } from './webhook.js';

const WebhookDeliveryStatus = builder.enumType('WebhookDeliveryStatus', {
  description: 'What became of a delivery.',
  values: {
    PENDING: { description: 'To be sent, for the first time or again.' },
    DELIVERED: { description: 'The receiver accepted it.' },
    FAILED: { description: 'Given up.' },
  } as const,
});

const WebhookAttempt = builder.objectRef<WebhookAttemptRow>('WebhookAttempt').implement({
  description: 'One attempt at a delivery.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    number: t.exposeInt('number', { description: '1 for the first since the delivery was made, or replayed.' }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'HTTP status of the answer; null without one.',
    }),
    responseBody: t.exposeString('responseBody', {
      nullable: true,
      description: 'The first kilobyte of the answer. It comes from outside: show it as text alone.',
    }),
    latencyMs: t.exposeFloat('latencyMs', { description: 'How long it took, in milliseconds.' }),
    errorClass: t.exposeString('errorClass', {
      nullable: true,
      description: 'refused_address, dns, connect, tls, timeout, redirect, http_status or secret; null: it succeeded.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'What went wrong, for people.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it ended.' }),
  }),
});

/** One event for one webhook. */
export const WebhookDelivery = builder.objectRef<WebhookDeliveryRow>('WebhookDelivery').implement({
  description: 'One event for one webhook, and how its latest attempt went.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    webhookId: t.exposeID('webhookId', { description: 'The webhook.' }),
    messageId: t.exposeString('messageId', {
      description: 'The header `webhook-id`: the same on every attempt, for receivers to drop repeats by.',
    }),
    eventType: t.exposeString('eventType', { description: 'What happened: one of the event types, or `test`.' }),
    payload: t.expose('payload', { type: 'JSON', description: 'The body.' }),
    status: t.expose('status', { type: WebhookDeliveryStatus, description: 'What became of it.' }),
    attemptCount: t.exposeInt('attempts', { description: 'Attempts since it was made, or replayed; at most 10.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next attempt is due; null: there will be none.',
    }),
    responseStatus: t.exposeInt('responseStatus', { nullable: true, description: 'HTTP status of the latest answer.' }),
    latencyMs: t.exposeFloat('latencyMs', {
      nullable: true,
      description: 'How long the latest attempt took, in milliseconds.',
    }),
    errorClass: t.exposeString('errorClass', {
      nullable: true,
      description: 'What kind of failure the latest attempt was.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'What went wrong at the latest attempt, for people.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the event happened.' }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the receiver accepted it.',
    }),
    attempts: t.loadableList({
      type: WebhookAttempt,
      description: 'Its latest attempts, oldest first, 100 at most.',
      // A subscription lives longer than what it has read: nothing is kept.
      loaderOptions: { cache: false },
      load: async (deliveries: WebhookDeliveryRow[], ctx) => {
        const byDelivery = await attemptsOfDeliveries(ctx, deliveries);
        return deliveries.map(({ id }) => byDelivery.get(id) ?? []);
      },
      resolve: (delivery) => delivery,
    }),
  }),
});

builder.queryField('webhookDelivery', (t) =>
  t.field({
    type: WebhookDelivery,
    description: 'One delivery. NOT_FOUND when there is none with this id that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Id, a UUID.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { id }, ctx) => getDelivery(ctx, { id }),
  }),
);

builder.objectField(Webhook, 'deliveries', (t) =>
  t.connection({
    type: WebhookDelivery,
    description: 'What was sent or is to be sent, newest first. Finished deliveries are kept for 30 days.',
    args: { status: t.arg({ type: WebhookDeliveryStatus, description: 'Only those in this state.' }) },
    complexity: connectionCost,
    resolve: async (webhook, args, ctx) => toConnection(await listDeliveries(ctx, { ...args, webhookId: webhook.id })),
  }),
);

builder.subscriptionField('webhookDeliveries', (t) =>
  t.field({
    type: WebhookDelivery,
    description: 'Deliveries of a webhook, each time an attempt has ended. For OWNERs.',
    args: { webhookId: t.arg.id({ required: true, description: 'Id of the webhook.' }) },
    authScopes: { signedIn: true },
    subscribe: (_root, { webhookId }, ctx) => watchDeliveries(ctx, { webhookId }),
    resolve: (delivery) => delivery,
  }),
);

const SendTestEventInput = builder.inputType('SendTestEventInput', {
  description: 'A webhook to test.',
  fields: (t) => ({ webhookId: t.id({ required: true, description: 'Id of the webhook.' }) }),
});

const ReplayWebhookDeliveryInput = builder.inputType('ReplayWebhookDeliveryInput', {
  description: 'A delivery to send again.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the delivery.' }) }),
});

const ReplayWebhookDeliveriesInput = builder.inputType('ReplayWebhookDeliveriesInput', {
  description: 'Deliveries to send again: those of events within a time.',
  fields: (t) => ({
    webhookId: t.id({ required: true, description: 'Id of the webhook.' }),
    since: t.field({ type: 'DateTime', required: true, description: 'At or after.' }),
    until: t.field({ type: 'DateTime', description: 'Before; left out: now.' }),
    status: t.field({ type: WebhookDeliveryStatus, defaultValue: 'FAILED', description: 'Those in this state.' }),
  }),
});

const WebhookDeliveryPayload = builder.objectRef<WebhookDeliveryRow>('WebhookDeliveryPayload').implement({
  description: 'The delivery, which is due now.',
  fields: (t) => ({
    delivery: t.field({ type: WebhookDelivery, description: 'The delivery.', resolve: (delivery) => delivery }),
  }),
});

const ReplayWebhookDeliveriesPayload = builder
  .objectRef<{ replayed: number; hasMore: boolean }>('ReplayWebhookDeliveriesPayload')
  .implement({
    description: 'The deliveries are due now.',
    fields: (t) => ({
      replayed: t.exposeInt('replayed', { description: 'How many there are, at most 10,000.' }),
      hasMore: t.exposeBoolean('hasMore', { description: 'Whether there may be more, later than these.' }),
    }),
  });

builder.mutationFields((t) => ({
  sendTestEvent: t.field({
    type: WebhookDeliveryPayload,
    errors: mutationErrors,
    description: 'Sends a message of the type `test` to a webhook, whatever it subscribes to.',
    args: { input: t.arg({ type: SendTestEventInput, required: true, description: 'Where to.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => sendTestEvent(ctx, input),
  }),
  replayWebhookDelivery: t.field({
    type: WebhookDeliveryPayload,
    errors: mutationErrors,
    description: 'Sends a delivery again, under the same message id.',
    args: { input: t.arg({ type: ReplayWebhookDeliveryInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => replayDelivery(ctx, input),
  }),
  replayWebhookDeliveries: t.field({
    type: ReplayWebhookDeliveriesPayload,
    errors: mutationErrors,
    description: 'Sends the deliveries of a time again, the oldest 10,000 at most, under the same message ids.',
    args: { input: t.arg({ type: ReplayWebhookDeliveriesInput, required: true, description: 'Which ones.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => replayDeliveries(ctx, input),
  }),
}));
