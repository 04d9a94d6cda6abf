import type { ProjectScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import { exportRecord, readSchema, collectShape, exportWriter, splitText } from '@memory-gateway/memory-engine';
import { DomainError, ValidationError } from '../errors.js';
import { markDeletions } from '../auth/mark-deletions.js';
import { newId } from '../ids.js';
import { exportLifeMs } from '../resolvers/export/accept-export.js';
import { readSubject } from '../resolvers/subject/read-subject.js';
import type { ExportRow } from '../stores/export-store.js';
import type { MemoryRow } from '../stores/memory/memory-row.js';
import { readInput, toCalendarDay } from '../validate.js';
import type { JobHandler } from './handler.js';
import { scopeOf } from './scope-of.js';
import type { JobPayloads } from './types.js';

const pageSize = 200;
/** Characters per content chunk. */
const pieceLength = 1_000_000;
/** Maximum size of a document that is merged from many memories. */
const documentBytesMax = 16 * 1024 * 1024;

/**
 * Writes an export page by page, oldest memory first, with one page in memory. An attempt after a crash resumes where
 * the last one ended. A document with a schema is merged from all memories and written when complete. An export of a subject is written
 * again from the beginning.
 */
export const exportMemories: JobHandler<'exportMemories'> = async (services, payload, { lastAttempt, signal }) => {
  const scope = await scopeOf(services, payload);
  // The project was deleted meanwhile.
  if (!scope) return;
  await markDeletions(services, scope);
  const begun = await begin(services, scope, payload.exportId);
  if (!begun) return;
  try {
    const isDocument = begun.format === 'json' && begun.schema !== null;
    const write = begun.subject ? writeSubject : isDocument ? writeDocument : writePages;
    await write(services, scope, { begun, signal });
  } catch (error) {
    // A retry would fail the same way.
    const isFinal = lastAttempt || error instanceof ValidationError;
    if (isFinal) await fail(services, scope, { id: begun.id, error });
    if (!(error instanceof ValidationError)) throw error;
  }
};

/** Fails the export after its last attempt, if the job could not do that itself. */
export async function failExport(services: Services, payload: JobPayloads['exportMemories']): Promise<void> {
  const scope = await scopeOf(services, payload);
  if (scope) await fail(services, scope, { id: payload.exportId, error: null });
}

/** @returns null if the export is finished or deleted */
async function begin(services: Services, scope: ProjectScope, id: string): Promise<ExportRow | null> {
  const found = await services.stores.exports.find(scope, id, services.now());
  if (!found) return null;
  const total = await services.stores.memories.count(scope, queryOf(found));
  return transact(services, async ({ stores }) => {
    const row = await stores.exports.start(scope, id);
    if (!row) return null;
    const at = services.now();
    await stores.events.start(scope, id, at);
    await stores.events.progress(scope, id, { total, completed: row.memories, at });
    return row;
  });
}

interface Work {
  readonly begun: ExportRow;
  readonly signal: AbortSignal;
}

async function writePages(services: Services, scope: ProjectScope, { begun, signal }: Work): Promise<void> {
  const writer = exportWriter(
    begun.format,
    begun.schema === null ? null : readInput(() => readSchema(begun.schema)).shape,
  );
  for (let row: ExportRow | null = begun; row !== null;) {
    signal.throwIfAborted();
    const { memories, isLast, last } = await readPage(services, scope, { row, key: row.resumeAfter });
    const text = writer.write(memories.map(exportRecord), row.memories === 0);
    const whole = `${row.chunks === 0 ? writer.start : ''}${text}${isLast ? writer.end : ''}`;
    row = await append(services, scope, { row, text: whole, memories: memories.length, last, isLast });
  }
}

/** Writes everything about an entity. Each attempt writes from the beginning, because a second read may order rows differently. */
async function writeSubject(services: Services, scope: ProjectScope, { begun, signal }: Work): Promise<void> {
  if (!begun.subject) return;
  const token = [services.now().toISOString(), newId()] as const;
  let row = await services.stores.exports.restart(scope, begun.id, token);
  let [text, memories] = ['', 0];
  for await (const { store, line } of readSubject(services, scope, begun.subject)) {
    signal.throwIfAborted();
    text += line;
    if (store === 'memories') memories += 1;
    if (text.length < pieceLength) continue;
    if (!row) return;
    row = await append(services, scope, { row, text, memories, last: token, isLast: false });
    [text, memories] = ['', 0];
  }
  if (row) await append(services, scope, { row, text, memories, last: token, isLast: true });
}

async function writeDocument(services: Services, scope: ProjectScope, { begun, signal }: Work): Promise<void> {
  const collector = collectShape(readInput(() => readSchema(begun.schema)).shape);
  let written = 0;
  for (let key: ExportRow['resumeAfter'] = null, isLast = false; !isLast;) {
    signal.throwIfAborted();
    const page = await readPage(services, scope, { row: begun, key });
    for (const memory of page.memories) collector.add(exportRecord(memory));
    if (collector.bytes > documentBytesMax)
      throw new ValidationError({
        schema: ['The result is larger than 16 MB. Export as jsonl or csv, or with a narrower filter.'],
      });
    written += page.memories.length;
    ({ last: key, isLast } = page);
    if (!isLast) await noteProgress(services, scope, { id: begun.id, completed: written });
  }
  await append(services, scope, {
    row: begun,
    text: JSON.stringify(collector.result()),
    memories: written,
    last: null,
    isLast: true,
  });
}

async function readPage(
  services: Services,
  scope: ProjectScope,
  { row, key }: { row: ExportRow; key: ExportRow['resumeAfter'] },
) {
  const order = { field: 'createdAt', direction: 'asc' } as const;
  const read = await services.stores.memories.list(scope, queryOf(row), {
    order,
    window: { limit: pageSize, backward: false, key },
  });
  const memories: MemoryRow[] = read.slice(0, pageSize);
  const end = memories.at(-1);
  return {
    memories,
    isLast: read.length <= pageSize,
    last: end ? ([end.createdAt.toISOString(), end.id] as const) : key,
  };
}

function queryOf(row: ExportRow) {
  // The day of the request, so that a resumed export reads the same memories.
  return { filter: row.condition, expiredBefore: row.includeExpired ? null : toCalendarDay(row.createdAt) };
}

interface Step {
  readonly row: ExportRow;
  readonly text: string;
  readonly memories: number;
  readonly last: ExportRow['resumeAfter'];
  readonly isLast: boolean;
}

/** @returns the updated export, or null if the export is finished or deleted */
function append(
  services: Services,
  scope: ProjectScope,
  { row, text, memories, last, isLast }: Step,
): Promise<ExportRow | null> {
  return transact(services, async ({ stores, audit }) => {
    const pieces = splitText(text, pieceLength);
    const part = { after: row.chunks, from: row.resumeAfter, pieces, memories, resumeAfter: last };
    const next = await stores.exports.append(scope, row.id, part);
    // Deleted meanwhile, or another attempt was faster.
    if (!next) return null;
    const at = services.now();
    await stores.events.progress(scope, row.id, {
      total: isLast ? next.memories : await totalOf(stores, scope, row.id),
      completed: next.memories,
      at,
    });
    if (isLast) {
      await stores.exports.finish(scope, row.id, {
        status: 'SUCCEEDED',
        at,
        expiresAt: new Date(at.getTime() + exportLifeMs),
      });
      await stores.events.finish(scope, row.id, {
        at,
        results: [{ export_id: row.id, format: row.format, memories: next.memories, bytes: next.bytes }],
      });
      const after = { status: 'SUCCEEDED', memories: next.memories };
      await audit({ action: 'export.finish', targetId: row.id, place: scope, after });
    }
    return isLast ? null : next;
  });
}

async function totalOf(stores: Services['stores'], scope: ProjectScope, id: string): Promise<number | null> {
  return (await stores.events.get(scope, id))?.total ?? null;
}

function noteProgress(
  services: Services,
  scope: ProjectScope,
  { id, completed }: { id: string; completed: number },
): Promise<void> {
  return transact(services, async ({ stores }) => {
    await stores.events.progress(scope, id, { total: await totalOf(stores, scope, id), completed, at: services.now() });
  });
}

function fail(services: Services, scope: ProjectScope, { id, error }: { id: string; error: unknown }): Promise<void> {
  // Callers read the event: show domain errors, but no defects.
  const text = error instanceof DomainError ? error.message : 'The memories could not be exported.';
  return transact(services, async ({ stores, audit }) => {
    const at = services.now();
    const expiresAt = new Date(at.getTime() + exportLifeMs);
    // Failed by the job itself, or deleted meanwhile.
    if (!(await stores.exports.finish(scope, id, { status: 'FAILED', at, expiresAt }))) return;
    await audit({ action: 'export.finish', targetId: id, place: scope, after: { status: 'FAILED' } });
    await stores.events.finish(scope, id, { at, error: text.slice(0, 2000) });
  });
}
