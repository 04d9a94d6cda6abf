import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import type { ExportRow } from '../../stores/export-store.js';
import { entityFilterFields } from '../deletion/delete-entity.js';
import { acceptExport } from '../export/accept-export.js';
import { openSubject, type SubjectInput } from './subject-scope.js';

/**
 * Accepts an export of everything that a project stores about an entity, written by a job as the command `subject export` writes it.
 * @throws NotFoundError, ForbiddenError, ValidationError on `name`, ConflictError beyond 500 exports
 */
export async function createSubjectExport(ctx: AppContext, input: SubjectInput): Promise<ExportRow> {
  requireCaller(ctx);
  const scope = await openSubject(ctx, 'export:write', input);
  const { type, name } = input;
  return acceptExport(ctx, scope, {
    wanted: {
      format: 'jsonl',
      schema: null,
      // The event repeats the filters and outlives the export, so they do not name the entity.
      filters: null,
      condition: { kind: 'entity', field: entityFilterFields[type], test: 'in', values: [name] },
      includeExpired: true,
      instructions: null,
      subject: { type, name },
    },
    // The audit log does not name the entity either.
    audited: { action: 'subject.export', after: { type } },
  });
}
