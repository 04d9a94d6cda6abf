import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import type { ExportRow } from '../../stores/export-store.js';

export const exportFailedReason = 'export_failed';

export interface ExportContent {
  readonly export: ExportRow;
  /** Reads the next chunk on demand. Throws if the export is deleted in the meantime. */
  readonly pieces: AsyncGenerator<string, void>;
}

/** Returns the content of an export. @throws NotFoundError if the export is not complete or has failed */
export async function exportContent(ctx: AppContext, row: ExportRow): Promise<ExportContent> {
  const scope = await enterProject(ctx, 'memory:read', row.projectId);
  if (row.status === 'FAILED')
    throw new NotFoundError('This export has failed. Its event tells why.', { reason: exportFailedReason });
  if (row.status !== 'SUCCEEDED') throw new NotFoundError('This export is not ready.');
  return { export: row, pieces: piecesOf(ctx, scope, row) };
}

/** Returns the parsed content of a JSON export, or null for other formats, incomplete and larger exports. */
export async function exportDocument(ctx: AppContext, row: ExportRow, bytesMax: number): Promise<unknown> {
  if (row.format !== 'json' || row.status !== 'SUCCEEDED' || row.bytes > bytesMax) return null;
  const { pieces } = await exportContent(ctx, row);
  const texts: string[] = [];
  for await (const piece of pieces) texts.push(piece);
  return JSON.parse(texts.join('')) as unknown;
}

async function* piecesOf(ctx: AppContext, scope: ProjectScope, row: ExportRow): AsyncGenerator<string, void> {
  for (let ordinal = 0; ordinal < row.chunks; ordinal += 1) {
    const piece = await ctx.stores.exports.chunk(scope, row.id, ordinal);
    if (piece === null) throw new NotFoundError('The export was removed.');
    yield piece;
  }
}
