import { callerName } from '../../auth/caller.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import type { AuditEntry } from '../../unit-of-work/audit-row.js';
import { ConflictError, notFound } from '../../errors.js';
import { newId } from '../../ids.js';
import type { ExportRow, NewExport } from '../../stores/export-store.js';
import { newEvent } from '../event/find-requesters.js';

/** Lifetime of an export in milliseconds: seven days. */
export const exportLifeMs = 7 * 86_400_000;

const exportsMax = 500;

type WantedExport = Omit<NewExport, 'id' | 'requestedBy' | 'createdAt' | 'expiresAt'>;

/** Stores an export, written by a job, with its event of the same id and the audit log row. @throws ConflictError beyond 500 */
export async function acceptExport(
  ctx: AppContext,
  scope: ProjectScope,
  { wanted, audited }: { wanted: WantedExport; audited: Pick<AuditEntry, 'action' | 'after' | 'digested'> },
): Promise<ExportRow> {
  const now = ctx.now();
  const id = newId();
  const requestedBy = callerName(ctx.caller);
  return transact(ctx, async ({ stores, enqueue, audit }) => {
    // The project may just have been deleted. Its lock makes transactions that create exports count one after the other.
    if (!(await stores.members.lock(scope))) throw notFound('Project');
    if ((await stores.exports.count(scope, now)) >= exportsMax)
      throw new ConflictError(`A project may keep ${exportsMax} exports. Delete some, or wait until they expire.`);
    const { format, filters } = wanted;
    const payload = { exportId: id, format, filters };
    await stores.events.insert(scope, newEvent(ctx, { id, type: 'EXPORT', payload, createdAt: now }));
    const row = await stores.exports.insert(scope, {
      ...wanted,
      id,
      requestedBy,
      createdAt: now,
      expiresAt: new Date(now.getTime() + exportLifeMs),
    });
    await audit({ ...audited, targetId: id, place: scope });
    await enqueue('exportMemories', { exportId: id, projectId: scope.projectId });
    return row;
  });
}
