import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import { callerName } from '../../auth/caller.js';
import { transact, type AppContext } from '../../context.js';
import { ConflictError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { ExportRow } from '../../stores/export/export-store.js';
import { readExportInput, type ExportInput } from './export-input.js';

/** Lifetime of an export in milliseconds: seven days. */
export const exportLifeMs = 7 * 86_400_000;

const exportsMax = 500;

/** Accepts an export, written by a job. Its event has the same id. @throws ValidationError; ConflictError beyond 500 */
export async function createExport(
  ctx: AppContext,
  input: ExportInput & { projectId: string; requireEntity?: boolean },
): Promise<ExportRow> {
  requireCaller(ctx);
  const wanted = readExportInput(input, { requireEntity: input.requireEntity ?? false });
  const scope = await enterProject(ctx, 'export:write', input.projectId);
  const now = ctx.now();
  if ((await ctx.stores.exports.count(scope, now)) >= exportsMax)
    throw new ConflictError(`A project may keep ${exportsMax} exports. Delete some, or wait until they expire.`);
  const id = newId();
  const requestedBy = callerName(ctx.caller);
  return transact(ctx, async ({ stores, enqueue, announce, audit }) => {
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
    await audit({ action: 'export.create', targetId: id, place: scope, after: { format, filters } });
    await enqueue('exportMemories', { exportId: id, projectId: scope.projectId });
    await announce('eventChanged', { projectId: scope.projectId, eventId: id });
    return row;
  });
}
