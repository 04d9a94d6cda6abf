import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { fromTypedId } from '../../src/ids.js';
import { exportContent } from '../../src/resolvers/export/export-content.js';
import { createExport } from '../../src/resolvers/export/create-export.js';
import { deleteExport } from '../../src/resolvers/export/delete-export.js';
import { getExport } from '../../src/resolvers/export/get-export.js';
import { listExports } from '../../src/resolvers/export/list-exports.js';
import { createdResponses, describeResponses, errorBody, route } from './errors.js';
import { Export, exportBody, sendExportContent, toExport, toExportFilters } from './export-content.js';
import { entityFields, jsonObject, optionalFlag, optionalText, queryText, scopeFields } from './fields.js';
import { readEveryRow } from '../shared/read-every-row.js';
import { getContext, resolveProjectId, hostedPlugin } from './plugin.js';

const Accepted = z.object({ message: z.string(), id: z.uuid(), event_id: z.uuid() });
const Message = z.object({ message: z.string() });

const CreateBody = z.object({
  schema: z
    .unknown()
    .optional()
    .describe('JSON Schema of the result, an object or JSON text. Needed for the format json.'),
  filters: jsonObject.nullish(),
  ...entityFields,
  export_instructions: optionalText(),
  format: optionalText().meta({
    description: 'Format of the document. Default `json`.',
    enum: ['json', 'jsonl', 'csv', null],
  }),
  show_expired: optionalFlag(),
  ...scopeFields,
});

const params = z.object({
  export_id: z.string().describe('ID of the export: a UUID, or `exp_…` as the GraphQL API returns it.'),
});
const querystring = z.object({ org_id: queryText(), project_id: queryText() });

/** Registers the routes that create, list, read, download and delete exports. */
export const exportRoutes = hostedPlugin((scope) => {
  const create = route(
    'createExport',
    { body: CreateBody },
    createdResponses(Accepted, exportBody, [400, 403, 404, 409]),
  );
  scope.post('/v1/exports/', create, async (request, reply) => {
    const { schema, format, export_instructions: instructions, show_expired: includeExpired } = request.body;
    const projectId = await resolveProjectId(request);
    if (schema == null && (format ?? 'json') === 'json') throw new ValidationError({ schema: ['is required.'] });
    const { id } = await createExport(getContext(request), {
      projectId,
      schema,
      filters: toExportFilters(request.body),
      format,
      instructions,
      includeExpired,
      requireEntity: true,
    });
    return reply.code(201).send({
      message: 'Memory export request received. The export will be ready in a few seconds.',
      id,
      event_id: id,
    });
  });

  const list = route('listExports', { querystring }, describeResponses(z.array(Export), exportBody));
  scope.get('/v1/exports/', list, async (request) => {
    const [ctx, projectId] = [getContext(request), await resolveProjectId(request)];
    return (await readEveryRow((page) => listExports(ctx, { ...page, projectId }))).map(toExport);
  });

  const one = route('readExport', { params, querystring }, describeResponses(Export, errorBody));
  scope.get('/v1/exports/:export_id/', one, async (request) =>
    toExport(
      await getExport(getContext(request), {
        projectId: await resolveProjectId(request),
        id: fromTypedId('exp', request.params.export_id),
      }),
    ),
  );

  const download = route(
    'downloadExport',
    { params, querystring },
    describeResponses(z.unknown().describe('The content as a file.'), errorBody),
  );
  scope.get('/v1/exports/:export_id/download/', download, async (request, reply) => {
    const ctx = getContext(request);
    const row = await getExport(ctx, {
      projectId: await resolveProjectId(request),
      id: fromTypedId('exp', request.params.export_id),
    });
    const { pieces } = await exportContent(ctx, row);
    reply.header('content-disposition', `attachment; filename="memories-${row.id}.${row.format}"`);
    return sendExportContent(reply, row, pieces);
  });

  const remove = route('deleteExport', { params, querystring }, describeResponses(Message, errorBody));
  scope.delete('/v1/exports/:export_id/', remove, async (request) => {
    await deleteExport(getContext(request), {
      projectId: await resolveProjectId(request),
      id: fromTypedId('exp', request.params.export_id),
    });
    return { message: 'Export deleted successfully' };
  });
});
