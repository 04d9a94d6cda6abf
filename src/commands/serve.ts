import type { App } from '../app.js';
import type { Config } from '../config.js';
import { publishUrls } from './running-server.js';
import { stopOnSignal } from './stop-on-signal.js';
import { pointAtFirstMemory, warnAtStart, warnOfUnreadableSecrets } from './start-messages.js';

/** Runs the server until SIGTERM or SIGINT, then stops it gracefully. A second signal exits immediately. @throws ListenError */
export async function serve(create: (config: Config) => Promise<App>, config: Config): Promise<void> {
  const app = await create(config);
  const { services } = app;
  let withdraw = () => undefined as void;
  stopOnSignal(services.log, config.http.shutdownGraceMs, () => {
    withdraw();
    return app.close();
  });
  const addresses = await app.listen().catch(async (error: unknown) => {
    // Its workers may have taken jobs, which would wait until their lease expires.
    await app.close();
    throw error;
  });
  const { dashboardPort, dashboardOrigins } = config.http;
  const dashboardUrl = (dashboardPort > 0 && dashboardOrigins[0]) || addresses.dashboardUrl;
  if (config.database.kind === 'embedded')
    withdraw = publishUrls(config.database.dataDir, { apiUrl: addresses.apiUrl, dashboardUrl });
  services.log.info({ ...addresses, database: services.database.kind }, 'memory-gateway is ready');
  pointAtFirstMemory(services);
  await warnAtStart(services);
  await warnOfUnreadableSecrets(services);
}
