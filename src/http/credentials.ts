import type { IncomingHttpHeaders } from 'node:http';

/** Credentials of a request. `authenticate` parses them. */
export interface Credentials {
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
  /** URL of the MCP endpoint that received the request. Undefined for other APIs. */
  readonly resource?: string | undefined;
}

/** Reads the credentials from the headers `Authorization: Token|Bearer …` and `X-API-Key: …`. */
export function fromHeaders(headers: IncomingHttpHeaders): Credentials {
  const apiKey = headers['x-api-key'];
  return {
    authorization: headers.authorization || undefined,
    apiKey: (Array.isArray(apiKey) ? apiKey.join(',') : apiKey) || undefined,
  };
}

/**
 * Reads the credentials from a WebSocket's `connection_init` payload: `{apiKey}`, `{token}`, or the header names.
 * Falls back to the upgrade request's headers, which programs can set but browsers cannot.
 */
export function fromConnectionParams(
  params: Readonly<Record<string, unknown>> | undefined,
  headers: IncomingHttpHeaders,
): Credentials {
  const given = new Map(
    Object.entries(params ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : undefined,
    ]),
  );
  const token = given.get('token');
  const authorization = given.get('authorization') ?? (token ? `Bearer ${token}` : undefined);
  const apiKey = given.get('apikey') ?? given.get('x-api-key');
  return authorization || apiKey ? { authorization, apiKey } : fromHeaders(headers);
}
