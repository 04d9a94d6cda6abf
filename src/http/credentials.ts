import type { IncomingHttpHeaders } from 'node:http';

/** The credentials that a request may carry; the forms are read by `authenticate`. */
export interface Credentials {
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
  /** URL of the MCP endpoint that the request came to; absent on other APIs. */
  readonly resource?: string | undefined;
}

/** From headers: `Authorization: Token|Bearer …` and `X-API-Key: …`. */
export function fromHeaders(headers: IncomingHttpHeaders): Credentials {
  const apiKey = headers['x-api-key'];
  return {
    authorization: headers.authorization || undefined,
    apiKey: (Array.isArray(apiKey) ? apiKey.join(',') : apiKey) || undefined,
  };
}

/**
 * From the payload of a WebSocket's `connection_init`: `{apiKey}`, `{token}`, or the header names themselves. Browsers cannot set
 * headers on a WebSocket; programs can, so headers of the upgrade request serve when the payload has none.
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
