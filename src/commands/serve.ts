import type { App } from '../app.js';
import type { Config } from '../config.js';
import { stopOnSignal } from './stop-on-signal.js';
import { pointAtFirstMemory, warnAtStart, warnOfUnreadableSecrets } from './start-messages.js';

/** Starts the server and ends it in order on SIGTERM and SIGINT. A second signal ends it at once. */
export async function serve(create: (config: Config) => Promise<App>, config: Config): Promise<void> {
  const app = await create(config);
  const { services } = app;
  stopOnSignal(services.log, config.http.shutdownGraceMs, () => app.close());
  const addresses = await app.listen();
  services.log.info({ ...addresses, database: services.database.kind }, 'memory-gateway is ready');
  pointAtFirstMemory(services);
  await warnAtStart(services);
  await warnOfUnreadableSecrets(services);
}
