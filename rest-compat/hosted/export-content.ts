import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { createWireForm } from '../../src/snake-case.js';
import type { ExportRow } from '../../src/stores/export-store.js';
import { errorBody, messageBody, type ErrorFamily } from './errors.js';

/** `{error}` for filters and missing exports, `{message}` for other invalid input. */
export const exportBody: ErrorFamily = {
  schema: z.union([errorBody.schema, messageBody.schema]).meta({ id: 'ExportError' }),
  body: (problem) => (problem.status === 400 && !problem.fields?.filters ? messageBody : errorBody).body(problem),
};

export const Export = z
  .object({
    id: z.uuid(),
    format: z.string(),
    status: z.string(),
    memories: z.number().int(),
    bytes: z.number().int(),
    download_url: z.string().nullable().describe('Path to download it from; null while it is not complete.'),
    created_at: z.string(),
    completed_at: z.string().nullable(),
    expires_at: z.string().nullable(),
  })
  .meta({ id: 'Export' });
const contentTypes = {
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
} as const;

/** Sends the content of a complete export. */
export function sendExportContent(reply: FastifyReply, row: ExportRow, pieces: AsyncIterable<string>): FastifyReply {
  reply.header('content-length', row.bytes).header('cache-control', 'no-store').type(contentTypes[row.format]);
  return reply.send(Readable.from(toBytes(pieces), { objectMode: false }));
}

/** Encodes the pieces of a text. */
export async function* toBytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece, 'utf8');
}

const toWireForm = createWireForm(Export);

export function toExport(row: ExportRow): z.infer<typeof Export> {
  return toWireForm({ ...row, downloadUrl: row.status === 'SUCCEEDED' ? `/v1/exports/${row.id}/download/` : null });
}
