import { authorize, requireCaller } from '../../auth/authorize.js';
import type { ProjectAction } from '../../auth/permissions.js';
import type { ProjectScope } from '../../auth/scope.js';
import { transact, type AppContext } from '../../context.js';
import { newSigningSecret } from '../../engine/webhook/signature.js';
import { ConflictError, NotFoundError, notFound } from '../../errors.js';
import { prefixedId } from '../../ids.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { WebhookRow } from '../../stores/webhook.js';
import { readNewWebhook, readWebhookChanges, type WebhookInput } from './webhook-input.js';

export { webhookEventTypes } from '../../engine/webhook/payload.js';
export type { WebhookInput } from './webhook-input.js';

/** A webhook and its new signing secret, `whsec_…`, which is in no other answer and is never to be had again. */
export interface WebhookWithSecret {
  readonly webhook: WebhookRow;
  readonly secret: string;
}

const webhooksMax = 50;
/** How long the secret before the present one still signs. */
const overlapMs = 24 * 3_600_000;

/** The webhooks of a project, oldest first. @throws what `authorize` throws */
export async function listWebhooks(
  ctx: AppContext,
  input: PageArgs & { projectId: string },
): Promise<Page<WebhookRow>> {
  const scope = await authorize(ctx, 'webhook:read', input.projectId);
  const window = pageWindow(input);
  return toPage(window, await ctx.stores.webhooks.list(scope, window), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.webhooks.count(scope),
  });
}

/** One webhook. @throws NotFoundError when there is none that the caller may see; ForbiddenError */
export async function getWebhook(ctx: AppContext, input: { id: string }): Promise<WebhookRow> {
  return read(ctx, await scopeOfWebhook(ctx, 'webhook:read', input.id), input.id);
}

/** Makes a webhook. @throws ValidationError by field; ConflictError when the project has 50; what `authorize` throws */
export async function createWebhook(
  ctx: AppContext,
  input: WebhookInput & { projectId: string },
): Promise<WebhookWithSecret> {
  requireCaller(ctx);
  const values = await readNewWebhook(ctx, input);
  const scope = await authorize(ctx, 'webhook:write', input.projectId);
  const secret = newSigningSecret();
  const row = {
    ...values,
    id: prefixedId('wh'),
    ownerId: ctx.caller.user?.id ?? null,
    secret: await ctx.sealer.seal(secret),
    now: ctx.now(),
  };
  await transact(ctx, async ({ stores }) => {
    await stores.webhooks.lockCount(scope);
    if ((await stores.webhooks.count(scope)) >= webhooksMax)
      throw new ConflictError(`A project may have ${webhooksMax} webhooks.`);
    await stores.webhooks.insert(scope, row);
  });
  return { webhook: await read(ctx, scope, row.id), secret };
}

/** Changes a webhook; what is null or absent stays. Switching it on sends what waited. @throws ValidationError, NotFoundError, ForbiddenError */
export async function updateWebhook(ctx: AppContext, input: WebhookInput & { id: string }): Promise<WebhookRow> {
  requireCaller(ctx);
  const changes = await readWebhookChanges(ctx, input);
  const scope = await scopeOfWebhook(ctx, 'webhook:write', input.id);
  await transact(ctx, async ({ stores, announce }) => {
    if (!(await stores.webhooks.update(scope, input.id, { changes, now: ctx.now() }))) throw notFound('Webhook');
    await announce('webhookQueued', { webhookIds: [input.id] });
  });
  return read(ctx, scope, input.id);
}

/** Removes a webhook with its deliveries. @throws NotFoundError, ForbiddenError */
export async function deleteWebhook(ctx: AppContext, input: { id: string }): Promise<void> {
  const scope = await scopeOfWebhook(ctx, 'webhook:write', input.id);
  if (!(await ctx.stores.webhooks.remove(scope, input.id))) throw notFound('Webhook');
}

/** Gives a webhook a new signing secret. For 24 hours messages carry a signature of the old one too. @throws NotFoundError, ForbiddenError */
export async function rotateWebhookSecret(ctx: AppContext, input: { id: string }): Promise<WebhookWithSecret> {
  const scope = await scopeOfWebhook(ctx, 'webhook:write', input.id);
  const secret = newSigningSecret();
  const now = ctx.now();
  const next = { secret: await ctx.sealer.seal(secret), overlapUntil: new Date(now.getTime() + overlapMs), now };
  if (!(await ctx.stores.webhooks.rotate(scope, input.id, next))) throw notFound('Webhook');
  return { webhook: await read(ctx, scope, input.id), secret };
}

/** The scope of the project that a webhook is in. @throws NotFoundError, the same for hidden and absent ones; ForbiddenError */
export async function scopeOfWebhook(ctx: AppContext, action: ProjectAction, webhookId: string): Promise<ProjectScope> {
  requireCaller(ctx);
  const place = /^[\w-]{1,64}$/.test(webhookId) ? await ctx.stores.webhooks.projectOf(webhookId) : null;
  if (!place) throw notFound('Webhook');
  try {
    return await authorize(ctx, action, place.projectId);
  } catch (error) {
    throw error instanceof NotFoundError ? notFound('Webhook') : error;
  }
}

async function read(ctx: AppContext, scope: ProjectScope, id: string): Promise<WebhookRow> {
  const webhook = await ctx.stores.webhooks.get(scope, id);
  if (!webhook) throw notFound('Webhook');
  return webhook;
}
