import { createHash } from 'node:crypto';
import type { ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import type { Subject, SubjectStore } from '../../stores/subject-store.js';

/** Vectors say nothing to a person, and exports repeat the memories. */
const memoryStores = [
  'entities',
  'memories',
  'memory_versions',
  'memory_history',
  'memory_links',
  'feedback',
  'profiles',
  'events',
  'webhook_deliveries',
] as const satisfies readonly SubjectStore[];

/** `import_records`: records of imports that wait. */
export const exportedStores = [...memoryStores, 'import_records'] as const;

type ExportedStore = (typeof exportedStores)[number];
export type ExportedCounts = Readonly<Record<ExportedStore, number>>;

/** Stores with a few rows that name the entity itself. */
const namingStores = ['entities', 'profiles'] as const satisfies readonly SubjectStore[];

/** Stores whose rows may belong to memories of several batches. */
const sharedStores: ReadonlySet<ExportedStore> = new Set(['memory_links', 'events', 'profiles']);

/** Rows or memories that are read at a time. */
const batchSize = 500;

export interface ExportedLine {
  readonly store: ExportedStore;
  readonly line: string;
}

/**
 * Reads everything that a project stores about an entity, as JSON Lines with `store` and `row`. Each row comes once.
 * Keeps ids in memory, and one batch of rows.
 */
export async function* readSubject(
  services: Services,
  scope: ProjectScope,
  subject: Subject,
): AsyncGenerator<ExportedLine> {
  const { subjects, importBatches } = services.stores;
  for (const store of namingStores)
    for (const row of await subjects.readNamed(scope, subject, store)) yield toLine(store, row);
  for (const ids of toBatches(await subjects.eventIds(scope, subject)))
    for (const row of await subjects.readEvents(scope, ids)) yield toLine('events', row);
  for await (const record of importBatches.listOf(scope, subject)) yield toLine('import_records', record);
  const seen = new Set<string>();
  for (const ids of toBatches(await subjects.memoryIds(scope, subject)))
    for (const store of memoryStores)
      for (const row of await subjects.readOfMemories(scope, subject, { store, ids })) {
        const exported = toLine(store, row);
        if (sharedStores.has(store) && isRepeated(seen, exported)) continue;
        yield exported;
      }
}

function* toBatches(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += batchSize) yield ids.slice(start, start + batchSize);
}

const toLine = (store: ExportedStore, row: unknown): ExportedLine => ({
  store,
  line: `${JSON.stringify({ store, row })}\n`,
});

/** Remembers a digest of each line, because lines of large events would fill the memory. */
function isRepeated(seen: Set<string>, { line }: ExportedLine): boolean {
  const digest = createHash('sha256').update(line).digest('base64url');
  if (seen.has(digest)) return true;
  seen.add(digest);
  return false;
}
