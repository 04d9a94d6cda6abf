import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import type { ExportRow } from '../../stores/export-store.js';
import { acceptExport } from './accept-export.js';
import { readExportInput, type ExportInput } from './export-input.js';

/** Accepts an export, written by a job. Its event has the same id. @throws ValidationError; ConflictError beyond 500 */
export async function createExport(
  ctx: AppContext,
  input: ExportInput & { projectId: string; requireEntity?: boolean },
): Promise<ExportRow> {
  requireCaller(ctx);
  const wanted = readExportInput(input, { requireEntity: input.requireEntity ?? false });
  const scope = await enterProject(ctx, 'export:write', input.projectId);
  const { format, filters } = wanted;
  return acceptExport(ctx, scope, {
    wanted: { ...wanted, subject: null },
    audited: { action: 'export.create', after: { format }, digested: { filters } },
  });
}
