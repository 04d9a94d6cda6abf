import type { Logger } from 'pino';

/** The last steps after all requests and jobs ended or were aborted: flush the log, close the database. */
const closingMs = 10_000;

/** Ends a process in order on SIGTERM and SIGINT: `stop` runs once and gives requests and jobs `graceMs`. A second signal ends it at once. */
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
