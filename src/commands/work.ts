import type { BackgroundWorker } from '../app.js';
import { ConfigError, type Config } from '../config.js';
import { warnOfUnreadableSecrets } from './start-messages.js';
import { stopOnSignal } from './stop-on-signal.js';

/** @throws ConfigError for the embedded database, which one process holds */
export function requirePostgres({ database }: Config): void {
  if (database.kind === 'postgres') return;
  throw new ConfigError([
    'DATABASE_URL: worker needs the Postgres database of your servers. A server on the embedded database runs its own background jobs.',
  ]);
}

/** Runs jobs without serving requests, beside any number of gateway processes on one Postgres. */
export async function runWorker(create: (config: Config) => Promise<BackgroundWorker>, config: Config): Promise<void> {
  const worker = await create(config);
  stopOnSignal(worker.services.log, config.http.shutdownGraceMs, () => worker.close());
  worker.services.log.info({ database: worker.services.database.kind }, 'working on jobs');
  await warnOfUnreadableSecrets(worker.services);
}
