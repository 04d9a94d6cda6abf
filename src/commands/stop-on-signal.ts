import type { Logger } from 'pino';

/** Time for flushing the log and closing the database after requests and jobs have ended. */
const closingMs = 10_000;

/** Runs `stop` once on SIGTERM or SIGINT, with `graceMs` for requests and jobs. A second signal exits immediately. */
export function stopOnSignal(log: Logger, graceMs: number, stop: () => Promise<void>): void {
  let stopping = false;
  const end = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('did not stop in time');
      process.exit(1);
    }, graceMs + closingMs).unref();
    void stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'failed to stop in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
