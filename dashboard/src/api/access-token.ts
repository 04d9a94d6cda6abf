import { sessionTexts } from '../texts/session';
import { clientName } from './client-name';

/** Access tokens live for minutes. A token this close to its expiry is refreshed before use. */
const marginMs = 30_000;
/** Time that a token takes to the server. */
const clockMarginMs = 2_000;

interface Held {
  readonly token: string;
  readonly until: number;
}

// Too many requests, or a part of the server is unavailable: the session may still be valid.
const passing: readonly number[] = [429, 502, 503, 504];

/** Thrown when the server cannot tell at the moment whether the session is valid. */
export class SessionUnanswered extends Error {
  constructor(status: number) {
    super(status === 429 ? sessionTexts.loadedTooOften : sessionTexts.serverNotReady(status));
  }
}

let held: Held | null = null;
let asking: Promise<string | null> | null = null;

/** Returns a valid access token, or null without a session. @throws SessionUnanswered */
export async function accessToken(): Promise<string | null> {
  if (held && held.until - Date.now() > marginMs) return held.token;
  asking ??= exchange().finally(() => (asking = null));
  return asking;
}

/**
 * Returns a valid access token, or null without a session. Close to its expiry the token is refreshed without waiting,
 * because tabs refresh one at a time.
 * @throws SessionUnanswered
 */
export async function validToken(): Promise<string | null> {
  const fresh = accessToken();
  if (!held || held.until - Date.now() <= clockMarginMs) return fresh;
  fresh.catch(() => undefined);
  return held.token;
}

/** Returns the stored access token without refreshing it. */
export const heldToken = (): string | null => held?.token ?? null;

/** Stores the tokens of a sign-in. The refresh token becomes a cookie that scripts cannot read. */
export async function storeTokens(session: {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
}): Promise<void> {
  held = { token: session.accessToken, until: Date.now() + session.expiresIn * 1000 };
  await dashboardSession('PUT', { refreshToken: session.refreshToken });
}

/** Ends the session on the server and forgets the tokens. */
export async function dropTokens(): Promise<void> {
  held = null;
  await dashboardSession('DELETE').catch(() => undefined);
}

/** Forces the next `accessToken` to refresh. */
export function invalidateToken(): void {
  held = null;
}

// A refresh token works once, so tabs refresh one at a time. `navigator.locks` exists in secure contexts only; without
// it, tabs rely on the server, which accepts the previous refresh token for a short time.
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? await navigator.locks.request('memory-gateway-session', work) : await work();
}

async function exchange(): Promise<string | null> {
  const answer = await inTurn(() => dashboardSession('POST'));
  if (!answer.ok && passing.includes(answer.status)) throw new SessionUnanswered(answer.status);
  held = answer.ok ? { token: answer.body.accessToken, until: Date.now() + answer.body.expiresIn * 1000 } : null;
  return held?.token ?? null;
}

interface Exchanged {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

type Outcome = { readonly ok: true; readonly body: Exchanged } | { readonly ok: false; readonly status: number };

/** Stores (PUT), exchanges (POST) or ends (DELETE) the session in its cookie. @throws TypeError if unreachable */
async function dashboardSession(method: 'PUT' | 'POST' | 'DELETE', body: object = {}): Promise<Outcome> {
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
