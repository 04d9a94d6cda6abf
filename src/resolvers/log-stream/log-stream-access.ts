import { authorizeInOrganization, authorizeOrganization, requireCaller } from '../../auth/authorize.js';
import { enterProject, enterProjectOf } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { ValidationError, orNotFound } from '../../errors.js';
import { isPlausibleId } from '../../stores/access/reach-sql.js';
import type { LogStreamRow, LogStreamScope } from '../../stores/log-stream/log-stream-store.js';

export type LogStreamAction = 'logStream:read' | 'logStream:write';

export interface LogStreamPlace {
  readonly organizationId?: string | null | undefined;
  readonly projectId?: string | null | undefined;
}

/** Authorizes an action on the streams of a project or an organization. @throws ValidationError unless one is given */
export async function authorizeLogStreams(
  ctx: AppContext,
  action: LogStreamAction,
  { organizationId, projectId }: LogStreamPlace,
): Promise<LogStreamScope> {
  requireCaller(ctx);
  if ((organizationId == null) === (projectId == null))
    throw new ValidationError({ projectId: ['Pass either `projectId` or `organizationId`.'] });
  if (projectId != null) return enterProject(ctx, action, projectId);
  return authorizeOrganization(ctx, `organization:${action}`, organizationId ?? '');
}

/** Authorizes an action on one stream. @throws NotFoundError for missing and hidden streams; ForbiddenError */
export async function authorizeLogStream(
  ctx: AppContext,
  action: LogStreamAction,
  id: string,
): Promise<{ scope: LogStreamScope; stream: LogStreamRow }> {
  requireCaller(ctx);
  const stream = orNotFound(isPlausibleId(id) ? await ctx.stores.logStreams.findPlace(id) : null, 'Log stream');
  const { organizationId, projectId } = stream;
  const noun = 'Log stream';
  const scope =
    projectId === null
      ? await authorizeInOrganization(ctx, `organization:${action}`, { organizationId, noun })
      : await enterProjectOf(ctx, action, { place: { projectId }, noun });
  return { scope, stream };
}
