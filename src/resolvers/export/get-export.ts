import { requireCaller } from '../../auth/authorize.js';
import { enterProject, enterProjectOf } from '../../auth/enter-project.js';
import type { ProjectAction } from '../../auth/permissions.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { canonicalFilter } from '@memory-gateway/memory-engine';
import { ValidationError, orNotFound } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { ExportRow } from '../../stores/export-store.js';
import { readFilter } from '../memory/read-filter.js';

/** Returns an export, optionally within a project. @throws NotFoundError; ValidationError for a malformed id */
export async function getExport(
  ctx: AppContext,
  input: { id: string; projectId?: string | undefined },
): Promise<ExportRow> {
  const scope = await authorizeExport(ctx, 'memory:read', input);
  return orNotFound(await ctx.stores.exports.find(scope, input.id, ctx.now()), 'Export');
}

/** Returns the newest export with equal filters, however they were written. @throws ValidationError, NotFoundError */
export async function findExport(ctx: AppContext, input: { projectId: string; filters: unknown }): Promise<ExportRow> {
  const filter = canonicalFilter(readFilter(input.filters));
  const scope = await enterProject(ctx, 'memory:read', input.projectId);
  return orNotFound(await ctx.stores.exports.findLatest(scope, filter, ctx.now()), 'Export');
}

export async function authorizeExport(
  ctx: AppContext,
  action: ProjectAction,
  { id, projectId }: { id: string; projectId?: string | undefined },
): Promise<ProjectScope> {
  requireCaller(ctx);
  const scope = projectId === undefined ? null : await enterProject(ctx, action, projectId);
  if (!isUuid(id)) throw new ValidationError({ id: ['must be a UUID.'] });
  if (scope) return scope;
  const place = await ctx.stores.exports.findProject(id);
  return enterProjectOf(ctx, action, { place, noun: 'Export' });
}
