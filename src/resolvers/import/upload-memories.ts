import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { ConflictError } from '../../errors.js';
import { newId } from '../../ids.js';
import type { EventRow } from '../../stores/event-store.js';
import type { ImportedMemory } from '../../stores/import/import-store.js';
import { transact } from '../../unit-of-work/transact.js';
import { toRequester } from '../event/find-requesters.js';
import { waitForEvent } from '../event/wait-for-event.js';
import { findAttempt } from '../idempotency/create-attempt.js';
import { toForeignSource } from './import-foreign.js';
import { findDefaults, importMemories, type MemorySource } from './import-memories.js';
import { createEmptyReport, skip, type ImportReport } from './import-report.js';
import { openForeignText } from './open-foreign.js';
import type { OwnerDefaults } from './read-foreign-memory.js';

/** A file of another product, as sent by callers. */
export interface UploadInput extends OwnerDefaults {
  readonly projectId: string;
  readonly format: string;
  readonly content: string;
  /** Name of the file. Files named `*.jsonl` are read by line. */
  readonly fileName?: string | null | undefined;
  /** JSON text that maps fields to columns. */
  readonly mapping?: string | null | undefined;
  /** Counts without storing. */
  readonly dryRun?: boolean | null | undefined;
  /** Whether to wait until the records are imported. Default true. */
  readonly wait?: boolean | null | undefined;
}

export interface UploadedImport {
  readonly report: ImportReport;
  /** Null in a dry run. */
  readonly event: EventRow | null;
  /** Whether `imported` and `known` of the report are final. */
  readonly isDone: boolean;
}

/** Records in one transaction of the job. Requests wait for it on the embedded database. */
const batchSize = 100;
const waitMs = 60_000;
const openImportsMax = 1_000;

/**
 * Stores the records of a file durably; a job of the server imports them, also if the caller disconnects. Repeating an import skips imported
 * records.
 * @throws ValidationError on `format`, `mapping` or `file`; ConflictError with too many open imports, or if the import is cancelled or fails meanwhile
 */
export async function uploadMemories(ctx: AppContext, input: UploadInput): Promise<UploadedImport> {
  requireCaller(ctx);
  const { format, content, mapping, userId, agentId, appId, runId } = input;
  const records = openForeignText({ format, fileName: input.fileName ?? '', text: toChunks(content), mapping });
  const scope = await enterProject(ctx, 'memory:write', input.projectId);
  const report = createEmptyReport(input.dryRun === true);
  // Ids are unique across projects, so callers cannot choose them.
  const source = toForeignSource(scope, {
    format,
    records,
    owners: { userId, agentId, appId, runId },
    keepUuids: false,
  });
  const work = { source, scope, report, onProgress: () => undefined };
  if (report.dryRun) {
    await ctx.admission.run('add', () => importMemories({ ...ctx, embedder: null }, work));
    return { report, event: null, isDone: true };
  }
  const event = await ctx.admission.run('add', async () => accept(ctx, work, await collectRows(ctx, work)));
  const accepted = { report, event, isDone: false };
  return input.wait === false ? accepted : finish(ctx, accepted);
}

interface Upload {
  readonly source: MemorySource;
  readonly scope: ProjectScope;
  readonly report: ImportReport;
}

async function collectRows(ctx: AppContext, { source, scope, report }: Upload): Promise<ImportedMemory[]> {
  const defaults = await findDefaults(ctx, scope);
  const rows: ImportedMemory[] = [];
  for await (const batch of source.batches(batchSize)) {
    report.memories.found += batch.length;
    for (const memory of batch) {
      const row = memory.read(defaults);
      if (typeof row === 'string') skip(report, { kind: 'memory', id: memory.sourceId ?? memory.id, reason: row });
      else rows.push(row);
    }
  }
  return rows;
}

/** Stores the records and their event, and starts the job. */
async function accept(ctx: AppContext, { scope, report }: Upload, rows: readonly ImportedMemory[]): Promise<EventRow> {
  if ((await ctx.stores.events.count(scope, { status: 'PENDING', type: 'IMPORT' })) >= openImportsMax)
    throw new ConflictError(
      `${openImportsMax} imports wait in this project. Repeat the request when some of them have ended.`,
    );
  const id = newId();
  return transact(ctx, async ({ stores, audit, enqueue }) => {
    const { found, skipped } = report.memories;
    const event = await stores.events.insert(scope, {
      id,
      type: 'IMPORT',
      payload: { found, skipped },
      results: null,
      ...toRequester(ctx),
      createdAt: ctx.now(),
    });
    await stores.importBatches.insert(scope, id, { rows, size: batchSize });
    await audit({ action: 'import.accept', targetId: id, place: scope, after: { found, skipped } });
    await enqueue('importMemories', { eventId: id, projectId: scope.projectId, done: 0 });
    return event;
  });
}

async function finish(ctx: AppContext, accepted: UploadedImport & { event: EventRow }): Promise<UploadedImport> {
  const { report, event } = accepted;
  await findAttempt(ctx)?.commitWith(accepted);
  const ended = await waitForEvent(ctx, { projectId: event.projectId, id: event.id, limitMs: waitMs });
  if (ended.status === 'FAILED' || ended.status === 'CANCELLED')
    throw new ConflictError(ended.error ?? 'The import was cancelled.');
  const counts = readCounts(ended);
  if (!counts) return { ...accepted, event: ended };
  return { report: { ...report, memories: { ...report.memories, ...counts } }, event: ended, isDone: true };
}

/** Returns what a finished import did, or null. */
function readCounts({ status, results }: EventRow): { imported: number; known: number } | null {
  if (status !== 'SUCCEEDED' || !Array.isArray(results)) return null;
  // The column is JSON that only the job writes, in this shape.
  const [{ imported, known } = { imported: 0, known: 0 }] = results as { imported: number; known: number }[];
  return { imported, known };
}

async function* toChunks(content: string): AsyncGenerator<string> {
  yield content;
}
