import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** JSON, text, scripts, style sheets and SVG. Never event streams or multipart, because a compressor delays their small pieces. */
const compressible = /^text\/(?!event-stream)|[+/]json(?:;|$)|\/(?:javascript|x-ndjson)(?:;|$)|\/svg\+xml(?:;|$)/;

/**
 * Compresses responses from 1 kB on with zstd, brotli or gzip where the client accepts it. Responses with tokens are shorter, so that
 * their compressed length reveals nothing. Register it before the routes.
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

/** Sends the response of a request uncompressed. For responses of the fetch standard, which the compressor cannot read. */
export function skipCompression({ headers }: FastifyRequest): void {
  headers['x-no-compression'] = 'true';
}
