import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Text, JSON, scripts and SVG. Compression would delay the small chunks of event streams and multipart. */
const compressible = /^text\/(?!event-stream)|[+/]json(?:;|$)|\/(?:javascript|x-ndjson)(?:;|$)|\/svg\+xml(?:;|$)/;

/**
 * Compresses responses of 1 kB or more if the client accepts it. Register it before the routes. Responses with tokens
 * are shorter, so that their compressed length reveals nothing (BREACH).
 */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    // A compressed request body could expand to gigabytes.
    globalDecompression: false,
    encodings: ['zstd', 'br', 'gzip'],
    customTypes: compressible,
    threshold: 1_024,
  });
}

/** Sends a response uncompressed. Required for fetch-standard Response objects, which the compressor cannot read. */
export function skipCompression({ headers }: FastifyRequest): void {
  headers['x-no-compression'] = 'true';
}
