import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { notFound } from '../../errors.js';
import { authorizeWebhook } from './get-webhook.js';

/** Deletes a webhook with its deliveries. @throws NotFoundError, ForbiddenError */
export async function deleteWebhook(ctx: AppContext, input: { id: string }): Promise<void> {
  const scope = await authorizeWebhook(ctx, 'webhook:write', input.id);
  await transact(ctx, async ({ stores, announce, audit }) => {
    const webhook = await stores.webhooks.find(scope, input.id);
    if (!(await stores.webhooks.delete(scope, input.id))) throw notFound('Webhook');
    const before = webhook && { name: webhook.name, url: webhook.url, eventTypes: webhook.eventTypes };
    await audit({ action: 'webhook.delete', targetId: input.id, place: scope, before });
    // Ends open streams of its deliveries.
    await announce('webhookDeleted', { webhookId: input.id });
  });
}
