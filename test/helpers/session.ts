import { beginSession, getSessionSecret, signPair } from '../../src/auth/sessions.js';
import type { Services } from '../../src/context.js';
import { transact } from '../../src/unit-of-work/transact.js';

/** Starts a session of a user without a password. @returns its access token */
export async function startSession(services: Services, userId: string): Promise<string> {
  const issued = await transact(services, (unit) => beginSession(unit, { userId, now: services.now() }));
  return (await signPair(getSessionSecret(services), issued)).accessToken;
}
