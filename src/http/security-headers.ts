import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

/** Headers of the connection and body, which are not security headers. */
const otherHeaders = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive']);

/**
 * Sends Helmet's headers with each response. They are read once from a temporary server, because rebuilding them for
 * each request costs more than a small query.
 */
export async function sendSecurityHeaders(app: FastifyInstance): Promise<void> {
  const headers = await readSecurityHeaders();
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

async function readSecurityHeaders(): Promise<Record<string, string>> {
  const probe = Fastify();
  await probe.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  probe.get('/', (_request, reply) => reply.send(''));
  const { headers } = await probe.inject('/');
  await probe.close();
  const own = Object.entries(headers).filter(([name]) => !otherHeaders.has(name));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}
