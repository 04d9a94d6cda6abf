import type { AppContext } from '../../context.js';
import type { WebhookDeliveryRow } from '../../stores/webhook/webhook-delivery-store.js';
import { watchChanges, type StreamFrame, type StreamInput } from '../shared/watch-changes.js';
import { authorizeWebhook } from './get-webhook.js';

export interface WatchDeliveriesInput extends StreamInput {
  readonly webhookId: string;
}

/** Streams the deliveries of a webhook, one frame after each attempt. @throws ValidationError for a foreign cursor */
export function watchDeliveries(
  ctx: AppContext,
  input: WatchDeliveriesInput,
): Promise<AsyncIterableIterator<StreamFrame<WebhookDeliveryRow>>> {
  const { webhookId } = input;
  return watchChanges(ctx, input, {
    enter: (current) => authorizeWebhook(current, 'webhook:read', webhookId),
    source: ({ projectId }) => ({ topic: 'delivery', projectId, parentId: webhookId }),
    read: async (scope, { subjectId }) => (await ctx.stores.webhookDeliveries.get(scope, subjectId)) ?? undefined,
  });
}
