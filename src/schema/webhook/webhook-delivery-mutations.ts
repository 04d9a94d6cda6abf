import { replayDeliveries, replayDelivery } from '../../resolvers/webhook/replay-deliveries.js';
import type { ReplayedRange } from '../../stores/webhook/webhook-delivery-store.js';
import { sendWebhookTestEvent } from '../../resolvers/webhook/send-test-event.js';
import { toRequirement } from '../../resolvers/shared/permission-texts.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../../errors.js';
import { builder } from '../builder.js';
import { idInput, inputOf, objectPayload, payloadOf } from '../shared/mutation-types.js';
import { WebhookEventType } from './webhook.js';
import { WebhookDelivery, WebhookDeliveryStatus } from './webhook-delivery.js';

const SendWebhookTestEventInput = inputOf('sendWebhookTestEvent', (t) => ({
  webhookId: t.id({ required: true, description: 'ID of the webhook to test.' }),
  eventType: t.field({
    type: WebhookEventType,
    description: 'Sends a sample of this event type, in the form of real events. Default: an event of the type `test`.',
  }),
}));

const ReplayWebhookDeliveriesInput = inputOf('replayWebhookDeliveries', (t) => ({
  webhookId: t.id({ required: true, description: 'ID of the webhook whose deliveries are sent again.' }),
  since: t.field({ type: 'DateTime', required: true, description: 'Replays events at or after this time.' }),
  until: t.field({ type: 'DateTime', description: 'Replays events before this time. Default: now.' }),
  status: t.field({
    type: WebhookDeliveryStatus,
    required: true,
    defaultValue: 'FAILED',
    description: 'Replays only deliveries with this status.',
  }),
}));

const ReplayWebhookDeliveriesPayload = payloadOf<ReplayedRange>('replayWebhookDeliveries', (t) => ({
  replayedCount: t.exposeInt('replayed', { description: 'Number of replayed deliveries, at most 10,000.' }),
  hasMore: t.boolean({
    description: 'Whether deliveries are left.',
    resolve: ({ nextSince }) => nextSince !== null,
  }),
  nextSince: t.exposeOrNull('nextSince', 'DateTime', 'Pass it as `since` to replay the rest. Null: nothing is left.'),
}));

builder.mutationFields((t) => ({
  sendWebhookTestEvent: t.field({
    type: objectPayload(
      'sendWebhookTestEvent',
      ['webhookDelivery', WebhookDelivery],
      'Delivery of the test event, which is due now.',
    ),
    errors: { types: [ForbiddenError, NotFoundError, ConflictError] },
    description: `Sends a test event to a webhook, regardless of its event types. ${toRequirement('webhook:write')}`,
    args: t.inputArg(SendWebhookTestEventInput, 'The webhook to test.'),
    resolve: (_root, { input }, ctx) => sendWebhookTestEvent(ctx, input),
  }),
  replayWebhookDelivery: t.field({
    type: objectPayload(
      'replayWebhookDelivery',
      ['webhookDelivery', WebhookDelivery],
      'The replayed delivery, which is due now.',
    ),
    errors: { types: [ForbiddenError, NotFoundError, ConflictError] },
    description: `Sends a delivery again with the same message ID. ${toRequirement('webhook:write')}`,
    args: t.inputArg(
      idInput('replayWebhookDelivery', 'ID of the delivery to send again.'),
      'The delivery to send again.',
    ),
    resolve: (_root, { input }, ctx) => replayDelivery(ctx, input),
  }),
  replayWebhookDeliveries: t.field({
    type: ReplayWebhookDeliveriesPayload,
    description: `Sends the deliveries of a time range again with the same message IDs, the oldest 10,000 at most. ${toRequirement('webhook:write')}`,
    ...t.change(ReplayWebhookDeliveriesInput, 'The webhook and the time range.', [ConflictError]),
    resolve: (_root, { input }, ctx) => replayDeliveries(ctx, input),
  }),
}));
