import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import type { WebhookEventType } from '../../webhooks/event-types.js';
import { newMessageId, testPayload, type WebhookPayload } from '../../webhooks/payload.js';
import { createSamplePayload } from '../../webhooks/sample-payload.js';
import { orNotFound } from '../../errors.js';
import { newId } from '../../ids.js';
import type { WebhookDeliveryRow } from '../../stores/webhook/webhook-delivery-store.js';
import { authorizeWebhook } from './get-webhook.js';
import { requireActive } from './replay-deliveries.js';

export interface SendWebhookTestEventInput {
  readonly webhookId: string;
  /** Sends a sample of this event type. Default: an event of the type `test`. */
  readonly eventType?: WebhookEventType | null | undefined;
}

/** Sends a test to a webhook, regardless of its event types. @throws ConflictError if it is not active */
export async function sendWebhookTestEvent(
  ctx: AppContext,
  input: SendWebhookTestEventInput,
): Promise<WebhookDeliveryRow> {
  const scope = await authorizeWebhook(ctx, 'webhook:write', input.webhookId);
  return transact(ctx, async ({ stores, announce, audit }) => {
    await requireActive({ stores }, scope, input.webhookId);
    const id = newId();
    const delivery = {
      id,
      webhookId: input.webhookId,
      messageId: newMessageId(),
      eventType: input.eventType ?? 'test',
      payload: toPayload(ctx, { ...input, id, projectId: scope.projectId }),
    };
    await stores.webhookDeliveries.insert(scope, [delivery], ctx.now());
    await announce('webhookQueued', { webhookIds: [input.webhookId] });
    const after = { deliveryId: id, eventType: delivery.eventType };
    await audit({ action: 'webhook.send_test', targetId: input.webhookId, place: scope, after });
    return orNotFound(await stores.webhookDeliveries.get(scope, id), 'Webhook delivery');
  });
}

function toPayload(
  ctx: AppContext,
  { id, eventType, projectId }: SendWebhookTestEventInput & { id: string; projectId: string },
): WebhookPayload {
  if (eventType == null) return testPayload(id);
  const { user, key } = ctx.caller;
  const actor = { actorType: key ? 'API_KEY' : 'USER', actorId: user?.id ?? null, keyPrefix: key?.prefix ?? null };
  const { requestId } = ctx;
  return createSamplePayload(eventType, { id, projectId, ...actor, requestId, createdAt: ctx.now() });
}
