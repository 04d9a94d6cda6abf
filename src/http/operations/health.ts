import type { FastifyInstance } from 'fastify';

/** A check of `/ready`. `check` rejects if that part of the server does not work. */
export interface ReadinessCheck {
  readonly name: string;
  /** Whether the server is ready without this part. */
  readonly isOptional?: boolean;
  check(): Promise<void>;
}

/** Serves `/health` and `/api/health` (the process responds) and `/ready` (503 if a dependency fails), without auth. */
export function healthRoutes(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  for (const path of ['/health', '/api/health']) app.get(path, () => ({ status: 'ok' }));
  app.get('/ready', async (_request, reply) => {
    const results = await Promise.all(
      checks.map((part) => outcome(part, (error) => app.log.warn({ err: error, part: part.name }, 'not ready'))),
    );
    const ready = results.every(([, state], index) => state === 'ok' || checks[index]?.isOptional);
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '5' })
      .send({ status: ready ? 'ok' : 'unavailable', checks: Object.fromEntries(results) });
  });
}

// Error texts go to the log only, because they may contain host names.
async function outcome(part: ReadinessCheck, report: (error: unknown) => void): Promise<[string, 'ok' | 'failed']> {
  try {
    await part.check();
    return [part.name, 'ok'];
  } catch (error) {
    report(error);
    return [part.name, 'failed'];
  }
}
