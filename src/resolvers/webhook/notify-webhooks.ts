import type { ProjectScope } from '../../auth/scope.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { createWebhookPayload, newMessageId, type WebhookChange } from '../../webhooks/payload.js';
import { newId } from '../../ids.js';

const batchSize = 500;

/** Inserts a delivery for each change and each subscribed active webhook, in the transaction of the change. */
export async function notifyWebhooks(
  unit: UnitOfWork,
  scope: ProjectScope,
  { changes, now }: { changes: readonly WebhookChange[]; now: Date },
): Promise<void> {
  if (changes.length === 0) return;
  const subscribers = await unit.stores.webhooks.listSubscribers(scope, [...new Set(changes.map(({ type }) => type))]);
  if (subscribers.length === 0) return;
  const deliveries = changes.flatMap((change) => {
    const wanting = subscribers.filter(({ eventTypes }) => eventTypes.includes(change.type));
    if (wanting.length === 0) return [];
    const message = {
      messageId: newMessageId(),
      eventType: change.type,
      payload: createWebhookPayload(change),
    };
    return wanting.map(({ id }) => ({ id: newId(), webhookId: id, ...message }));
  });
  for (let start = 0; start < deliveries.length; start += batchSize) {
    await unit.stores.webhookDeliveries.insert(scope, deliveries.slice(start, start + batchSize), now);
  }
  await unit.announce('webhookQueued', { webhookIds: [...new Set(deliveries.map(({ webhookId }) => webhookId))] });
}
