import type { ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { ConflictError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { EventOutcome } from '../../stores/event-store.js';
import { toRequester } from '../event/find-requesters.js';
import { notifyIngestion } from '../memory/notify-ingestion.js';
import type { ImportProgress, ImportReport } from './import-report.js';

export interface RecordedImport {
  readonly scope: ProjectScope;
  readonly report: ImportReport;
}

/** Records the progress of an import. @throws ConflictError if the import was cancelled */
export type NoteProgress = (progress: ImportProgress) => Promise<void>;

/** Runs `work` as an IMPORT event that can be cancelled. The next import of an operator ends the event of a killed one. */
export async function recordImport(
  services: Services,
  { scope, report }: RecordedImport,
  work: (record: { eventId: string; noteProgress: NoteProgress }) => Promise<void>,
): Promise<void> {
  const id = await begin(services, scope);
  try {
    await work({ eventId: id, noteProgress: (progress) => noteProgress(services, { scope, id }, progress) });
  } catch (error) {
    await end(
      services,
      { scope, id },
      {
        at: services.now(),
        error: `The import stopped after ${report.memories.imported} memories. Repeat it: it goes on where it was.`,
      },
    );
    throw error;
  }
  const { imported, known, skipped } = report.memories;
  const shortfall = skipped > 0 ? `${skipped} of ${report.memories.found} memories could not be imported.` : null;
  await end(
    services,
    { scope, id },
    { at: services.now(), results: [{ event: 'IMPORT', imported, known, skipped }], shortfall },
  );
}

interface Place {
  readonly scope: ProjectScope;
  readonly id: string;
}

function begin(services: Services, scope: ProjectScope): Promise<string> {
  return transact(services, async (unit) => {
    const now = services.now();
    const left = await unit.stores.events.list(
      scope,
      { status: 'RUNNING', type: 'IMPORT', requestedBy: toRequester(services).requestedBy },
      { limit: 100, backward: false, key: null },
    );
    for (const { id } of left) await endIn(unit, { scope, id }, { at: now, error: 'The import was interrupted.' });
    const id = newId();
    await unit.stores.events.insert(scope, {
      id,
      type: 'IMPORT',
      payload: {},
      results: null,
      ...toRequester(services),
      createdAt: now,
    });
    await unit.stores.events.start(scope, id, now);
    return id;
  });
}

function noteProgress(services: Services, { scope, id }: Place, { done, total }: ImportProgress): Promise<void> {
  return transact(services, async ({ stores }) => {
    const event = await stores.events.lock(scope, id);
    if (event?.status !== 'RUNNING') throw new ConflictError('The import was cancelled.');
    await stores.events.progress(scope, id, { total, completed: done, at: services.now() });
  });
}

function end(services: Services, place: Place, outcome: EventOutcome): Promise<void> {
  return transact(services, (unit) => endIn(unit, place, outcome));
}

async function endIn(unit: UnitOfWork, { scope, id }: Place, outcome: EventOutcome): Promise<void> {
  const event = await unit.stores.events.finish(scope, id, outcome);
  // A cancelled event was already announced.
  if (!event) return;
  await notifyIngestion(unit, scope, event);
}
