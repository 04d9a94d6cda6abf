/** A server and an API key for it. */
export interface Connection {
  /** Base URL of memory-gateway, such as http://localhost:8888. */
  readonly url: string;
  readonly apiKey: string;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The server rejected a request or was unreachable. The message never contains the key. */
export class MemoryApiError extends Error {
  override readonly name = 'MemoryApiError';
  constructor(
    message: string,
    /** HTTP status, or 0 if the server was unreachable. */
    readonly status: number,
  ) {
    super(message);
  }
}

/** Sends a request and returns the parsed response. @throws MemoryApiError */
export type Send = <Body = unknown>(method: string, path: string, body?: object) => Promise<Body>;

/** Creates a function that sends requests to a server and parses the responses. */
export function createSender({ url, apiKey, fetch: send = fetch }: Connection): Send {
  const base = url.replace(/\/+$/, '');
  return async <Body = unknown>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await send(`${base}${path}`, {
      method,
      headers: { authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new MemoryApiError(`${base} cannot be reached: ${error instanceof Error ? error.message : 'unknown'}`, 0);
    });
    const text = await response.text();
    if (!response.ok)
      throw new MemoryApiError(
        `${method} ${path} responded with ${response.status}: ${text.slice(0, 500)}`,
        response.status,
      );
    return (text === '' ? {} : JSON.parse(text)) as Body;
  };
}
