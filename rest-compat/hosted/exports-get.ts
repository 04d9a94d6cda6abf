import { z } from 'zod';
import { NotFoundError, ValidationError } from '../../src/errors.js';
import { fromTypedId } from '../../src/ids.js';
import { exportContent, exportFailedReason } from '../../src/resolvers/export/export-content.js';
import { findExport, getExport } from '../../src/resolvers/export/get-export.js';
import { describeRoute } from './route.js';
import { exportBody, sendExportContent, toExport } from './export-content.js';
import { joinEntityIds } from './filters.js';
import { entityFields, jsonObject, optionalText, scopeFields } from './fields.js';
import { hostedPlugin, type RestScope, resolveTarget } from './plugin.js';

const GetBody = z.object({
  memory_export_id: optionalText(),
  filters: jsonObject.nullish(),
  ...entityFields,
  ...scopeFields,
});

/** Registers the routes that return an export by its id, or the newest export of a filter. */
export const exportGetRoutes = hostedPlugin((scope) => {
  readFormBodies(scope);
  const document = z
    .unknown()
    .describe('The document; for the formats jsonl and csv, the export with its `download_url`.');
  const create = describeRoute(
    'getExport',
    { 200: document },
    { errors: exportBody, idempotency: false, body: GetBody },
  );
  scope.post('/v1/exports/get/', create, async (request, reply) => {
    const { ctx, projectId } = await resolveTarget(request);
    const { memory_export_id: id } = request.body;
    const filters = joinEntityIds(request.body);
    const row = await withExportErrors(() => {
      if (id != null) return getExport(ctx, { projectId, id: fromTypedId('exp', id) });
      if (filters != null) return findExport(ctx, { projectId, filters });
      throw new ValidationError({ memoryExportId: ['is required, unless filters are given.'] });
    });
    const { pieces } = await withExportErrors(() => exportContent(ctx, row));
    return row.format === 'json' ? sendExportContent(reply, row, pieces) : toExport(row);
  });
});

// Some clients send JSON with a form content type. Only this route accepts it: the route changes nothing, so a form on
// another site cannot abuse it.
function readFormBodies(scope: RestScope): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body).trim();
    if (text.startsWith('{')) void scope.getDefaultJsonParser('remove', 'remove')(request, text, done);
    else done(null, Object.fromEntries(new URLSearchParams(text)));
  });
}

/** Renames errors for a missing or unfinished export as documented, because clients retry until it exists. */
async function withExportErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ValidationError) throw error.rename((field) => (field === 'id' ? 'memoryExportId' : field));
    const isFailed = error instanceof NotFoundError && error.reason === exportFailedReason;
    throw error instanceof NotFoundError && !isFailed ? new NotFoundError('No memory export request found') : error;
  }
}
