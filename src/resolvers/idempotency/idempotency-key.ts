import type { Caller } from '../../auth/caller.js';
import { ValidationError } from '../../errors.js';

/** Lifetime of a stored response in milliseconds. */
export const idempotencyKeyMs = 24 * 3_600_000;

// No spaces: a header sent twice arrives as one value, joined by a comma and a space.
const shape = /^[\x21-\x7e]{8,128}$/;

/** Validates an idempotency key of 8 to 128 characters. @throws ValidationError on `idempotencyKey` */
export function readIdempotencyKey(given: string): string {
  if (!shape.test(given))
    throw new ValidationError({ idempotencyKey: ['must be 8 to 128 printable ASCII characters without blanks.'] });
  return given;
}

/** Returns the owner of idempotency keys: API key, user (across sessions), or the mode of a shared credential. */
export function getCallerId({ mode, key, user }: Caller): string {
  if (key) return `key:${key.id}`;
  return mode === 'bearer' && user ? `user:${user.id}` : mode;
}
