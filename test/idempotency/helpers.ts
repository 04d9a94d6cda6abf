import type { App } from '../../src/app.js';

/** A response as received, byte for byte. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly isReplay: boolean;
}

/** Sends `METHOD /path` with a JSON body and an optional idempotency key. */
export type Send = (route: string, body?: unknown, key?: string) => Promise<RawAnswer>;

/** A client with this API key. */
export function sender(app: Pick<App, 'inject'>, apiKey: string): Send {
  return async (route, body, key) => {
    const [method, url = '/'] = route.split(' ') as ['POST', string];
    const headers = {
      'content-type': 'application/json',
      'x-api-key': apiKey,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const response = await app.inject({
      method,
      url,
      headers,
      payload: body === undefined ? undefined : JSON.stringify(body),
    });
    return {
      status: response.statusCode,
      text: response.body,
      isReplay: response.headers['idempotency-replayed'] === 'true',
    };
  };
}

let keys = 0;

/** Returns a key that no other test uses. */
export const freshKey = (): string => `test-key-${(keys += 1)}-${process.pid}`;

/** Returns the body of an add that is stored immediately. */
export const addBody = (text: string) => ({
  messages: [{ role: 'user', content: text }],
  user_id: 'rosa',
  infer: false,
});
