import type { Logger } from 'pino';

/** Time for flushing the log and closing the database after requests and jobs have ended. */
const closingMs = 10_000;

/**
 * Runs `stop` once on SIGTERM or SIGINT, with `graceMs` for requests and jobs. A second signal exits immediately.
 * @returns a function that stops without a signal, within the same time
 */
export function stopOnSignal(log: Logger, graceMs: number, stop: () => Promise<void>): () => void {
  let isStopping = false;
  const begin = () => {
    if (isStopping) return;
    isStopping = true;
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
  let isSignaled = false;
  const end = (signal: NodeJS.Signals) => {
    if (isSignaled) process.exit(1);
    isSignaled = true;
    log.info({ signal }, 'stopping');
    begin();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return begin;
}
