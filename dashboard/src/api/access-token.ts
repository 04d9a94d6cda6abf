import { dashboardSession } from './dashboard-session';

/** Access tokens last minutes; one that is about to end is exchanged before it is used. */
const marginMs = 30_000;

interface Held {
  readonly token: string;
  readonly until: number;
}

// Too many at once, or a part of the server is away: the session may well go on.
const passing: readonly number[] = [429, 502, 503, 504];

/** Why it is unknown at the moment whether there is a session. */
export class SessionUnanswered extends Error {
  constructor(status: number) {
    super(
      status === 429
        ? 'This page was loaded too often in a short time. Retry in a minute; you are still signed in.'
        : `The server is not ready (it answered ${status}). Retry in a moment.`,
    );
  }
}

let held: Held | null = null;
let asking: Promise<string | null> | null = null;

/** The access token of this page's session, fresh. Null without a session. @throws SessionUnanswered */
export async function accessToken(): Promise<string | null> {
  if (held && held.until - Date.now() > marginMs) return held.token;
  asking ??= exchange().finally(() => (asking = null));
  return asking;
}

/** The token at hand, whatever its age. */
export const heldToken = (): string | null => held?.token ?? null;

/** Takes the tokens of a sign-in: one to use, one for the browser to keep out of reach of scripts. */
export async function storeTokens(session: {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
}): Promise<void> {
  held = { token: session.accessToken, until: Date.now() + session.expiresIn * 1000 };
  await dashboardSession('PUT', { refreshToken: session.refreshToken });
}

/** Lets the server end the session, and forgets it here. */
export async function dropTokens(): Promise<void> {
  held = null;
  await dashboardSession('DELETE').catch(() => undefined);
}

/** Makes the next call ask for a new token. */
export function invalidateToken(): void {
  held = null;
}

// Tabs take turns: a refresh token is good for one exchange. Browsers know no locks where a page came without TLS from another machine;
// there, tabs rely on the short time for which the server takes the token before the latest, too.
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? await navigator.locks.request('memory-gateway-session', work) : await work();
}

async function exchange(): Promise<string | null> {
  const answer = await inTurn(() => dashboardSession('POST'));
  if (!answer.ok && passing.includes(answer.status)) throw new SessionUnanswered(answer.status);
  held = answer.ok ? { token: answer.body.accessToken, until: Date.now() + answer.body.expiresIn * 1000 } : null;
  return held?.token ?? null;
}
