import { requireCaller } from '../../auth/authorize.js';
import { enterProjectOf } from '../../auth/enter-project.js';
import type { ProjectAction } from '../../auth/permissions.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { orNotFound } from '../../errors.js';
import { isPlausibleId } from '../../stores/access/reach-sql.js';
import type { WebhookRow } from '../../stores/webhook/webhook-store.js';

/** Returns a webhook. @throws NotFoundError if it is missing or hidden; ForbiddenError */
export async function getWebhook(ctx: AppContext, input: { id: string }): Promise<WebhookRow> {
  return read(ctx, await authorizeWebhook(ctx, 'webhook:read', input.id), input.id);
}

/** Authorizes an action on a webhook. @throws NotFoundError for missing and hidden webhooks; ForbiddenError */
export async function authorizeWebhook(
  ctx: AppContext,
  action: ProjectAction,
  webhookId: string,
): Promise<ProjectScope> {
  requireCaller(ctx);
  const place = isPlausibleId(webhookId) ? await ctx.stores.webhooks.findProject(webhookId) : null;
  return enterProjectOf(ctx, action, { place, noun: 'Webhook' });
}

export async function read(ctx: AppContext, scope: ProjectScope, id: string): Promise<WebhookRow> {
  return orNotFound(await ctx.stores.webhooks.find(scope, id), 'Webhook');
}
