import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError, NotFoundError, nullFor } from '../../errors.js';
import type { RequestBody } from '../../stores/request-log/request-body-store.js';
import type { RequestLogRow } from '../../stores/request-log/request-log-entry.js';
import { groupBy } from '../shared/group-by.js';
import { dayMs } from './prune-request-logs.js';

/** Days for which bodies are stored, unless the project or the server keeps its request log for fewer. */
export const bodyDays = 7;

/**
 * Returns the bodies of requests that the caller may read. Null: the project stores none, or the caller may not read its memories. For
 * loaders.
 */
export async function findRequestBodies(
  ctx: AppContext,
  rows: readonly RequestLogRow[],
): Promise<readonly (RequestBody | null)[]> {
  const found = new Map<string, RequestBody>();
  for (const [projectId, requests] of groupBy(rows, (row) => row.projectId ?? '')) {
    const ids = requests.map(({ requestId }) => requestId);
    for (const body of projectId === '' ? [] : await readBodies(ctx, projectId, ids)) found.set(body.requestId, body);
  }
  return rows.map(({ requestId }) => found.get(requestId) ?? null);
}

async function readBodies(ctx: AppContext, projectId: string, requestIds: readonly string[]) {
  const scope = await enterProject(ctx, 'memory:read', projectId).catch(nullFor(ForbiddenError, NotFoundError));
  if (!scope) return [];
  const project = (await ctx.access.project(projectId))?.project;
  if (!project?.storeRequestBodies) return [];
  const days = Math.min(bodyDays, project.requestLogRetentionDays ?? bodyDays, ctx.config.requestLogRetentionDays);
  const since = new Date(ctx.now().getTime() - days * dayMs);
  return ctx.stores.requestBodies.find(scope, requestIds, since);
}
