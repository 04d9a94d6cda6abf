import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { newSigningSecret } from '../../webhooks/signature.js';
import { ConflictError, notFound } from '../../errors.js';
import { prefixedId } from '../../ids.js';
import type { WebhookRow } from '../../stores/webhook/webhook-store.js';
import { readNewWebhook, type WebhookInput } from './webhook-input.js';
import { assertReceiverAllowed } from '../shared/receiver-url.js';
import { read } from './get-webhook.js';
import { sealHeaders, toAuditedHeaders } from './webhook-headers.js';

/** A webhook with its new signing secret, `whsec_…`, which is returned only here. */
export interface WebhookWithSecret {
  readonly webhook: WebhookRow;
  readonly secret: string;
}

export const webhooksMax = 50;

/** Creates a webhook. @throws ValidationError by field; ConflictError if the project has 50 */
export async function createWebhook(
  ctx: AppContext,
  input: WebhookInput & { projectId: string },
): Promise<WebhookWithSecret> {
  requireCaller(ctx);
  const { headers: given, ...values } = readNewWebhook(ctx, input);
  const scope = await enterProject(ctx, 'webhook:write', input.projectId);
  await assertReceiverAllowed(ctx, values.url);
  const secret = newSigningSecret();
  const sealed = await sealHeaders(ctx.sealer, given, null);
  const row = {
    ...values,
    ...sealed,
    id: prefixedId('wh'),
    ownerId: ctx.caller.user?.id ?? null,
    secret: await ctx.sealer.seal(secret),
    now: ctx.now(),
  };
  const after = given.length > 0 ? { ...values, ...toAuditedHeaders(sealed) } : values;
  await transact(ctx, async ({ stores, audit }) => {
    // The project may just have been deleted.
    if (!(await stores.members.lock(scope))) throw notFound('Project');
    if ((await stores.webhooks.count(scope)) >= webhooksMax)
      throw new ConflictError(`A project may have ${webhooksMax} webhooks.`);
    await stores.webhooks.insert(scope, row);
    await audit({ action: 'webhook.create', targetId: row.id, place: scope, after });
  });
  return { webhook: await read(ctx, scope, row.id), secret };
}
