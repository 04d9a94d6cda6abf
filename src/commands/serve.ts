import type { App } from '../app.js';
import type { Config } from '../config.js';
import { stopOnSignal } from './stop-on-signal.js';
import { pointAtFirstMemory, warnAtStart, warnOfUnreadableSecrets } from './start-messages.js';

/** Runs the server until SIGTERM or SIGINT, then stops it gracefully. A second signal exits immediately. */
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
