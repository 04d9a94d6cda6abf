import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { NotFoundError, ValidationError } from '../../src/errors.js';
import { exportContent, exportFailedReason } from '../../src/resolvers/export/export-content.js';
import { createExport } from '../../src/resolvers/export/create-export.js';
import { deleteExport } from '../../src/resolvers/export/delete-export.js';
import { findExport, getExport } from '../../src/resolvers/export/get-export.js';
import { listExports } from '../../src/resolvers/export/list-exports.js';
import type { ExportRow } from '../../src/stores/export/export-store.js';
import { answers, createdAnswers, errorBody, messageBody, type ErrorFamily } from '../errors.js';
import { jsonObject, optionalFlag, optionalText, queryText, scopeFields } from '../fields.js';
import { everyRow } from '../paging.js';
import { contextOf, projectOf, restPlugin } from '../plugin.js';

/** `{error}` for filters and for what is not there, `{message}` for other bad input. */
const exportBody: ErrorFamily = {
  schema: z.union([errorBody.schema, messageBody.schema]),
  body: (problem) => (problem.status === 400 && !problem.fields?.filters ? messageBody : errorBody).body(problem),
};

const Export = z.object({
  ...{ id: z.uuid(), format: z.string(), status: z.string(), memories: z.number().int(), bytes: z.number().int() },
  download_url: z.string().nullable().describe('Path to download it from; null while it is not complete.'),
  ...{ created_at: z.string(), completed_at: z.string().nullable(), expires_at: z.string().nullable() },
});
const Accepted = z.object({ message: z.string(), id: z.uuid(), event_id: z.uuid() });
const Message = z.object({ message: z.string() });

const CreateBody = z.object({
  schema: z
    .unknown()
    .optional()
    .describe('JSON Schema of the result, an object or JSON text. Needed for the format json.'),
  filters: jsonObject.nullish(),
  export_instructions: optionalText(),
  format: optionalText().describe('json (when left out), jsonl or csv.'),
  show_expired: optionalFlag(),
  ...scopeFields,
});

const GetBody = z.object({ memory_export_id: optionalText(), filters: jsonObject.nullish(), ...scopeFields });
const params = z.object({ export_id: z.string().describe('A UUID.') });
const querystring = z.object({ org_id: queryText(), project_id: queryText() });

const contentTypes = {
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
} as const;

/** Exports: made by a job, read as soon as they are complete. */
export const exportRoutes = restPlugin((scope) => {
  const create = { body: CreateBody, response: createdAnswers(Accepted, exportBody, [400, 403, 404, 409]) };
  scope.post(
    '/v1/exports/',
    { config: { operation: 'createExport', errors: exportBody }, schema: create },
    async (request, reply) => {
      const { schema, filters, format, export_instructions: instructions, show_expired: showExpired } = request.body;
      const projectId = await projectOf(request);
      if (schema == null && (format ?? 'json') === 'json') throw new ValidationError({ schema: ['It is required.'] });
      const { id } = await createExport(contextOf(request), {
        projectId,
        schema,
        filters,
        format,
        instructions,
        showExpired,
        requireEntity: true,
      });
      return reply.code(201).send({
        message: 'Memory export request received. The export will be ready in a few seconds.',
        id,
        event_id: id,
      });
    },
  );

  const read = {
    body: GetBody,
    response: answers(
      z.unknown().describe('The exported document, or of other formats than json where to download it.'),
      exportBody,
      [400, 403, 404],
    ),
  };
  scope.post(
    '/v1/exports/get/',
    { config: { operation: 'getExport', errors: exportBody, idempotency: false }, schema: read },
    async (request, reply) => {
      const ctx = contextOf(request);
      const projectId = await projectOf(request);
      const { memory_export_id: id, filters } = request.body;
      const row = await asRequested(() => {
        if (id != null) return getExport(ctx, { projectId, id });
        if (filters != null) return findExport(ctx, { projectId, filters });
        throw new ValidationError({ memoryExportId: ['It is required, unless filters are given.'] });
      });
      const { pieces } = await asRequested(() => exportContent(ctx, row));
      if (row.format !== 'json') return present(row);
      return sendContent(reply, row, pieces);
    },
  );

  const list = { querystring, response: answers(z.array(Export), exportBody, [400, 403, 404]) };
  scope.get(
    '/v1/exports/',
    { config: { operation: 'listExports', errors: exportBody }, schema: list },
    async (request) => {
      const [ctx, projectId] = [contextOf(request), await projectOf(request)];
      return (await everyRow((page) => listExports(ctx, { ...page, projectId }))).map(present);
    },
  );

  const one = { params, querystring, response: answers(Export, errorBody, [400, 403, 404]) };
  scope.get(
    '/v1/exports/:export_id/',
    { config: { operation: 'readExport', errors: errorBody }, schema: one },
    async (request) =>
      present(
        await getExport(contextOf(request), { projectId: await projectOf(request), id: request.params.export_id }),
      ),
  );

  const download = {
    params,
    querystring,
    response: answers(z.unknown().describe('The content as a file.'), errorBody, [400, 403, 404]),
  };
  scope.get(
    '/v1/exports/:export_id/download/',
    { config: { operation: 'downloadExport', errors: errorBody }, schema: download },
    async (request, reply) => {
      const ctx = contextOf(request);
      const row = await getExport(ctx, { projectId: await projectOf(request), id: request.params.export_id });
      const { pieces } = await exportContent(ctx, row);
      reply.header('content-disposition', `attachment; filename="memories-${row.id}.${row.format}"`);
      return sendContent(reply, row, pieces);
    },
  );

  const remove = { params, querystring, response: answers(Message, errorBody, [400, 403, 404]) };
  scope.delete(
    '/v1/exports/:export_id/',
    { config: { operation: 'deleteExport', errors: errorBody }, schema: remove },
    async (request) => {
      await deleteExport(contextOf(request), { projectId: await projectOf(request), id: request.params.export_id });
      return { message: 'Export deleted successfully' };
    },
  );
});

function sendContent(reply: FastifyReply, row: ExportRow, pieces: AsyncIterable<string>): FastifyReply {
  reply.header('content-length', row.bytes).header('cache-control', 'no-store').type(contentTypes[row.format]);
  return reply.send(Readable.from(encoded(pieces), { objectMode: false }));
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece, 'utf8');
}

/** What is not there, or not ready, is told in the documented words; clients ask again until it is. */
async function asRequested<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ValidationError && error.fields?.id)
      throw new ValidationError({ memoryExportId: error.fields.id });
    const isFailed = error instanceof NotFoundError && error.reason === exportFailedReason;
    throw error instanceof NotFoundError && !isFailed ? new NotFoundError('No memory export request found') : error;
  }
}

function present(row: ExportRow): z.infer<typeof Export> {
  return {
    ...{ id: row.id, format: row.format, status: row.status, memories: row.memories, bytes: row.bytes },
    download_url: row.status === 'SUCCEEDED' ? `/v1/exports/${row.id}/download/` : null,
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
  };
}
