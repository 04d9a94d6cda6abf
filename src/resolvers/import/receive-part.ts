import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext, Services } from '../../context.js';
import { ConflictError, NotFoundError, notFound, ValidationError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { EventRow } from '../../stores/event-store.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { newEvent, toRequester } from '../event/find-requesters.js';
import { getImportDetails, type ImportDetails } from './import-details.js';
import { batchSize, leftOutMax, type ReadRecords } from './read-records.js';

/** Place of records in an import. */
export interface UploadPlace {
  /** The import, as an earlier part returned it. Null: the unfinished one with the key, or a new one. */
  readonly importId: string | null;
  /** Null: the import has one part. */
  readonly key: string | null;
  /** Number of the part, from 1. */
  readonly part: number;
  /** Number of all parts. Null: not known yet. */
  readonly parts: number | null;
  /** Number of records of all parts. Null: unknown. */
  readonly total: number | null;
}

export interface ImportPart extends Pick<ImportDetails, 'format' | 'source'> {
  readonly upload: UploadPlace;
  readonly records: ReadRecords;
}

const openImportsMax = 1_000;
const noRecords: ReadRecords = { rows: [], found: 0, skipped: 0, leftOut: [] };

/**
 * Stores the records of one part durably, and lets the job import them. A part that is sent twice is stored once.
 * @returns the event of the import
 * @throws NotFoundError for an unknown import; ValidationError on `upload.*`; ConflictError if the import has ended, or with too many open ones
 */
export function receivePart(
  services: Services | AppContext,
  scope: ProjectScope,
  given: ImportPart,
): Promise<EventRow> {
  return transact(services, async (unit) => {
    const event =
      (await findImport(services, unit, { scope, given })) ?? (await begin(services, unit, { scope, given }));
    const { part } = given.upload;
    const { importBatches: batches, events } = unit.stores;
    if (event.status === 'SUCCEEDED') return event;
    const { waiting, parts, lastPart, done } = await batches.counts(scope, event.id);
    const isKnown = await batches.hasPart(scope, event.id, part);
    const payload = addPart(getImportDetails(event), isKnown ? { ...given, records: noRecords } : given, {
      received: isKnown ? parts : parts + 1,
      lastPart,
    });
    if (!isKnown) await batches.insert(scope, event.id, { part, rows: given.records.rows, size: batchSize });
    // While records wait, a job is queued or runs.
    if (waiting === 0) await unit.enqueue('importParts', { eventId: event.id, projectId: scope.projectId, done });
    return (await events.setPayload(scope, event.id, { payload, at: services.now() })) ?? event;
  });
}

interface Receiving {
  readonly scope: ProjectScope;
  readonly given: ImportPart;
}

/** Finds and locks the import of a part. @returns null if the part begins one */
async function findImport(
  services: Services | AppContext,
  { stores }: UnitOfWork,
  { scope, given: { upload } }: Receiving,
): Promise<EventRow | null> {
  const { importId, key, part, parts } = upload;
  const id = importId ?? (key && (await stores.importBatches.findOpen(scope, key, toRequester(services).requestedBy)));
  const event = id && (await stores.events.lock(scope, id));
  if (!event && importId !== null) throw new NotFoundError('Import not found.');
  if (!event && part > 1)
    throw new ConflictError('No import with this key waits for this part. Begin again with part 1.');
  if (!event) return null;
  const details = getImportDetails(event);
  if (event.type !== 'IMPORT' || details.key !== key)
    throw new ValidationError({ 'upload.key': ['is not the key of this import. Send the same file as before.'] });
  const expected = details.parts ?? parts;
  if (expected !== null && (part > expected || (parts ?? expected) !== expected))
    throw new ValidationError({ 'upload.parts': [`must stay the same in every part: this import has ${expected}.`] });
  const isOpen = event.status === 'PENDING' || event.status === 'RUNNING';
  if (!isOpen && !(event.status === 'SUCCEEDED' && details.isUploaded))
    throw new ConflictError(event.error ?? 'The import has ended.');
  return event;
}

async function begin(
  services: Services | AppContext,
  { stores, audit }: UnitOfWork,
  { scope, given: { format, source, upload, records } }: Receiving,
): Promise<EventRow> {
  // The project may just have been deleted. Its lock makes transactions that begin imports count one after the other.
  if (!(await stores.members.lock(scope))) throw notFound('Project');
  if ((await stores.importBatches.countOpen(scope)) >= openImportsMax)
    throw new ConflictError(
      `${openImportsMax} imports wait in this project. Repeat the request when some of them have ended.`,
    );
  const { key, parts, total } = upload;
  const counts = { found: 0, skipped: 0, leftOut: [] };
  const payload: ImportDetails = { format, source, key, parts, total, isUploaded: false, ...counts };
  const event = await stores.events.insert(scope, newEvent(services, { id: newId(), type: 'IMPORT', payload }));
  const after = { found: total ?? records.found, skipped: records.skipped };
  await audit({ action: 'import.accept', targetId: event.id, place: scope, after });
  return event;
}

function addPart(
  details: ImportDetails,
  { upload, records }: ImportPart,
  { received, lastPart }: { received: number; lastPart: number },
): ImportDetails {
  const parts = details.parts ?? upload.parts;
  if (parts !== null && parts < lastPart)
    throw new ValidationError({ 'upload.parts': [`must be at least ${lastPart}: that part is stored.`] });
  const leftOut = records.leftOut.map(({ place, reason }) => ({ record: details.found + place, reason }));
  return {
    ...details,
    parts,
    total: details.total ?? upload.total,
    isUploaded: parts !== null && received >= parts,
    found: details.found + records.found,
    skipped: details.skipped + records.skipped,
    leftOut: [...details.leftOut, ...leftOut].slice(0, leftOutMax),
  };
}
