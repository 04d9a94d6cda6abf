import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { notFound, ValidationError } from '../../errors.js';
import type { WebhookChanges, WebhookRow } from '../../stores/webhook/webhook-store.js';
import { readWebhookChanges, type WebhookInput } from './webhook-input.js';
import { assertReceiverAllowed, isOfOtherServer } from '../shared/receiver-url.js';
import { authorizeWebhook, read } from './get-webhook.js';
import { sealHeaders, toAuditedHeaders } from './webhook-headers.js';

/** Updates a webhook; null and undefined keep a value. Activating it sends pending deliveries. @throws ValidationError by field */
export async function updateWebhook(ctx: AppContext, input: WebhookInput & { id: string }): Promise<WebhookRow> {
  requireCaller(ctx);
  const { headers: given, ...values } = readWebhookChanges(ctx, input);
  const scope = await authorizeWebhook(ctx, 'webhook:write', input.id);
  await assertReceiverAllowed(ctx, values.url);
  await transact(ctx, async ({ stores, announce, audit }) => {
    await stores.webhooks.lock(scope, input.id);
    const before = await stores.webhooks.find(scope, input.id);
    const isKept = given ? given.some(({ value }) => value == null) : (before?.headerNames.length ?? 0) > 0;
    if (before && isKept && isOfOtherServer(values.url, before.url))
      throw new ValidationError({
        headers: ['must be given again with values, because the URL is of another server.'],
      });
    const stored = given && (await stores.webhooks.findHeaders(scope, input.id));
    const sealed = given && (await sealHeaders(ctx.sealer, given, stored ?? null));
    const changes = { ...values, ...sealed };
    if (!(await stores.webhooks.update(scope, input.id, { changes, now: ctx.now() }))) throw notFound('Webhook');
    await announce('webhookQueued', { webhookIds: [input.id] });
    await audit({
      action: 'webhook.update',
      targetId: input.id,
      place: scope,
      before: pick(before, changes),
      after: sealed ? { ...values, ...toAuditedHeaders(sealed) } : values,
    });
  });
  return read(ctx, scope, input.id);
}

/** Returns the previous values of the changed fields. */
function pick(before: WebhookRow | null, changes: WebhookChanges): object | null {
  return before && Object.fromEntries(Object.entries(before).filter(([name]) => name in changes));
}
