import { authorize, requireCaller } from '../../auth/authorize.js';
import { callerName } from '../../auth/caller.js';
import type { ProjectAction } from '../../auth/permissions.js';
import type { ProjectScope } from '../../auth/scope.js';
import { transact, type AppContext } from '../../context.js';
import { canonicalFilter } from '../../engine/export-filter.js';
import { ConflictError, NotFoundError, notFound, ValidationError } from '../../errors.js';
import { isUuid, newId } from '../../ids.js';
import { pageWindow, toPage, type Page, type PageArgs } from '../../page.js';
import type { ExportRow } from '../../stores/export.js';
import { timeAndIdKey } from '../memory/list-key.js';
import { readFilter } from '../memory/read-filter.js';
import { readExportInput, type ExportInput } from './export-input.js';

export { exportFormats, type ExportInput } from './export-input.js';

/** How long an export is kept, in milliseconds: seven days. */
export const exportLifeMs = 7 * 86_400_000;

const exportsMax = 500;

/**
 * Accepts an export. A job writes it; its event, of type EXPORT, has the same id.
 * @throws ValidationError by field; ConflictError when the project keeps 500; what `authorize` throws
 */
export async function createExport(
  ctx: AppContext,
  input: ExportInput & { projectId: string; requireEntity?: boolean },
): Promise<ExportRow> {
  requireCaller(ctx);
  const wanted = readExportInput(input, { requireEntity: input.requireEntity ?? false });
  const scope = await authorize(ctx, 'export:write', input.projectId);
  const now = ctx.now();
  if ((await ctx.stores.exports.count(scope, now)) >= exportsMax)
    throw new ConflictError(`A project may keep ${exportsMax} exports. Delete some, or wait until they expire.`);
  const id = newId();
  const requestedBy = callerName(ctx.caller);
  return transact(ctx, async ({ stores, enqueue, announce }) => {
    const { format, filters } = wanted;
    await stores.events.insert(scope, {
      id,
      type: 'EXPORT',
      payload: { exportId: id, format, filters },
      results: null,
      requestedBy,
      createdAt: now,
    });
    const row = await stores.exports.insert(scope, {
      ...wanted,
      id,
      requestedBy,
      createdAt: now,
      expiresAt: new Date(now.getTime() + exportLifeMs),
    });
    await enqueue('exportMemories', { exportId: id, projectId: scope.projectId });
    await announce('eventChanged', { projectId: scope.projectId, eventId: id });
    return row;
  });
}

/** One export, with `projectId` only inside that project. @throws NotFoundError when it is absent, expired or hidden; ValidationError for what is no UUID */
export async function getExport(
  ctx: AppContext,
  input: { id: string; projectId?: string | undefined },
): Promise<ExportRow> {
  const scope = await scopeOfExport(ctx, 'memory:read', input);
  const row = await ctx.stores.exports.get(scope, input.id, ctx.now());
  if (!row) throw notFound('Export');
  return row;
}

/** The newest export that was made of these filters, in whatever form they were written. @throws ValidationError without any; NotFoundError */
export async function findExport(ctx: AppContext, input: { projectId: string; filters: unknown }): Promise<ExportRow> {
  const scope = await authorize(ctx, 'memory:read', input.projectId);
  const row = await ctx.stores.exports.latest(scope, canonicalFilter(readFilter(input.filters)), ctx.now());
  if (!row) throw notFound('Export');
  return row;
}

/** The exports of a project, newest first. @throws ValidationError for paging arguments, and what `authorize` throws */
export async function listExports(ctx: AppContext, input: PageArgs & { projectId: string }): Promise<Page<ExportRow>> {
  const scope = await authorize(ctx, 'memory:read', input.projectId);
  const window = timeAndIdKey(pageWindow(input));
  const now = ctx.now();
  return toPage(window, await ctx.stores.exports.list(scope, window, now), {
    key: (row) => [row.createdAt.toISOString(), row.id],
    total: () => ctx.stores.exports.count(scope, now),
  });
}

/** Removes an export with its content; one that is being written stops. @throws NotFoundError, ForbiddenError; ValidationError for what is no UUID */
export async function deleteExport(
  ctx: AppContext,
  input: { id: string; projectId?: string | undefined },
): Promise<void> {
  const scope = await scopeOfExport(ctx, 'export:write', input);
  await transact(ctx, async ({ stores, announce }) => {
    if (!(await stores.exports.remove(scope, input.id))) throw notFound('Export');
    const at = ctx.now();
    const event = await stores.events.get(scope, input.id);
    if (event?.status !== 'PENDING' && event?.status !== 'RUNNING') return;
    await stores.events.cancel(scope, input.id, { at, error: 'The export was deleted before it was complete.' });
    await announce('eventChanged', { projectId: scope.projectId, eventId: input.id });
  });
}

async function scopeOfExport(
  ctx: AppContext,
  action: ProjectAction,
  { id, projectId }: { id: string; projectId?: string | undefined },
): Promise<ProjectScope> {
  requireCaller(ctx);
  const scope = projectId === undefined ? null : await authorize(ctx, action, projectId);
  if (!isUuid(id)) throw new ValidationError({ id: ['It must be a UUID.'] });
  if (scope) return scope;
  const place = await ctx.stores.exports.projectOf(id);
  if (!place) throw notFound('Export');
  return authorize(ctx, action, place.projectId).catch((error: unknown) => {
    // The words for a hidden project would tell that the export exists.
    throw error instanceof NotFoundError ? notFound('Export') : error;
  });
}
