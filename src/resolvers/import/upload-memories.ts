import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { lookForMissing } from '../configuration/serving-embedder.js';
import { recordImport } from './import-event.js';
import { toForeignSource } from './import-foreign.js';
import { importMemories } from './import-memories.js';
import { createEmptyReport, type ImportReport } from './import-report.js';
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
}

/**
 * Imports the memories of a file. Repeating a failed import skips imported records. A job computes the vectors.
 * @throws ValidationError on `format`, `mapping` or `file`; ConflictError if the import is cancelled
 */
export async function uploadMemories(ctx: AppContext, input: UploadInput): Promise<ImportReport> {
  requireCaller(ctx);
  const { format, content, mapping, dryRun } = input;
  const { userId, agentId, appId, runId } = input;
  const records = openForeignText({ format, fileName: input.fileName ?? '', text: toChunks(content), mapping });
  const scope = await enterProject(ctx, 'memory:write', input.projectId);
  const report = createEmptyReport(dryRun === true);
  // Ids are unique across projects, so callers cannot choose them.
  const source = toForeignSource(scope, {
    format,
    records,
    owners: { userId, agentId, appId, runId },
    keepUuids: false,
  });
  const work = { source, scope, report, onProgress: () => undefined };
  const services = { ...ctx, embedder: null };
  return ctx.admission.run('add', async () => {
    if (report.dryRun) {
      await importMemories(services, work);
      return report;
    }
    await recordImport(services, work, (record) => importMemories(services, { ...work, ...record }));
    if (report.memories.imported > 0) await transact(ctx, (unit) => lookForMissing(ctx, unit));
    return report;
  });
}

async function* toChunks(content: string): AsyncGenerator<string> {
  yield content;
}
