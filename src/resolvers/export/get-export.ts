import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { ProjectAction } from '../../auth/permissions.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { canonicalFilter } from '../../engine/export-filter.js';
import { NotFoundError, notFound, ValidationError } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { ExportRow } from '../../stores/export/export-store.js';
import { readFilter } from '../memory/read-filter.js';

/** One export, with `projectId` only inside that project. @throws NotFoundError when it is absent, expired or hidden; ValidationError for what is no UUID */
export async function getExport(
  ctx: AppContext,
  input: { id: string; projectId?: string | undefined },
): Promise<ExportRow> {
  const scope = await authorizeExport(ctx, 'memory:read', input);
  const row = await ctx.stores.exports.find(scope, input.id, ctx.now());
  if (!row) throw notFound('Export');
  return row;
}

/** The newest export that was made of these filters, in whatever form they were written. @throws ValidationError without any; NotFoundError */
export async function findExport(ctx: AppContext, input: { projectId: string; filters: unknown }): Promise<ExportRow> {
  const filter = canonicalFilter(readFilter(input.filters));
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  const row = await ctx.stores.exports.findLatest(scope, filter, ctx.now());
  if (!row) throw notFound('Export');
  return row;
}

export async function authorizeExport(
  ctx: AppContext,
  action: ProjectAction,
  { id, projectId }: { id: string; projectId?: string | undefined },
): Promise<ProjectScope> {
  requireCaller(ctx);
  const scope = projectId === undefined ? null : await enterProject(ctx, action, projectId);
  if (!isUuid(id)) throw new ValidationError({ id: ['It must be a UUID.'] });
  if (scope) return scope;
  const place = await ctx.stores.exports.findProject(id);
  if (!place) throw notFound('Export');
  return enterProject(ctx, action, place.projectId).catch((error: unknown) => {
    // The words for a hidden project would tell that the export exists.
    throw error instanceof NotFoundError ? notFound('Export') : error;
  });
}
