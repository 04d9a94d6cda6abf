import type { App } from '../app.js';
import type { Config } from '../config.js';
import { untilSignal } from './until-signal.js';

/** Starts the server and ends it in order on SIGTERM and SIGINT. A second signal ends it at once. */
export async function serve(create: (config: Config) => Promise<App>, config: Config): Promise<void> {
  const app = await create(config);
  const { log } = app.services;
  if (config.auth.disabled) log.warn('AUTH_DISABLED=true: everyone who reaches this server is an admin. For local development only.');
  untilSignal(log, config.http.shutdownGraceMs, () => app.close());
  const addresses = await app.listen();
  log.info({ ...addresses, database: app.services.database.kind }, 'memory-gateway is ready');
  await hintAtFirstSteps(app, config);
}

async function hintAtFirstSteps({ services }: App, config: Config): Promise<void> {
  const { auth } = config;
  if (auth.disabled || auth.adminApiKey || (await services.stores.users.count()) > 0) return;
  services.log.warn(
    'There is no user yet, so every call is refused. Either run `npm run bootstrap` (creates the first admin and an API key), ' +
      'or set ADMIN_API_KEY, or set AUTH_DISABLED=true for local development.',
  );
}
