import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { notFound } from '../../errors.js';
import type { WebhookDeliveryRow } from '../../stores/webhook/webhook-delivery-store.js';
import { getChosenProject } from '../project/current-project.js';
import { watchChanges, type StreamFrame, type StreamInput } from '../shared/watch-changes.js';
import { authorizeWebhook } from './get-webhook.js';

interface DeliveryPlace {
  /** Streams only deliveries of this webhook. */
  readonly webhookId?: string | null | undefined;
  /** Default: the project of the webhook, or else the project of the credential. */
  readonly projectId?: string | null | undefined;
}

export type WatchDeliveriesInput = DeliveryPlace & StreamInput;

/**
 * Streams the deliveries of a project or of one webhook, one frame after each attempt.
 * @throws ValidationError for a foreign cursor; NotFoundError, also for a webhook of another project; ForbiddenError
 */
export async function watchDeliveries(
  ctx: AppContext,
  input: WatchDeliveriesInput,
): Promise<AsyncIterableIterator<StreamFrame<WebhookDeliveryRow>>> {
  return watchChanges(ctx, input, {
    enter: await chooseDeliveries(ctx, input),
    source: ({ projectId }) => ({ topic: 'delivery', projectId, parentId: input.webhookId ?? null }),
    onDeletion: (check) =>
      ctx.bus.subscribe('webhookDeleted', ({ webhookId }) => {
        if (webhookId === input.webhookId) check();
      }),
    read: async (scope, { subjectId }) => (await ctx.stores.webhookDeliveries.get(scope, subjectId)) ?? undefined,
  });
}

/** Returns the authorization of the stream. The default project of the credential is read once, at its start. */
async function chooseDeliveries(
  ctx: AppContext,
  { webhookId, projectId }: DeliveryPlace,
): Promise<(current: AppContext) => Promise<ProjectScope>> {
  if (webhookId == null) {
    const chosen = await getChosenProject(ctx, projectId);
    return (current) => enterProject(current, 'webhook:read', chosen);
  }
  return async (current) => {
    const scope = await authorizeWebhook(current, 'webhook:read', webhookId);
    if (projectId != null && projectId !== scope.projectId) throw notFound('Webhook');
    return scope;
  };
}
