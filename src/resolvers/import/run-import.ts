import { operatorProject } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import type { ImportSource } from '../../stores/import/import-source.js';
import { findProject } from './find-project.js';
import { importAccounts } from './import-accounts.js';
import { recordImport } from './import-event.js';
import { importMemories, type MemorySource } from './import-memories.js';
import { createEmptyReport, type ImportProgress, type ImportReport } from './import-report.js';
import { readSourceMemory } from './read-memory.js';

export interface ImportInput {
  readonly source: ImportSource;
  readonly projectId?: string | undefined;
  readonly only?: 'accounts' | 'memories' | undefined;
  /** Reads and counts everything, writes nothing. */
  readonly dryRun: boolean;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/**
 * Imports users, API keys and memories of an original self-hosted server. For operators: checks no caller. The memories
 * are imported as an event that can be followed and cancelled. Repeating the import skips everything that exists or
 * existed here.
 * @throws NotFoundError for an unknown project; ImportSourceError
 */
export async function importFrom(
  services: Services,
  { source, projectId, only, dryRun, onProgress = () => undefined }: ImportInput,
): Promise<ImportReport> {
  const place = await findProject(services, projectId);
  if (!place) throw new NotFoundError('There is no default project; name one.');
  const report = createEmptyReport(dryRun);
  if (only !== 'memories') await importAccounts(services, { source, place, report, onProgress });
  const scope = operatorProject(place);
  const memories = { source: toMemorySource(source), scope, report, onProgress };
  if (only === 'accounts') return report;
  if (dryRun) await importMemories(services, memories);
  else await recordImport(services, memories, (record) => importMemories(services, { ...memories, ...record }));
  return report;
}

function toMemorySource(source: ImportSource): MemorySource {
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
