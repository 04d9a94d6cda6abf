import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { ConflictError, orNotFound } from '../../errors.js';
import type { DeliveryStatus, ReplayedRange, WebhookDeliveryRow } from '../../stores/webhook/webhook-delivery-store.js';
import { collectFieldErrors } from '../../validate.js';
import { authorizeWebhook } from './get-webhook.js';
import { authorizeDelivery } from './get-delivery.js';

/** Maximum number of deliveries per replay. */
const replayedAtOnce = 10_000;

/**
 * Sends a delivery again with the same message id and a full set of attempts.
 * @throws NotFoundError; ForbiddenError; ConflictError while it is being sent, and if its webhook is not active
 */
export async function replayDelivery(ctx: AppContext, input: { id: string }): Promise<WebhookDeliveryRow> {
  const scope = await authorizeDelivery(ctx, 'webhook:write', input.id);
  return transact(ctx, async ({ stores, announce, audit }) => {
    const found = orNotFound(await stores.webhookDeliveries.get(scope, input.id), 'Webhook delivery');
    await requireActive({ stores }, scope, found.webhookId);
    const replayed = await stores.webhookDeliveries.replay(scope, input.id, ctx.now());
    if (!replayed) throw new ConflictError('The delivery is being sent at this moment.');
    await announce('webhookQueued', { webhookIds: [replayed.webhookId] });
    const after = { webhookId: replayed.webhookId };
    await audit({ action: 'webhook_delivery.replay', targetId: input.id, place: scope, after });
    return replayed;
  });
}

export interface ReplayInput {
  readonly webhookId: string;
  readonly since: Date;
  /** Default: now. */
  readonly until?: Date | null | undefined;
  /** Default: FAILED. */
  readonly status?: DeliveryStatus | null | undefined;
}

/** Sends the oldest 10,000 deliveries of a period again. @throws ConflictError if the webhook is not active */
export async function replayDeliveries(ctx: AppContext, input: ReplayInput): Promise<ReplayedRange> {
  const now = ctx.now();
  const { since, until = null, status = null } = input;
  const range = {
    webhookId: input.webhookId,
    status: status ?? 'FAILED',
    since,
    until: until ?? now,
    limit: replayedAtOnce,
  } as const;
  const check = collectFieldErrors();
  if (Number.isNaN(since.getTime())) check.add('since', 'must be a time.');
  else if (!(range.until > since)) check.add('until', 'must be later than since.');
  check.throwIfAny();
  const scope = await authorizeWebhook(ctx, 'webhook:write', input.webhookId);
  return transact(ctx, async ({ stores, announce, audit }) => {
    await requireActive({ stores }, scope, input.webhookId);
    const replayed = await stores.webhookDeliveries.replayRange(scope, range, now);
    await announce('webhookQueued', { webhookIds: [input.webhookId] });
    const { limit: _limit, webhookId: _id, ...chosen } = range;
    const after = { ...chosen, replayed: replayed.replayed };
    await audit({ action: 'webhook.replay_deliveries', targetId: input.webhookId, place: scope, after });
    return replayed;
  });
}

export async function requireActive(
  { stores }: Pick<UnitOfWork, 'stores'>,
  scope: ProjectScope,
  webhookId: string,
): Promise<void> {
  const webhook = orNotFound(await stores.webhooks.find(scope, webhookId), 'Webhook');
  if (!webhook.isActive) throw new ConflictError('The webhook is not active. Switch it on first.');
}
