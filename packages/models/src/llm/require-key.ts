import { providerFailure } from '../errors.js';

/** Fails early if a provider needs a key and has none. @throws UpstreamFailedError */
export function requireKey(settings: {
  provider: string;
  model: string;
  apiKey: string | null;
  baseUrl: string | null;
}): void {
  if (settings.apiKey !== null || settings.baseUrl !== null) return;
  throw providerFailure(
    'provider_auth_failed',
    settings,
    'There is no API key for this provider. Set one in the configuration or in the environment.',
  );
}
