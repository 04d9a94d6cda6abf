import { requireCaller } from '../../auth/authorize.js';
import { enterProject, enterProjectOf } from '../../auth/enter-project.js';
import type { ProjectAction } from '../../auth/permissions.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { orNotFound } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { WebhookAttemptRow, WebhookDeliveryRow } from '../../stores/webhook/webhook-delivery-store.js';

/** Returns a delivery. @throws NotFoundError if it is missing or hidden; ForbiddenError */
export async function getDelivery(ctx: AppContext, input: { id: string }): Promise<WebhookDeliveryRow> {
  const scope = await authorizeDelivery(ctx, 'webhook:read', input.id);
  return orNotFound(await ctx.stores.webhookDeliveries.get(scope, input.id), 'Webhook delivery');
}

/** Returns an attempt of a delivery by its id. @throws NotFoundError if it is missing or hidden; ForbiddenError */
export async function getAttempt(ctx: AppContext, { id }: { id: string }): Promise<WebhookAttemptRow> {
  requireCaller(ctx);
  const found = orNotFound(isUuid(id) ? await ctx.stores.webhookDeliveries.findAttempt(id) : null, 'Webhook attempt');
  await enterProject(ctx, 'webhook:read', found.projectId);
  return found;
}

export async function authorizeDelivery(ctx: AppContext, action: ProjectAction, id: string): Promise<ProjectScope> {
  requireCaller(ctx);
  const place = isUuid(id) ? await ctx.stores.webhookDeliveries.projectOf(id) : null;
  return enterProjectOf(ctx, action, { place, noun: 'Webhook delivery' });
}
