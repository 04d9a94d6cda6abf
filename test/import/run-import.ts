import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../../src/context.js';
import type { OpenForImport } from '../../src/commands/follow-import.js';
import { toDatabaseSource } from '../../src/resolvers/import/import-foreign.js';
import type { ImportReport } from '../../src/resolvers/import/import-report.js';
import { completeReport, getImport, sendImport, type OperatorImport } from '../../src/resolvers/import/send-import.js';
import { work } from '../deletion/helpers.js';
import type { TestServices } from '../helpers/context.js';
import type { OriginalServer } from './original-server.js';

/** Import options that a test may set. */
export type ImportOptions = Partial<
  Pick<OperatorImport, 'projectId' | 'dryRun' | 'onProgress' | 'signal'> & { only: 'accounts' | 'memories' }
>;

/** Imports everything from an original server, or what `options` select, and runs the jobs. */
export async function runImport(
  { services, original }: { services: TestServices; original: OriginalServer },
  { only, ...options }: ImportOptions,
): Promise<ImportReport> {
  const source = original.open({ url: original.url, accountsDatabase: 'mem0_app', collection: 'memories' });
  const from = services.enqueued.length;
  try {
    const { report, event } = await sendImport(services, {
      accounts: only === 'memories' ? null : source,
      memories: only === 'accounts' ? null : () => toDatabaseSource(source),
      format: null,
      source: 'old-host:8432',
      key: null,
      importId: null,
      dryRun: false,
      onProgress: () => undefined,
      signal: new AbortController().signal,
      ...options,
    });
    await work(services, from);
    return event ? completeReport(report, await getImport(services, event)) : report;
  } finally {
    await source.close();
  }
}

/** Opens services for the import command without a server: their jobs run while the command is open. */
export const openWithJobs =
  (services: TestServices): OpenForImport =>
  async () => {
    const stop = new AbortController();
    let running: Promise<void> = Promise.resolve();
    return {
      services,
      hasServer: false,
      runImports() {
        running = (async () => {
          for (let done = 0; !stop.signal.aborted; await delay(5)) done = await work(services, done);
        })();
      },
      async close() {
        stop.abort();
        await running;
      },
    };
  };

/** Opens services for the import command whose jobs a running server takes. */
export const openBesideServer =
  (services: Services): OpenForImport =>
  async () => ({ services, hasServer: true, runImports: () => undefined, close: async () => undefined });
