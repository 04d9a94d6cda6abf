import type { AppContext } from '../../context.js';
import { notFound } from '../../errors.js';
import { scopeOfWebhook } from './get-webhook.js';

/** Removes a webhook with its deliveries. @throws NotFoundError, ForbiddenError */
export async function deleteWebhook(ctx: AppContext, input: { id: string }): Promise<void> {
  const scope = await scopeOfWebhook(ctx, 'webhook:write', input.id);
  if (!(await ctx.stores.webhooks.remove(scope, input.id))) throw notFound('Webhook');
}
