import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { newSigningSecret } from '../../webhooks/signature.js';
import { notFound } from '../../errors.js';
import type { WebhookWithSecret } from './create-webhook.js';
import { authorizeWebhook, read } from './get-webhook.js';

/** Milliseconds for which the previous secret also signs. */
const overlapMs = 24 * 3_600_000;

/** Creates a new signing secret. For 24 hours, messages also carry a signature of the old one. @throws NotFoundError */
export async function rotateWebhookSecret(ctx: AppContext, input: { id: string }): Promise<WebhookWithSecret> {
  const scope = await authorizeWebhook(ctx, 'webhook:write', input.id);
  const secret = newSigningSecret();
  const now = ctx.now();
  const next = { secret: await ctx.sealer.seal(secret), overlapUntil: new Date(now.getTime() + overlapMs), now };
  await transact(ctx, async ({ stores, audit }) => {
    if (!(await stores.webhooks.rotate(scope, input.id, next))) throw notFound('Webhook');
    await audit({ action: 'webhook.rotate_secret', targetId: input.id, place: scope, after: { secret } });
  });
  return { webhook: await read(ctx, scope, input.id), secret };
}
