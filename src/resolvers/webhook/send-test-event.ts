import { transact, type AppContext } from '../../context.js';
import type { Json } from '../../engine/filter-values.js';
import { newMessageId, testPayload } from '../../engine/webhook/payload.js';
import { notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import type { WebhookDeliveryRow } from '../../stores/webhook/webhook-delivery-store.js';
import { authorizeWebhook } from './get-webhook.js';
import { requireActive } from './replay-deliveries.js';

/** Sends a `test` message to a webhook, regardless of its event types. @throws ConflictError if it is not active */
export async function sendTestEvent(ctx: AppContext, input: { webhookId: string }): Promise<WebhookDeliveryRow> {
  const scope = await authorizeWebhook(ctx, 'webhook:write', input.webhookId);
  return transact(ctx, async ({ stores, announce, audit }) => {
    await requireActive({ stores }, scope, input.webhookId);
    const id = newId();
    const delivery = {
      id,
      webhookId: input.webhookId,
      messageId: newMessageId(),
      eventType: 'test',
      payload: testPayload(id) as unknown as Json,
    };
    await stores.webhookDeliveries.insert(scope, [delivery], ctx.now());
    await announce('webhookQueued', { webhookIds: [input.webhookId] });
    const after = { deliveryId: id };
    await audit({ action: 'webhook.send_test', targetId: input.webhookId, place: scope, after });
    const row = await stores.webhookDeliveries.get(scope, id);
    if (!row) throw notFound('Webhook delivery');
    return row;
  });
}
