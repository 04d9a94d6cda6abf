import { expect } from 'vitest';
import type { App } from '../../src/app.js';

/** A response of a self-hosted path. The type of the body is not checked. */
export interface FlatAnswer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Sends `METHOD /path` with a JSON body and headers. */
export type FlatCall = <Body = Record<string, unknown>>(
  route: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<FlatAnswer<Body>>;

let clients = 0;

/** Creates a client with its own address, so that it shares no rate limit, and with headers for every request. */
export function flatClient(app: Pick<App, 'inject'>, always: Readonly<Record<string, string>> = {}): FlatCall {
  clients += 1;
  const remoteAddress = `10.0.${Math.floor(clients / 250)}.${(clients % 250) + 1}`;
  return async <Body>(route: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const [method, path = '/'] = route.split(' ') as ['GET', string];
    const response = await app.inject({
      method,
      url: path,
      remoteAddress,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...always, ...headers },
      payload: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.statusCode, body: JSON.parse(response.body) as Body, headers: response.headers };
  };
}

/** A pair of tokens on the wire. */
export interface PairBody {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
}

/** Returns the header of a session. */
export const bearer = (pair: Pick<PairBody, 'access_token'>): Record<string, string> => ({
  authorization: `Bearer ${pair.access_token}`,
});

/** One operation of GraphQL. */
export async function graphql<Data>(
  call: FlatCall,
  query: string,
  variables: unknown = {},
): Promise<{ data: Data; errors?: { message: string; extensions: { code: string } }[] }> {
  return (await call<{ data: Data }>('POST /graphql', { query, variables })).body;
}

/** Waits until no job is running or due, so that the database can be emptied. */
export async function jobsDone({ services }: Pick<App, 'services'>): Promise<void> {
  const open =
    "SELECT count(*) FROM pgboss.job WHERE state = 'active' OR state IN ('created', 'retry') AND start_after <= now()";
  await expect
    .poll(async () => (await services.database.query<{ count: number }>(open))[0]?.count, { timeout: 10_000 })
    .toBe(0);
}
