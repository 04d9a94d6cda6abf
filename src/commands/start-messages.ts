import type { Services } from '../context.js';

/** Warns of variables without effect, if authentication is disabled, and if no user exists. */
export async function warnAtStart({ config, stores, log }: Services): Promise<void> {
  for (const warning of config.warnings) log.warn(warning);
  const { disabled, adminApiKey } = config.auth;
  if (disabled)
    return log.warn('AUTH_DISABLED=true: everyone who reaches this server is an admin. For local development only.');
  if (adminApiKey || (await stores.users.hasAny())) return;
  log.warn(
    `There is no user yet, so every request is refused. Either set the server up in a browser at ${config.http.dashboardOrigins[0]}, ` +
      'or run the command `bootstrap` (creates the first admin and an API key), or set ADMIN_API_KEY, or set AUTH_DISABLED=true for local development.',
  );
}

/** Logs where to see the first memory that this process stores. */
export function pointAtFirstMemory({ bus, config, log }: Services): void {
  const end = bus.subscribe('memoryChanged', ({ change }) => {
    if (change !== 'ADD') return;
    end();
    log.info(
      { dashboardUrl: config.http.dashboardOrigins[0] },
      'The first memory since the start is stored. The dashboard shows it.',
    );
  });
}

/** Warns about secrets of webhooks and log streams that cannot be decrypted after the encryption secret changed. */
export async function warnOfUnreadableSecrets({ sealer, log }: Services): Promise<void> {
  const unreadable = await sealer.countUnreadable();
  if (unreadable.webhooks + unreadable.logStreams === 0) return;
  log.warn(
    unreadable,
    'Secrets of webhooks and log streams cannot be read: SEALING_SECRET, or JWT_SECRET in its place, is not the one that they were stored with. ' +
      'Set SEALING_SECRET to the former value, or rotate the secret of each webhook, and give each log stream its token or create it again; until then nothing is sent to them.',
  );
}
