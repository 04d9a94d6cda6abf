import { appCodeSeconds, createAuthorizationCode, createTokenPrefix } from '../../auth/app-tokens.js';
import type { McpScope } from '../../auth/caller.js';
import { enterProject } from '../../auth/enter-project.js';
import { getDigest } from '@memory-gateway/credentials';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ValidationError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { ConnectedAppRow } from '../../stores/connected-app/connected-app-store.js';
import {
  readAuthorizationRequest,
  readOpenRequest,
  requirePerson,
  toRedirectUrl,
  type AuthorizationRequest,
} from './authorization-request.js';

/** Returns the request for the consent page, or null if it was altered or has expired. @throws ForbiddenError */
export function getAuthorization(ctx: AppContext, input: { request: string }): AuthorizationRequest | null {
  requirePerson(ctx);
  return readAuthorizationRequest(ctx, input.request);
}

export interface ApprovedAuthorization {
  readonly app: ConnectedAppRow;
  readonly redirectUrl: string;
}

/** Connects a client to a project of the caller, with some of the requested scopes. @throws ForbiddenError */
export async function approveAuthorization(
  ctx: AppContext,
  input: { request: string; projectId: string; scopes: readonly McpScope[] },
): Promise<ApprovedAuthorization> {
  const user = requirePerson(ctx);
  const request = readOpenRequest(ctx, input.request);
  const scopes = request.scopes.filter((scope) => input.scopes.includes(scope));
  if (scopes.length === 0 || input.scopes.some((scope) => !request.scopes.includes(scope)))
    throw new ValidationError({ scopes: ['`scopes` must name at least one scope, and only scopes of the request.'] });
  const { projectId } = await enterProject(ctx, 'project:read', input.projectId);
  const code = createAuthorizationCode();
  const now = ctx.now();
  const { clientId, clientName, resource, redirectUri, codeChallenge } = request;
  const app = await transact(ctx, async ({ stores, audit }) => {
    const inserted = await stores.connectedApps.insert({
      id: newId(),
      tokenPrefix: createTokenPrefix(),
      clientId,
      clientName,
      userId: user.id,
      projectId,
      resource,
      scopes,
      redirectUri,
      codeDigest: getDigest(code),
      codeChallenge,
      expiresAt: new Date(now.getTime() + appCodeSeconds * 1_000),
      createdAt: now,
    });
    const after = describeApp(inserted);
    await audit({ action: 'connected_app.create', targetId: inserted.id, place: { projectId }, after });
    return inserted;
  });
  return { app, redirectUrl: toRedirectUrl(request, { code }) };
}

/** Denies a request. Returns the URL that reports `access_denied` to the client. @throws ForbiddenError */
export function denyAuthorization(ctx: AppContext, input: { request: string }): { redirectUrl: string } {
  requirePerson(ctx);
  const request = readOpenRequest(ctx, input.request);
  return { redirectUrl: toRedirectUrl(request, { error: 'access_denied' }) };
}

/** Returns the fields of a connected app that the audit log records. */
export function describeApp({ clientName, tokenPrefix, scopes, userId, revokedAt }: ConnectedAppRow): object {
  return { clientName, keyPrefix: tokenPrefix, scopes: scopes.join(' '), userId, revokedAt };
}
