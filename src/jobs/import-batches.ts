import { runThrottled } from '@memory-gateway/load';
import { markDeletions } from '../auth/mark-deletions.js';
import type { ProjectScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { lookForMissing } from '../resolvers/configuration/serving-embedder.js';
import { getImportDetails } from '../resolvers/import/import-details.js';
import { insertImported } from '../resolvers/import/insert-imported.js';
import { selectFresh } from '../resolvers/import/select-fresh.js';
import { notifyIngestion } from '../resolvers/memory/notify-ingestion.js';
import type { EventRow } from '../stores/event-store.js';
import { isDuplicateClaim } from '../stores/memory/memory-store.js';
import { transact, type UnitOfWork } from '../unit-of-work/transact.js';
import type { JobHandler } from './handler.js';
import { scopeOf } from './scope-of.js';
import type { JobPayloads } from './types.js';

/** After this time, the job makes room for others and is enqueued again. */
const sliceMs = 60_000;
const claimAttempts = 5;

/** Imports the batches of an import, each in one transaction. An attempt after a crash goes on at the first batch that is not done. */
export const importBatches: JobHandler<'importParts' | 'importMemories'> = async (services, payload, { signal }) => {
  const scope = await scopeOf(services, payload);
  // The project was deleted meanwhile.
  if (!scope) return;
  const until = performance.now() + sliceMs;
  await runThrottled(signal, async () => {
    await markDeletions(services, scope);
    const hasMore = await importNext(services, scope, payload.eventId);
    if (!hasMore || performance.now() < until) return hasMore;
    await enqueueNext(services, scope, payload.eventId);
    return false;
  });
};

/** Restarts a job whose attempts made progress. Else the import fails, and what was imported stays. */
export async function failImport(services: Services, payload: JobPayloads['importParts']): Promise<void> {
  const scope = await scopeOf(services, payload);
  if (!scope) return;
  const { done, imported } = await services.stores.importBatches.counts(scope, payload.eventId);
  if (done > payload.done) return enqueueNext(services, scope, payload.eventId);
  const error = `The import stopped after ${imported} memories. Repeat it: nothing is imported twice.`;
  await transact(services, async (unit) => {
    const event = await unit.stores.events.finish(scope, payload.eventId, { at: services.now(), error });
    if (event) await end(unit, scope, { event, after: { status: 'FAILED', imported } });
    if (imported > 0) await lookForMissing(unit);
  });
}

async function enqueueNext(services: Services, scope: ProjectScope, eventId: string): Promise<void> {
  const { done } = await services.stores.importBatches.counts(scope, eventId);
  await transact(services, (unit) => unit.enqueue('importParts', { eventId, projectId: scope.projectId, done }));
}

/** Imports one batch, or ends the import. @returns whether there is more to do */
async function importNext(services: Services, scope: ProjectScope, eventId: string): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(services, async (unit) => {
        // Locks the event: a cancellation waits for this batch, or this batch sees it.
        const event = await unit.stores.events.start(scope, eventId, services.now());
        if (!event) {
          // Another version of the server may have ended it.
          await unit.stores.importBatches.remove(scope, eventId);
          return false;
        }
        const batch = await unit.stores.importBatches.lockNext(scope, eventId);
        if (!batch) {
          // The next part of an unfinished upload enqueues the job again.
          if (getImportDetails(event).isUploaded) await succeed(services, unit, { scope, event });
          return false;
        }
        await importBatch(services, unit, { scope, event, batch });
        return true;
      });
    } catch (error) {
      // Another request added the same text at this time.
      if (!isDuplicateClaim(error) || attempt >= claimAttempts) throw error;
    }
  }
}

interface Place {
  readonly scope: ProjectScope;
  readonly event: EventRow;
}

type Batch = NonNullable<Awaited<ReturnType<UnitOfWork['stores']['importBatches']['lockNext']>>>;

async function importBatch(
  services: Services,
  unit: UnitOfWork,
  { scope, event, batch: { id, rows } }: Place & { batch: Batch },
): Promise<void> {
  const { importBatches: batches, events } = unit.stores;
  const fresh = await selectFresh(unit, scope, { rows, eventId: event.id, key: getImportDetails(event).key });
  const now = services.now();
  if (fresh.length > 0) await insertImported(unit, scope, { rows: fresh, now, eventId: event.id });
  await batches.finish(scope, id, { imported: fresh.length, known: rows.length - fresh.length });
  const { imported, known: skipped, waiting } = await batches.counts(scope, event.id);
  const completed = imported + skipped;
  const details = getImportDetails(event);
  const expected = details.isUploaded || details.total === null ? 0 : details.total - details.skipped;
  await events.progress(scope, event.id, { total: Math.max(completed + waiting, expected), completed, at: now });
}

/** Ends an import whose batches are done. Memories are found by their words until a job has computed their vectors. */
async function succeed(services: Services, unit: UnitOfWork, { scope, event }: Place): Promise<void> {
  const { imported, known } = await unit.stores.importBatches.counts(scope, event.id);
  const { found, skipped } = getImportDetails(event);
  const ended = await unit.stores.events.finish(scope, event.id, {
    at: services.now(),
    results: [{ event: 'IMPORT', imported, known, skipped }],
    shortfall: skipped > 0 ? `${skipped} of ${found} memories could not be imported.` : null,
  });
  if (ended) await end(unit, scope, { event: ended, after: { status: 'SUCCEEDED', imported, known } });
  if (imported > 0) await lookForMissing(unit);
}

/** Time after which an upload that did not go on ends. */
const uploadMs = 24 * 3_600_000;

/**
 * Ends imports whose upload has stopped for a day, and removes their records. What was imported stays. Also removes records whose import or
 * deletion a server of an earlier version ended.
 */
export async function endAbandonedImports(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - uploadMs);
  for (const { id, projectId } of await services.stores.importBatches.listAbandoned(before)) {
    const scope = await scopeOf(services, { projectId });
    if (scope) await endAbandoned(services, scope, { id, before });
  }
  await services.stores.importBatches.removeEnded();
}

async function endAbandoned(
  services: Services,
  scope: ProjectScope,
  { id, before }: { id: string; before: Date },
): Promise<void> {
  await transact(services, async (unit) => {
    const found = await unit.stores.events.lock(scope, id);
    if (!found || found.updatedAt >= before || getImportDetails(found).isUploaded) return;
    const { imported, waiting } = await unit.stores.importBatches.counts(scope, id);
    // Its job is late.
    if (waiting > 0) return;
    const error = `The upload was not finished within a day. ${imported} memories were imported. Repeat it: nothing is imported twice.`;
    const event = await unit.stores.events.finish(scope, id, { at: services.now(), error });
    if (event) await end(unit, scope, { event, after: { status: 'FAILED', imported } });
    if (imported > 0) await lookForMissing(unit);
  });
}

async function end(
  unit: UnitOfWork,
  scope: ProjectScope,
  { event, after }: { event: EventRow; after: object },
): Promise<void> {
  await unit.stores.importBatches.remove(scope, event.id);
  await notifyIngestion(unit, scope, event);
  await unit.audit({ action: 'import.finish', targetId: event.id, place: scope, after });
}
