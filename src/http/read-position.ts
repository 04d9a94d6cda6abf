import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLogPosition } from '../auth/own-writes.js';
import type { Config } from '../config.js';
import { ValidationError } from '../errors.js';

/** Header in which a response names the position of its commit, and a request the position that its reads must see. */
export const positionHeader = 'memory-gateway-position';

const cookieName = 'memory_gateway_position';
// No replica that is in use is this far behind.
const cookieSeconds = 3_600;

/** Returns the position that a request brings: in the header, or in the cookie of a browser. @throws ValidationError */
export function readPosition({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const sent = headers[positionHeader];
  if (sent !== undefined) {
    if (typeof sent === 'string' && isLogPosition(sent)) return sent;
    throw new ValidationError({ [positionHeader]: ['must be a position that a response named.'] });
  }
  const kept = /(?:^|;\s*)memory_gateway_position=([^;\s]+)/.exec(headers.cookie ?? '')?.[1];
  return kept !== undefined && isLogPosition(kept) ? kept : null;
}

/** Adds the position of its last commit to each response. Sessions also get it as a cookie, which their browser sends to every server. */
export function sendPosition(app: FastifyInstance, { http }: Config): void {
  const isSecure = (request: FastifyRequest) =>
    http.publicUrl === null ? request.protocol === 'https' : http.publicUrl.startsWith('https:');
  app.addHook('onSend', async (request, reply, payload) => {
    const { position, hasCommitted } = request.audit.meter;
    if (hasCommitted && position !== null) {
      reply.header(positionHeader, position);
      if (request.context?.caller.sessionId !== undefined) {
        const secure = isSecure(request) ? '; Secure' : '';
        reply.header(
          'set-cookie',
          `${cookieName}=${position}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Strict${secure}`,
        );
      }
    }
    return payload;
  });
}
