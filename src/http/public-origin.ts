import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.js';

/** Returns the origin under which clients reach this server: `PUBLIC_URL`, else what the request names. */
export function publicOrigin({ http }: Pick<Config, 'http'>, { protocol, host }: FastifyRequest): string {
  if (http.publicUrl !== null) return http.publicUrl;
  const url = `${protocol}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : `${protocol}://localhost`;
}

/** Returns the URL of the MCP endpoint, which access tokens of connected apps are bound to. */
export const mcpEndpoint = (config: Pick<Config, 'http'>, request: FastifyRequest): string =>
  `${publicOrigin(config, request)}/mcp`;
