import type { FastifyInstance } from 'fastify';

/** A check of `/ready`. Rejects when that part of the server cannot work. */
export interface ReadinessCheck {
  readonly name: string;
  check(): Promise<void>;
}

/**
 * `/health`: the process answers; `/api/health`: the same for those who watch a dashboard. `/ready`: everything that a request needs works; 503 otherwise. None
 * needs a credential.
 */
export function healthRoutes(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  for (const path of ['/health', '/api/health']) app.get(path, () => ({ status: 'ok' }));
  app.get('/ready', async (request, reply) => {
    const results = await Promise.all(
      checks.map((part) => outcome(part, (error) => request.log.warn({ err: error, part: part.name }, 'not ready'))),
    );
    const ready = results.every(([, state]) => state === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '5' })
      .send({ status: ready ? 'ok' : 'unavailable', checks: Object.fromEntries(results) });
  });
}

// The text of a failure stays in the log: it may name hosts.
async function outcome(part: ReadinessCheck, report: (error: unknown) => void): Promise<[string, 'ok' | 'failed']> {
  try {
    await part.check();
    return [part.name, 'ok'];
  } catch (error) {
    report(error);
    return [part.name, 'failed'];
  }
}
