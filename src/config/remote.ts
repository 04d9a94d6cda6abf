export interface RemoteConfig {
  readonly url: string;
  /** The value of MEMORY_GATEWAY_URL, if it is set. */
  readonly namedUrl?: string | undefined;
  readonly key: string | null;
}

/**
 * Reads MEMORY_GATEWAY_URL and MEMORY_GATEWAY_API_KEY; by default the server of this environment, on this machine.
 * `running`: where it answers, if that is known.
 */
export function readRemoteConfig(
  env: Readonly<Record<string, string | undefined>>,
  running: string | undefined,
): RemoteConfig {
  const port = env.API_PORT?.trim() || '8888';
  const namedUrl = env.MEMORY_GATEWAY_URL?.trim() || undefined;
  return {
    url: namedUrl ?? running ?? `http://localhost:${port}`,
    namedUrl,
    key: env.MEMORY_GATEWAY_API_KEY?.trim() || null,
  };
}
