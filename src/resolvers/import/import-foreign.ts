import { operatorProject } from '../../auth/scope.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import type { ForeignRecord } from '@memory-gateway/importers';
import { NotFoundError } from '../../errors.js';
import { findProject } from './find-project.js';
import { recordImport } from './import-event.js';
import { importMemories, type MemorySource, type ReadableMemory } from './import-memories.js';
import { createEmptyReport, type ImportProgress, type ImportReport } from './import-report.js';
import { foreignMemoryId, readForeignMemory, type OwnerDefaults } from './read-foreign-memory.js';

/** Records of another product. */
export interface ForeignImport {
  /** Name of the format, which is part of the generated ids. */
  readonly format: string;
  readonly records: AsyncIterable<ForeignRecord>;
  /** Returns the share of the source that was read, 0 to 1. Undefined if unknown. */
  readonly share?: (() => number) | undefined;
  /** Counts the records of the source before the import. Undefined: the total is estimated from `share`. */
  readonly count?: (() => Promise<number>) | undefined;
  readonly owners: OwnerDefaults;
  /** Keeps source ids that are UUIDs. For operators only, because ids are unique across projects. */
  readonly keepUuids: boolean;
}

export interface ForeignImportInput extends ForeignImport {
  readonly projectId?: string | undefined;
  /** Reads and counts everything, writes nothing. */
  readonly dryRun: boolean;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/**
 * Imports records of another product as an event that can be followed and cancelled. For operators: checks no caller.
 * Repeating the import skips records that were imported before. @throws NotFoundError for an unknown project
 */
export async function importForeign(services: Services, input: ForeignImportInput): Promise<ImportReport> {
  const place = await findProject(services, input.projectId);
  if (!place) throw new NotFoundError('There is no default project; name one.');
  const { dryRun, onProgress = () => undefined } = input;
  const scope = operatorProject(place);
  const report = createEmptyReport(dryRun);
  const memories = { source: toForeignSource(scope, input), scope, report, onProgress };
  if (dryRun) await importMemories(services, memories);
  else await recordImport(services, memories, (record) => importMemories(services, { ...memories, ...record }));
  return report;
}

/** Reads records in batches, as memories of a project. */
export function toForeignSource(scope: ProjectScope, input: ForeignImport): MemorySource {
  let total: number | undefined;
  return {
    estimateTotal: (read) => Promise.resolve(total ?? Math.round(read / Math.max(input.share?.() ?? 1, 0.001))),
    async *batches(size) {
      total = await input.count?.();
      let batch: ReadableMemory[] = [];
      for await (const record of input.records) {
        batch.push(toReadable(scope, input, record));
        if (batch.length < size) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
  };
}

function toReadable(
  { projectId }: ProjectScope,
  { format, owners, keepUuids }: ForeignImport,
  record: ForeignRecord,
): ReadableMemory {
  if ('leftOut' in record) return { id: record.id ?? 'without an ID', read: () => record.leftOut };
  const id = foreignMemoryId(record, { format, projectId, keepUuid: keepUuids });
  return { id, sourceId: record.id ?? id, read: (defaults) => readForeignMemory(record, { id, owners, defaults }) };
}
