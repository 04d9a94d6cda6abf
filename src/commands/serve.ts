import type { App } from '../app.js';
import type { Config } from '../config.js';
import type { Services } from '../context.js';
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
  await warnOfUnreadableSecrets(app.services);
}

/** After a change of the secret that they were sealed with. */
export async function warnOfUnreadableSecrets({ sealer, log }: Services): Promise<void> {
  const webhooks = await sealer.countUnreadable();
  if (webhooks === 0) return;
  log.warn(
    { webhooks },
    'Signing secrets of webhooks cannot be read: SEALING_SECRET, or JWT_SECRET in its place, is not the one that they were stored with. ' +
      'Set SEALING_SECRET to the former value, or rotate the secret of each webhook; until then their deliveries fail.',
  );
}

async function hintAtFirstSteps({ services }: App, config: Config): Promise<void> {
  const { auth } = config;
  if (auth.disabled || auth.adminApiKey || (await services.stores.users.count()) > 0) return;
  services.log.warn(
    'There is no user yet, so every call is refused. Either run `npm run bootstrap` (creates the first admin and an API key), ' +
      'or set ADMIN_API_KEY, or set AUTH_DISABLED=true for local development.',
  );
}
