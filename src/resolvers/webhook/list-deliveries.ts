import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type {
  DeliveryStatus,
  WebhookAttemptRow,
  WebhookDeliveryRow,
} from '../../stores/webhook/webhook-delivery-store.js';
import { groupBy } from '../shared/group-by.js';
import { authorizeWebhook } from './get-webhook.js';

/** Lists the deliveries of a webhook, newest first. @throws NotFoundError, ForbiddenError */
export async function listDeliveries(
  ctx: AppContext,
  input: PageArgs & { webhookId: string; status?: DeliveryStatus | null | undefined },
): Promise<Page<WebhookDeliveryRow>> {
  const window = pageWindow(input);
  const scope = await authorizeWebhook(ctx, 'webhook:read', input.webhookId);
  const query = { webhookId: input.webhookId, status: input.status ?? null };
  return toPage(window, await ctx.stores.webhookDeliveries.list(scope, query, window), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.webhookDeliveries.count(scope, query),
  });
}

/** Returns the attempts of deliveries that the caller has read, oldest first, by delivery id. For loaders. */
export async function listAttemptsOfDeliveries(
  ctx: AppContext,
  deliveries: readonly WebhookDeliveryRow[],
): Promise<Map<string, WebhookAttemptRow[]>> {
  const rows: WebhookAttemptRow[] = [];
  for (const [projectId, ofProject] of groupBy(deliveries, (delivery) => delivery.projectId)) {
    const scope = await enterProject(ctx, 'webhook:read', projectId);
    rows.push(...(await ctx.stores.webhookDeliveries.attempts(scope, [...new Set(ofProject.map(({ id }) => id))])));
  }
  return groupBy(rows, (attempt) => attempt.deliveryId);
}
