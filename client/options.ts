import type { RetryOptions } from './retry.js';

/** Server and credential of a client. */
export interface ClientOptions {
  /** URL of the server, with or without `/graphql`. May be relative in a browser, such as `/`. */
  readonly url: string;
  /** An API key, or the admin key. */
  readonly apiKey?: string | undefined;
  /** A session token, or a function that returns a current one before each request. Ignored if `apiKey` is set. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** Name of this client in the request log. */
  readonly name?: string | undefined;
  /** Retries failed requests: `true`, or options. Each request can override it. Default: no retries. */
  readonly retry?: boolean | RetryOptions | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Default: the global `WebSocket`, or the package `ws` on Node versions without one. */
  readonly webSocketImpl?: unknown;
}

/** Returns the absolute URL of the GraphQL endpoint. @throws TypeError for an invalid URL */
export function getEndpoint({ url }: ClientOptions): URL {
  const endpoint = new URL(url, (globalThis as { location?: { href: string } }).location?.href);
  const path = endpoint.pathname.replace(/\/+$/, '');
  endpoint.pathname = path.endsWith('/graphql') ? path : `${path}/graphql`;
  return endpoint;
}

/** Returns the payload of a WebSocket's first message: credential and client name, if any. */
export async function connectionParams(options: ClientOptions): Promise<Record<string, string>> {
  return { ...(await credential(options)), ...nameHeader(options) };
}

/** Returns the header with the client's name for the request log. WebSockets send it in their first message. */
export function nameHeader({ name }: ClientOptions): Record<string, string> {
  return name === undefined ? {} : { 'x-graphql-client-name': name };
}

async function credential({ apiKey, token }: ClientOptions): Promise<{ apiKey?: string; token?: string }> {
  if (apiKey !== undefined) return { apiKey };
  const current = typeof token === 'function' ? await token() : token;
  return current === undefined ? {} : { token: current };
}

/** Returns the credential as headers. Empty without one. @throws TypeError for a credential that no header can hold */
export async function credentialHeaders(options: ClientOptions): Promise<Record<string, string>> {
  const { apiKey, token } = await credential(options);
  // The error of `fetch` would contain it.
  if (/[^\x20-\x7e]/.test((apiKey ?? token ?? '').trim()))
    throw new TypeError(`${apiKey === undefined ? 'token' : 'apiKey'} must be one line of ASCII characters.`);
  if (apiKey !== undefined) return { 'x-api-key': apiKey };
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
