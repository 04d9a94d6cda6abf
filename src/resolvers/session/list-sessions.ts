import type { CallerUser } from '../../auth/caller.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError, orNotFound } from '../../errors.js';
import { isUuid } from '../../ids.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { SessionRow } from '../../stores/refresh-token-store.js';
import { requireUser } from '../user/require-user.js';

export interface OwnSession extends SessionRow {
  readonly isCurrent: boolean;
}

/** Lists the caller's active sessions, newest first. @throws UnauthenticatedError, ForbiddenError */
export async function listSessions(ctx: AppContext, page: PageArgs): Promise<Page<OwnSession>> {
  const window = pageWindow(page);
  const { id } = requireSessionReader(ctx);
  const now = ctx.now();
  const { refreshTokens } = ctx.stores;
  const rows = await refreshTokens.listLive(id, now, window);
  return toPage(window, rows.map(toOwn(ctx)), {
    key: (row) => [row.startedAt.toISOString(), row.id],
    total: () => refreshTokens.countLive(id, now),
  });
}

/** Returns an active session of the caller by its id. @throws NotFoundError for unknown, ended and foreign sessions; as {@link listSessions} */
export async function getSession(ctx: AppContext, { id }: { id: string }): Promise<OwnSession> {
  const { id: userId } = requireSessionReader(ctx);
  const session = { userId, sessionId: id, now: ctx.now() };
  const found = orNotFound(isUuid(id) ? await ctx.stores.refreshTokens.findLive(session) : null, 'Session');
  return toOwn(ctx)(found);
}

function requireSessionReader(ctx: AppContext): CallerUser {
  const user = requireUser(ctx);
  if (ctx.caller.key?.projectId)
    throw new ForbiddenError('This API key is bound to one project and cannot read the sessions of its owner.');
  return user;
}

const toOwn =
  ({ caller }: AppContext) =>
  (row: SessionRow): OwnSession => ({ ...row, isCurrent: row.id === caller.sessionId });
