import type { AppContext } from '../../context.js';
import { ForbiddenError } from '../../errors.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { SessionRow } from '../../stores/refresh-token-store.js';
import { requireUser } from '../user/require-user.js';

export interface OwnSession extends SessionRow {
  /** Whether this is the session of the request. */
  readonly isCurrent: boolean;
}

/** Lists the caller's active sessions, newest first. @throws UnauthenticatedError, ForbiddenError */
export async function listSessions(ctx: AppContext, page: PageArgs): Promise<Page<OwnSession>> {
  const window = pageWindow(page);
  const { id } = requireUser(ctx);
  if (ctx.caller.key?.projectId)
    throw new ForbiddenError('This API key is bound to one project and cannot read the sessions of its owner.');
  const now = ctx.now();
  const { refreshTokens } = ctx.stores;
  const rows = await refreshTokens.listLive(id, now, window);
  const own = rows.map((row) => ({ ...row, isCurrent: row.id === ctx.caller.sessionId }));
  return toPage(window, own, {
    key: (row) => [row.startedAt.toISOString(), row.id],
    total: () => refreshTokens.countLive(id, now),
  });
}
