import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { newId } from '../../ids.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { newEvent } from '../event/find-requesters.js';
import type { ImportDetails } from './import-details.js';

/** Imports the records that the deletion of an entity stopped, as an import of their own: theirs may have ended meanwhile. */
export async function restoreRecords(
  ctx: AppContext,
  { stores, audit, enqueue }: UnitOfWork,
  { scope, deletionId }: { scope: ProjectScope; deletionId: string },
): Promise<void> {
  const { waiting: found } = await stores.importBatches.counts(scope, deletionId);
  if (found === 0) return;
  const none = { format: null, source: null, key: null, parts: null, leftOut: [] };
  const payload: ImportDetails = { ...none, total: found, isUploaded: true, found, skipped: 0 };
  const id = newId();
  await stores.events.insert(scope, newEvent(ctx, { id, type: 'IMPORT', payload }));
  await stores.importBatches.move(scope, { from: deletionId, to: id });
  await audit({ action: 'import.accept', targetId: id, place: scope, after: { found, skipped: 0 } });
  await enqueue('importParts', { eventId: id, projectId: scope.projectId, done: 0 });
}
