import type { Caller } from '../../auth/caller.js';
import { ValidationError } from '../../errors.js';

/** How long the response to a request with a key is kept, in milliseconds. */
export const idempotencyKeyMs = 24 * 3_600_000;

// No blanks: a header that is sent twice arrives as one, with a comma and a blank between.
const shape = /^[\x21-\x7e]{8,128}$/;

/** A key as the caller sent it, 8 to 128 characters. @throws ValidationError on `idempotencyKey` */
export function readIdempotencyKey(given: string): string {
  if (!shape.test(given))
    throw new ValidationError({ idempotencyKey: ['It must be 8 to 128 printable ASCII characters without blanks.'] });
  return given;
}

/** Whose keys they are: an API key's, a user's (in all of their sessions), or those of the admin key or of everybody where authentication is off. */
export function getCallerId({ mode, key, user }: Caller): string {
  if (key) return `key:${key.id}`;
  return mode === 'bearer' && user ? `user:${user.id}` : mode;
}
