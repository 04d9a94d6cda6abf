import { clientKey } from '../../auth/rate-limit.js';
import { getDigest } from '@memory-gateway/credentials';
import type { AppContext } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { ConflictError, NotFoundError } from '../../errors.js';
import type { ConnectedAppRow } from '../../stores/connected-app/connected-app-store.js';
import { requirePerson } from './authorization-request.js';
import { describeApp } from './decide-authorization.js';
import { OauthError } from './oauth-error.js';

/** Ends an app's access immediately, on open streams too. @throws ForbiddenError; NotFoundError; ConflictError */
export async function revokeConnectedApp(ctx: AppContext, input: { id: string }): Promise<ConnectedAppRow> {
  const user = requirePerson(ctx);
  const app = await ctx.stores.connectedApps.find(input.id);
  if (app?.userId !== user.id) throw new NotFoundError('Connected app not found.');
  return transact(ctx, async (unit) => {
    const revoked = await endApp(ctx, unit, { app });
    if (!revoked) throw new ConflictError('This app is revoked already.');
    return revoked;
  });
}

/** Ends the access of the app that owns a token (RFC 7009). Ignores unknown tokens. @throws OauthError */
export async function revokeAppToken(ctx: AppContext, input: { token: string; clientId: string }): Promise<void> {
  await ctx.authRateLimiter.take('exchangeToken', clientKey(ctx.clientAddress));
  const token = await ctx.stores.connectedAppTokens.find(getDigest(input.token));
  const app = token && (await ctx.stores.connectedApps.find(token.appId));
  if (!app) return;
  if (app.clientId !== input.clientId) throw new OauthError('invalid_request', 'The token belongs to another client.');
  await transact(ctx, (unit) => endApp(ctx, unit, { app, reason: 'The app disconnected itself.' }));
}

/** Ends an app's access in the caller's transaction. @returns null if it had already ended */
export async function endApp(
  ctx: AppContext,
  { stores, announce, audit }: UnitOfWork,
  { app, reason = null }: { app: ConnectedAppRow; reason?: string | null },
): Promise<ConnectedAppRow | null> {
  const revoked = await stores.connectedApps.revoke(app.id, ctx.now());
  if (!revoked) return null;
  await announce('credentialChanged', { keyId: app.id });
  const described = { before: describeApp(app), after: describeApp(revoked) };
  const place = { projectId: app.projectId };
  await audit({ action: 'connected_app.revoke', targetId: app.id, place, reason, ...described });
  return revoked;
}
