import type { Services } from '../../src/context.js';
import { importFrom, type ImportInput } from '../../src/resolvers/import/run-import.js';
import type { ImportReport } from '../../src/resolvers/import/import-report.js';
import type { OriginalServer } from './original-server.js';

/** Import options that a test may set. */
export type ImportOptions = Partial<Omit<ImportInput, 'source'>>;

/** Imports everything from an original server, or what `options` select. */
export async function runImport(
  { services, original }: { services: Services; original: OriginalServer },
  options: ImportOptions,
): Promise<ImportReport> {
  const source = original.open({ url: original.url, accountsDatabase: 'mem0_app', collection: 'memories' });
  try {
    return await importFrom(services, { source, dryRun: false, ...options });
  } finally {
    await source.close();
  }
}
