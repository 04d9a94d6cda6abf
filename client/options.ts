import type { RetryOptions } from './retry.js';

/** Where the server is, and who is calling. */
export interface ClientOptions {
  /** Address of the server, with or without `/graphql`. In a browser it may be relative, such as `/`. */
  readonly url: string;
  /** An API key, or the admin key. */
  readonly apiKey?: string | undefined;
  /** A session token; a function is asked before each call, so that it can hand out a fresh one. Not used beside `apiKey`. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** What the request log calls this client. */
  readonly name?: string | undefined;
  /** Repeats requests that did not get through: `true`, or how. Each request may choose for itself. Default: never. */
  readonly retry?: boolean | RetryOptions | undefined;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Instead of the global `WebSocket`; on Node versions without one the package `ws` is loaded when needed. */
  readonly webSocketImpl?: unknown;
}

/** Address of the GraphQL endpoint, absolute. @throws TypeError for an address that cannot be understood */
export function getEndpoint({ url }: ClientOptions): URL {
  const endpoint = new URL(url, (globalThis as { location?: { href: string } }).location?.href);
  const path = endpoint.pathname.replace(/\/+$/, '');
  endpoint.pathname = path.endsWith('/graphql') ? path : `${path}/graphql`;
  return endpoint;
}

/** The payload of a WebSocket's first message: the credential, and the client's name, where there are any. */
export async function connectionParams(options: ClientOptions): Promise<Record<string, string>> {
  return { ...(await credential(options)), ...nameHeader(options) };
}

/** What the client calls itself in the request log. On a WebSocket the first message sends it under the same name. */
export function nameHeader({ name }: ClientOptions): Record<string, string> {
  return name === undefined ? {} : { 'x-graphql-client-name': name };
}

async function credential({ apiKey, token }: ClientOptions): Promise<{ apiKey?: string; token?: string }> {
  if (apiKey !== undefined) return { apiKey };
  const current = typeof token === 'function' ? await token() : token;
  return current === undefined ? {} : { token: current };
}

/** The credential as headers; none without one. */
export async function credentialHeaders(options: ClientOptions): Promise<Record<string, string>> {
  const { apiKey, token } = await credential(options);
  if (apiKey !== undefined) return { 'x-api-key': apiKey };
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
