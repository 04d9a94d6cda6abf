import { operatorProject, type ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import { notFound } from '../../errors.js';
import { isUuid } from '../../ids.js';
import type { EventRow } from '../../stores/event-store.js';
import type { ImportSource } from '@memory-gateway/import-sources';
import { findProject } from './find-project.js';
import { importAccounts } from './import-accounts.js';
import { getImportCounts, getImportDetails } from './import-details.js';
import { createEmptyReport, type ImportProgress, type ImportReport } from './import-report.js';
import { batchSize, countRecords, findDefaults, toRecords, type MemorySource } from './read-records.js';
import { receivePart, type UploadPlace } from './receive-part.js';

/** An import from the command line of the server's machine. */
export interface OperatorImport {
  readonly projectId?: string | undefined;
  /** Users and API keys to import first. */
  readonly accounts: ImportSource | null;
  /** Null: accounts alone. */
  readonly memories: ((scope: ProjectScope) => MemorySource) | null;
  readonly format: string | null;
  readonly source: string | null;
  /** Digest of a file, by which a repeated import continues. Null for a source that changes. */
  readonly key: string | null;
  readonly importId: string | null;
  /** Reads and counts everything, writes nothing. */
  readonly dryRun: boolean;
  readonly onProgress: (progress: ImportProgress) => void;
  /** Stops after the current part. */
  readonly signal: AbortSignal;
}

export interface SentImport {
  readonly report: ImportReport;
  /** Null in a dry run, and for accounts alone. */
  readonly event: EventRow | null;
}

/**
 * Imports accounts, and stores memories durably in numbered parts, which a job imports. For operators: checks no caller. Repeating it sends
 * the parts that are missing, and skips memories that exist or existed here.
 * @throws NotFoundError for an unknown project or import; ValidationError if the import to continue is of another file; ConflictError
 */
export async function sendImport(services: Services, input: OperatorImport): Promise<SentImport> {
  const place = await findProject(services, input.projectId);
  const { accounts, memories, onProgress, dryRun } = input;
  const report = createEmptyReport(dryRun);
  if (accounts) await importAccounts(services, { source: accounts, place, report, onProgress });
  const scope = operatorProject(place);
  if (!memories) return { report, event: null };
  const source = memories(scope);
  if (!dryRun) return { report, event: await sendParts(services, scope, { input, source, report }) };
  await countRecords(services, scope, { source, report, onProgress });
  return { report, event: null };
}

interface Sending {
  readonly input: OperatorImport;
  readonly source: MemorySource;
  readonly report: ImportReport;
}

/** Sends all parts, or those up to an interruption. @returns the import */
async function sendParts(
  services: Services,
  scope: ProjectScope,
  { input, source, report }: Sending,
): Promise<EventRow | null> {
  const { format, source: name, key, signal } = input;
  const defaults = await findDefaults(services, scope);
  let event = input.importId === null ? null : await getImport(services, { id: input.importId });
  let received = new Set<number>(event && (await services.stores.importBatches.parts(scope, event.id)));
  let part = 0;
  for await (const { batch, isLast } of withLast(source.batches(batchSize))) {
    part += 1;
    const records = toRecords(batch, defaults, report);
    const done = report.memories.found;
    const total = Math.max(await source.estimateTotal(done), done);
    // An interrupted import of a source that changes ends with what was read: its parts cannot be sent again.
    const isEnd = isLast || (signal.aborted && key === null);
    const upload: UploadPlace = {
      importId: event?.id ?? null,
      key,
      part,
      parts: isEnd ? part : null,
      total: key === null ? null : total,
    };
    if (!received.has(part) || isEnd)
      event = await receivePart(services, scope, { format, source: name, upload, records });
    if (part === 1 && event) received = new Set(await services.stores.importBatches.parts(scope, event.id));
    input.onProgress({ kind: 'memories', done, total });
    if (signal.aborted && (isEnd || key !== null)) break;
  }
  return event;
}

/** Returns an import of any project. For operators: checks no caller. @throws NotFoundError */
export async function getImport(services: Services, { id }: { id: string }): Promise<EventRow> {
  const found = isUuid(id) ? await services.stores.events.projectOf(id) : null;
  const place = found && (await findProject(services, found.projectId));
  const event = place && (await services.stores.events.get(operatorProject(place), id));
  if (event?.type !== 'IMPORT') throw notFound('Import');
  return event;
}

/** Adds what the job did to the report of an import. */
export function completeReport(report: ImportReport, event: EventRow): ImportReport {
  const { found, skipped } = getImportDetails(event);
  const counts = getImportCounts(event) ?? { imported: 0, known: 0 };
  return { ...report, memories: { found, skipped, ...counts } };
}

async function* withLast<T>(
  batches: AsyncIterable<readonly T[]>,
): AsyncGenerator<{ batch: readonly T[]; isLast: boolean }> {
  let held: readonly T[] = [];
  for await (const batch of batches) {
    if (held.length > 0) yield { batch: held, isLast: false };
    held = batch;
  }
  yield { batch: held, isLast: true };
}
