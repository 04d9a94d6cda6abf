import { authorize, requireCaller } from '../../auth/authorize.js';
import type { ProjectAction } from '../../auth/permissions.js';
import type { ProjectScope } from '../../auth/scope.js';
import { transact, type AppContext, type UnitOfWork } from '../../context.js';
import type { Json } from '../../engine/filter-values.js';
import { testPayload } from '../../engine/webhook/payload.js';
import { ConflictError, NotFoundError, notFound } from '../../errors.js';
import { isUuid, newId } from '../../ids.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { DeliveryStatus, WebhookAttemptRow, WebhookDeliveryRow } from '../../stores/webhook-delivery.js';
import { complaints } from '../../validate.js';
import { groupBy } from '../group-by.js';
import { newMessageId } from './notify-webhooks.js';
import { scopeOfWebhook } from './webhooks.js';

/** Deliveries that one call sends again. */
const replayedAtOnce = 10_000;

/** The deliveries of a webhook, newest first. @throws NotFoundError, ForbiddenError */
export async function listDeliveries(
  ctx: AppContext,
  input: PageArgs & { webhookId: string; status?: DeliveryStatus | null | undefined },
): Promise<Page<WebhookDeliveryRow>> {
  const scope = await scopeOfWebhook(ctx, 'webhook:read', input.webhookId);
  const window = pageWindow(input);
  const query = { webhookId: input.webhookId, status: input.status ?? null };
  return toPage(window, await ctx.stores.webhookDeliveries.list(scope, query, window), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.webhookDeliveries.count(scope, query),
  });
}

/** One delivery. @throws NotFoundError when there is none that the caller may see; ForbiddenError */
export async function getDelivery(ctx: AppContext, input: { id: string }): Promise<WebhookDeliveryRow> {
  const scope = await scopeOfDelivery(ctx, 'webhook:read', input.id);
  const delivery = await ctx.stores.webhookDeliveries.get(scope, input.id);
  if (!delivery) throw notFound('Webhook delivery');
  return delivery;
}

/** The attempts at deliveries that the caller has read, oldest first, by delivery id: for loaders. */
export async function attemptsOfDeliveries(
  ctx: AppContext,
  deliveries: readonly WebhookDeliveryRow[],
): Promise<Map<string, WebhookAttemptRow[]>> {
  const rows: WebhookAttemptRow[] = [];
  for (const [projectId, ofProject] of groupBy(deliveries, (delivery) => delivery.projectId)) {
    const scope = await authorize(ctx, 'webhook:read', projectId);
    rows.push(...(await ctx.stores.webhookDeliveries.attempts(scope, [...new Set(ofProject.map(({ id }) => id))])));
  }
  return groupBy(rows, (attempt) => attempt.deliveryId);
}

/**
 * Sends a delivery again, under the same message id, with all attempts before it.
 * @throws NotFoundError; ForbiddenError; ConflictError while it is being sent, and when its webhook is not active
 */
export async function replayDelivery(ctx: AppContext, input: { id: string }): Promise<WebhookDeliveryRow> {
  const scope = await scopeOfDelivery(ctx, 'webhook:write', input.id);
  return transact(ctx, async ({ stores, announce }) => {
    const found = await stores.webhookDeliveries.get(scope, input.id);
    if (!found) throw notFound('Webhook delivery');
    await requireActive({ stores }, scope, found.webhookId);
    const replayed = await stores.webhookDeliveries.replay(scope, input.id, ctx.now());
    if (!replayed) throw new ConflictError('The delivery is being sent at this moment.');
    await announce('webhookQueued', { webhookIds: [replayed.webhookId] });
    return replayed;
  });
}

/** Which deliveries to send again. */
export interface ReplayInput {
  readonly webhookId: string;
  readonly since: Date;
  /** Absent: now. */
  readonly until?: Date | null | undefined;
  /** Absent: FAILED. Null stands for absent too. */
  readonly status?: DeliveryStatus | null | undefined;
}

/**
 * Sends the deliveries again that were made within a time, the oldest 10,000 at most.
 * @returns how many, and whether there may be more
 * @throws ValidationError, NotFoundError, ForbiddenError; ConflictError when the webhook is not active
 */
export async function replayDeliveries(
  ctx: AppContext,
  input: ReplayInput,
): Promise<{ replayed: number; hasMore: boolean }> {
  const scope = await scopeOfWebhook(ctx, 'webhook:write', input.webhookId);
  const now = ctx.now();
  const { since, until = null, status = null } = input;
  const range = {
    webhookId: input.webhookId,
    status: status ?? 'FAILED',
    since,
    until: until ?? now,
    limit: replayedAtOnce,
  } as const;
  const check = complaints();
  if (Number.isNaN(since.getTime())) check.add('since', 'It must be a time.');
  else if (!(range.until > since)) check.add('until', 'It must be later than since.');
  check.settle();
  return transact(ctx, async ({ stores, announce }) => {
    await requireActive({ stores }, scope, input.webhookId);
    const replayed = await stores.webhookDeliveries.replayRange(scope, range, now);
    await announce('webhookQueued', { webhookIds: [input.webhookId] });
    return { replayed, hasMore: replayed === replayedAtOnce };
  });
}

/** Sends a message of the type `test` to a webhook, whatever it subscribes to. @throws NotFoundError, ForbiddenError; ConflictError when it is not active */
export async function sendTestEvent(ctx: AppContext, input: { webhookId: string }): Promise<WebhookDeliveryRow> {
  const scope = await scopeOfWebhook(ctx, 'webhook:write', input.webhookId);
  return transact(ctx, async ({ stores, announce }) => {
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
    const row = await stores.webhookDeliveries.get(scope, id);
    if (!row) throw notFound('Webhook delivery');
    return row;
  });
}

async function requireActive(
  { stores }: Pick<UnitOfWork, 'stores'>,
  scope: ProjectScope,
  webhookId: string,
): Promise<void> {
  const webhook = await stores.webhooks.get(scope, webhookId);
  if (!webhook) throw notFound('Webhook');
  if (!webhook.isActive) throw new ConflictError('The webhook is not active. Switch it on first.');
}

async function scopeOfDelivery(ctx: AppContext, action: ProjectAction, id: string): Promise<ProjectScope> {
  requireCaller(ctx);
  const place = isUuid(id) ? await ctx.stores.webhookDeliveries.projectOf(id) : null;
  if (!place) throw notFound('Webhook delivery');
  try {
    return await authorize(ctx, action, place.projectId);
  } catch (error) {
    throw error instanceof NotFoundError ? notFound('Webhook delivery') : error;
  }
}
