import type { BackgroundWorker } from '../app.js';
import type { Config } from '../config.js';
import { warnOfUnreadableSecrets } from './start-messages.js';
import { stopOnSignal } from './stop-on-signal.js';

/** Runs jobs without serving requests, beside any number of gateway processes on one Postgres. */
export async function runWorker(create: (config: Config) => Promise<BackgroundWorker>, config: Config): Promise<void> {
  const worker = await create(config);
  const { log, database } = worker.services;
  stopOnSignal(log, config.http.shutdownGraceMs, () => worker.close());
  log.info({ database: database.kind }, 'working on jobs');
  for (const warning of config.warnings) log.warn(warning);
  await warnOfUnreadableSecrets(worker.services);
}
