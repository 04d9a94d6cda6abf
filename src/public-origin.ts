import type { Config } from './config.js';

/** What a request says of the origin that it was sent to. */
interface RequestOrigin {
  readonly protocol: string;
  readonly host: string;
}

/** Returns the server's public origin: `PUBLIC_URL`, or else the origin of the request. */
export function publicOrigin({ http }: Pick<Config, 'http'>, { protocol, host }: RequestOrigin): string {
  if (http.publicUrl !== null) return http.publicUrl;
  const url = `${protocol}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : `${protocol}://localhost`;
}

/** Returns the URL of the MCP endpoint. Access tokens of connected apps are bound to it. */
export const mcpEndpoint = (config: Pick<Config, 'http'>, request: RequestOrigin): string =>
  `${publicOrigin(config, request)}/mcp`;
