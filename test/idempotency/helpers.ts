import type { App } from '../../src/app.js';

/** What a request was answered, to the byte. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly isReplay: boolean;
}

/** Sends `METHOD /path` with a JSON body and, where given, an idempotency key. */
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

/** A key that no other test uses. */
export const freshKey = (): string => `test-key-${(keys += 1)}-${process.pid}`;

/** The body of an add that is stored at once. */
export const addBody = (text: string) => ({
  messages: [{ role: 'user', content: text }],
  user_id: 'rosa',
  infer: false,
});
