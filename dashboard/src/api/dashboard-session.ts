import { clientName } from './client-name';

interface Exchanged {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

type Outcome = { readonly ok: true; readonly body: Exchanged } | { readonly ok: false; readonly status: number };

/**
 * The session that the browser keeps in a cookie of its own: PUT stores it, POST exchanges it for an access token, DELETE ends it.
 * @throws TypeError when the server cannot be reached
 */
export async function dashboardSession(method: 'PUT' | 'POST' | 'DELETE', body: object = {}): Promise<Outcome> {
  const response = await fetch('/dashboard/session', {
    method,
    headers: { 'content-type': 'application/json', 'x-graphql-client-name': clientName },
    body: JSON.stringify(body),
    credentials: 'same-origin',
  });
  return response.ok
    ? { ok: true, body: (await response.json()) as Exchanged }
    : { ok: false, status: response.status };
}
