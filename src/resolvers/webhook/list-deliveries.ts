import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { pageWindow, toTimedPage, type Page, type PageArgs } from '../../page.js';
import { isPlausibleId } from '../../stores/access/reach-sql.js';
import type {
  DeliveryQuery,
  WebhookAttemptRow,
  WebhookDeliveryRow,
} from '../../stores/webhook/webhook-delivery-store.js';
import { collectFieldErrors, readMoment } from '../../validate.js';
import { toTimeAndIdWindow } from '../memory/list-key.js';
import { groupBy } from '../shared/group-by.js';
import { webhooksMax } from './create-webhook.js';

/** Conditions on deliveries as a caller writes them. A delivery must meet all of them. */
export type DeliveryFilter = { readonly [Name in keyof DeliveryQuery]?: DeliveryQuery[Name] | undefined };

export interface DeliveryListInput extends PageArgs {
  readonly projectId: string;
  readonly filter?: DeliveryFilter | null | undefined;
}

/** Lists the deliveries of a project, newest first. @throws NotFoundError, ForbiddenError, ValidationError */
export async function listDeliveries(ctx: AppContext, input: DeliveryListInput): Promise<Page<WebhookDeliveryRow>> {
  const window = toTimeAndIdWindow(pageWindow(input));
  const query = toQuery(input.filter ?? {});
  const scope = await enterProject(ctx, 'webhook:read', input.projectId);
  return toTimedPage(window, await ctx.stores.webhookDeliveries.page(scope, query, window), () =>
    ctx.stores.webhookDeliveries.count(scope, query),
  );
}

function toQuery({ status, webhookIds, eventType, since, until }: DeliveryFilter): DeliveryQuery {
  const check = collectFieldErrors();
  if (webhookIds && webhookIds.length > webhooksMax) check.add('webhookIds', `must have at most ${webhooksMax} IDs.`);
  for (const [name, at] of Object.entries({ since, until }))
    if (at != null && !readMoment(at)) check.add(name, 'must be a date and time.');
  check.throwIfAny();
  return {
    status: status ?? null,
    webhookIds: webhookIds ? [...new Set(webhookIds)].filter(isPlausibleId) : null,
    eventType: eventType ?? null,
    since: since ?? null,
    until: until ?? null,
  };
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
