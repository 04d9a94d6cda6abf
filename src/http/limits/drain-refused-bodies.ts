import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** Longest wait for the rest of a refused body, in milliseconds. Its bytes are not kept. */
const drainMs = 10_000;

/**
 * Reads the rest of a body that is too large before the connection closes. A connection that closes with unread bytes is reset, and the
 * client would lose the 413. Register it after the compression of responses.
 */
export function drainRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', (...[{ raw }, reply, payload, done]) => {
    if (reply.statusCode !== 413 || raw.readableEnded || typeof payload !== 'string') return done(null, payload);
    reply.header('content-length', Buffer.byteLength(payload));
    done(null, Readable.from(sendThenDrain(payload, raw), { objectMode: false }));
  });
}

// The length tells the client that the response is complete, while the connection stays open for its body.
async function* sendThenDrain(payload: string, request: IncomingMessage): AsyncGenerator<Buffer> {
  yield Buffer.from(payload);
  await new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, drainMs);
    const end = (): void => {
      clearTimeout(limit);
      resolve();
    };
    request.once('end', end).once('close', end).once('error', end).resume();
  });
}
