import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError, NotFoundError } from '../../errors.js';
import type { ExportRow } from '../../stores/export-store.js';

export const exportFailedReason = 'export_failed';

export interface ExportContent {
  readonly export: ExportRow;
  /** Reads the next chunk on demand. Throws if the export is deleted in the meantime. */
  readonly pieces: AsyncGenerator<string, void>;
}

/**
 * Returns the content of an export. @throws NotFoundError if the export is not complete or has failed; ForbiddenError for READERs, if it is of
 * everything about an entity
 */
export async function exportContent(ctx: AppContext, row: ExportRow): Promise<ExportContent> {
  const scope = row.subject ? await enterForSubject(ctx, row) : await enterProject(ctx, 'memory:read', row.projectId);
  if (row.status === 'FAILED')
    throw new NotFoundError('This export has failed. Its event tells why.', { reason: exportFailedReason });
  if (row.status !== 'SUCCEEDED') throw new NotFoundError('This export is not ready.');
  return { export: row, pieces: piecesOf(ctx, scope, row) };
}

// Everything about an entity includes who requested what, as the audit log does, and the deliveries of webhooks.
async function enterForSubject(ctx: AppContext, { projectId }: ExportRow): Promise<ProjectScope> {
  try {
    return await enterProject(ctx, 'auditLog:read', projectId);
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    throw new ForbiddenError('You do not have permission to read everything about an entity of this project.');
  }
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
