import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { fromTypedId, isUuid } from '../../src/ids.js';
import { exportContent } from '../../src/resolvers/export/export-content.js';
import { createExport } from '../../src/resolvers/export/create-export.js';
import { deleteExport } from '../../src/resolvers/export/delete-export.js';
import { getExport } from '../../src/resolvers/export/get-export.js';
import { listExports } from '../../src/resolvers/export/list-exports.js';
import { describeRoute } from './route.js';
import { Export, exportBody, sendExportContent, toExport } from './export-content.js';
import { joinEntityIds } from './filters.js';
import { Message, entityFields, jsonObject, optionalFlag, optionalText, scopeFields, scopeQuery } from './fields.js';
import { readEveryRow } from '../shared/read-every-row.js';
import { hostedPlugin, resolveTarget } from './plugin.js';

const Accepted = z.object({ message: z.string(), id: z.uuid(), event_id: z.uuid() });

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
const querystring = z.object(scopeQuery);

function readId({ export_id: given }: z.infer<typeof params>): string {
  const id = fromTypedId('exp', given);
  if (!isUuid(id)) throw new ValidationError({ exportId: ['must be a UUID.'] });
  return id;
}

/** Registers the routes that create, list, read, download and delete exports. */
export const exportRoutes = hostedPlugin((scope) => {
  const create = describeRoute(
    'createExport',
    { 201: Accepted },
    { errors: exportBody, failures: [400, 403, 404, 409], body: CreateBody },
  );
  scope.post('/v1/exports/', create, async (request, reply) => {
    const { schema, format, export_instructions: instructions, show_expired: includeExpired } = request.body;
    const { ctx, projectId } = await resolveTarget(request);
    if (schema == null && (format ?? 'json') === 'json') throw new ValidationError({ schema: ['is required.'] });
    const { id } = await createExport(ctx, {
      projectId,
      schema,
      filters: joinEntityIds(request.body),
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

  const list = describeRoute('listExports', { 200: z.array(Export) }, { errors: exportBody, querystring });
  scope.get('/v1/exports/', list, async (request) => {
    const { ctx, projectId } = await resolveTarget(request);
    return (await readEveryRow((page) => listExports(ctx, { ...page, projectId }))).map(toExport);
  });

  const one = describeRoute('readExport', { 200: Export }, { params, querystring });
  scope.get('/v1/exports/:export_id/', one, async (request) => {
    const { ctx, projectId } = await resolveTarget(request);
    return toExport(await getExport(ctx, { projectId, id: readId(request.params) }));
  });

  const download = describeRoute(
    'downloadExport',
    { 200: z.unknown().describe('The content as a file.') },
    { params, querystring },
  );
  scope.get('/v1/exports/:export_id/download/', download, async (request, reply) => {
    const { ctx, projectId } = await resolveTarget(request);
    const row = await getExport(ctx, { projectId, id: readId(request.params) });
    const { pieces } = await exportContent(ctx, row);
    reply.header('content-disposition', `attachment; filename="memories-${row.id}.${row.format}"`);
    return sendExportContent(reply, row, pieces);
  });

  const remove = describeRoute('deleteExport', { 200: Message }, { params, querystring });
  scope.delete('/v1/exports/:export_id/', remove, async (request) => {
    const { ctx, projectId } = await resolveTarget(request);
    await deleteExport(ctx, { projectId, id: readId(request.params) });
    return { message: 'Export deleted successfully' };
  });
});
