import type { ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import { orNotFound } from '../../errors.js';
import type { ImportedMemory } from '../../stores/import/import-store.js';
import { getEffectiveCategories } from '../memory/extract-facts.js';
import type { ImportedMemoryDefaults } from './read-memory.js';
import { separateRecord } from './select-fresh.js';
import { skip, type ImportProgress, type ImportReport } from './import-report.js';

export interface ReadableMemory {
  /** Id of the imported memory. Existing ids are skipped. */
  readonly id: string;
  /** Id of the record in the source, for the report. Default: `id`. */
  readonly sourceId?: string;
  /** Returns the row of the memory, or the reason why the memory cannot be imported. */
  read(defaults: ImportedMemoryDefaults): ImportedMemory | string;
}

export interface MemorySource {
  /** Estimates the total number of memories after `read` were read. */
  estimateTotal(read: number): Promise<number>;
  batches(size: number): AsyncIterable<readonly ReadableMemory[]>;
}

/** Records of one upload: the rows that can be imported, and the report of the others. */
export interface ReadRecords {
  readonly rows: readonly ImportedMemory[];
  readonly found: number;
  readonly skipped: number;
  /** The first ones that were skipped. */
  readonly leftOut: readonly { readonly place: number; readonly reason: string }[];
}

/** Records that are imported in one transaction. Requests wait for it on the embedded database. */
export const batchSize = 100;

/** Returns what imported memories of a project get by default. @throws NotFoundError */
export async function findDefaults(services: Services, scope: ProjectScope): Promise<ImportedMemoryDefaults> {
  const project = orNotFound(await services.stores.projects.find(scope), 'Project');
  const searchLanguage = project.multilingual ? 'simple' : 'english';
  return { searchLanguage, catalog: getEffectiveCategories(project, null), now: services.now() };
}

/** Records of an upload that are listed with the reason why they are left out. The others are counted. */
export const leftOutMax = 100;

/** Converts records to rows. Counts them in the report, with those that cannot be imported. */
export function toRecords(
  batch: readonly ReadableMemory[],
  defaults: ImportedMemoryDefaults,
  report: ImportReport,
): ReadRecords {
  const rows: ImportedMemory[] = [];
  const leftOut: { place: number; reason: string }[] = [];
  for (const [index, memory] of batch.entries()) {
    const row = memory.read(defaults);
    if (typeof row !== 'string') rows.push(row);
    else {
      leftOut.push({ place: index + 1, reason: row });
      const number = report.memories.found + index + 1;
      skip(report, { kind: 'memory', id: memory.sourceId ?? memory.id, number, reason: row });
    }
  }
  report.memories.found += batch.length;
  return { rows, found: batch.length, skipped: leftOut.length, leftOut };
}

/** Reads all records of an upload. */
export async function collectRecords(
  source: MemorySource,
  defaults: ImportedMemoryDefaults,
  report: ImportReport,
): Promise<ReadRecords> {
  const rows: ImportedMemory[] = [];
  const leftOut: { place: number; reason: string }[] = [];
  for await (const batch of source.batches(batchSize)) {
    const { found } = report.memories;
    const records = toRecords(batch, defaults, report);
    rows.push(...records.rows);
    for (const { place, reason } of records.leftOut.slice(0, leftOutMax - leftOut.length))
      leftOut.push({ place: found + place, reason });
  }
  const { found, skipped } = report.memories;
  return { rows, found, skipped, leftOut };
}

/** Counts what an import would do, and stores nothing. */
export async function countRecords(
  services: Services,
  scope: ProjectScope,
  { source, report, onProgress }: CountedImport,
): Promise<void> {
  const defaults = await findDefaults(services, scope);
  const seen = new Map<string, string>();
  const counted = new Set<string>();
  for await (const batch of source.batches(batchSize)) {
    const ids = toRecords(batch, defaults, report).rows.map((row) => separateRecord(row, seen).id);
    const found = await services.stores.imports.known('memory', ids);
    for (const { sourceId } of found) counted.add(sourceId);
    for (const id of ids) {
      report.memories[counted.has(id) ? 'known' : 'imported'] += 1;
      counted.add(id);
    }
    const done = report.memories.found;
    onProgress({ kind: 'memories', done, total: Math.max(await source.estimateTotal(done), done) });
  }
}

export interface CountedImport {
  readonly source: MemorySource;
  readonly report: ImportReport;
  readonly onProgress: (progress: ImportProgress) => void;
}
