import { clientName } from './client-name';

interface Exchanged {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

type Outcome = { readonly ok: true; readonly body: Exchanged } | { readonly ok: false; readonly status: number };

/** Stores (PUT), exchanges (POST) or ends (DELETE) the session in its cookie. @throws TypeError if unreachable */
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
