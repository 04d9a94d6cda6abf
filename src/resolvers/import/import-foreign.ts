import type { ProjectScope } from '../../auth/scope.js';
import type { ForeignRecord } from '@memory-gateway/importers';
import type { ImportSource } from '@memory-gateway/import-sources';
import { foreignMemoryId, readForeignMemory, type OwnerDefaults } from './read-foreign-memory.js';
import { readSourceMemory } from './read-memory.js';
import type { MemorySource, ReadableMemory } from './read-records.js';

/** Records of another product. */
export interface ForeignImport {
  /** Name of the format, which is part of the generated ids. */
  readonly format: string;
  readonly records: AsyncIterable<ForeignRecord>;
  /** Returns the share of the source that was read, 0 to 1. Undefined if unknown. */
  readonly share?: (() => number) | undefined;
  /** Number of records of the source. Undefined: it is estimated from `share`. */
  readonly total?: number | undefined;
  readonly owners: OwnerDefaults;
  /** Keeps source ids that are UUIDs. For operators only, because ids are unique across projects. */
  readonly keepUuids: boolean;
}

const reasonMax = 200;

export function toForeignSource(scope: ProjectScope, input: ForeignImport): MemorySource {
  return {
    estimateTotal: (read) => Promise.resolve(estimateTotal(input, read)),
    async *batches(size) {
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

/** Returns the number of records of the source, or estimates it after `read` were read. */
export function estimateTotal({ total, share }: Pick<ForeignImport, 'total' | 'share'>, read: number): number {
  return total ?? Math.max(Math.round(read / Math.max(share?.() ?? 1, 0.001)), read);
}

function toReadable(
  { projectId }: ProjectScope,
  { format, owners, keepUuids }: ForeignImport,
  record: ForeignRecord,
): ReadableMemory {
  if ('leftOut' in record) return { id: record.id ?? 'without an ID', read: () => toReason(record.leftOut) };
  const id = foreignMemoryId(record, { format, projectId, keepUuid: keepUuids });
  return { id, sourceId: record.id ?? id, read: (defaults) => readForeignMemory(record, { id, owners, defaults }) };
}

/** A reason can name a value of the record, such as its role, which may be long or hold NUL. */
function toReason(leftOut: string): string {
  return Buffer.from(leftOut.slice(0, reasonMax).replaceAll('\0', '')).toString();
}

/** Reads the memories of the database of an original server. */
export function toDatabaseSource(source: ImportSource): MemorySource {
  let total = 0;
  return {
    estimateTotal: () => Promise.resolve(total),
    async *batches(size) {
      // Counted before reading, which occupies the only connection to the source.
      total = await source.countMemories();
      for await (const batch of source.memories(size))
        yield batch.map((memory) => ({ id: memory.id, read: (defaults) => readSourceMemory(memory, defaults) }));
    },
  };
}
