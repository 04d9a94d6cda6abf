import type { Caller } from '../../auth/caller.js';
import { DomainError } from '../../errors.js';

/** Lifetime of a stored response in milliseconds. */
export const idempotencyKeyMs = 24 * 3_600_000;

// No spaces: a header sent twice arrives as one value, joined by a comma and a space.
const shape = /^[\x21-\x7e]{8,128}$/;

/** Validates an idempotency key of 8 to 128 characters. @throws DomainError BAD_USER_INPUT */
export function readIdempotencyKey(given: string): string {
  if (shape.test(given)) return given;
  const message = '`idempotencyKey` must be 8 to 128 printable ASCII characters without blanks.';
  throw new DomainError('BAD_USER_INPUT', message, { fields: { idempotencyKey: [message] } });
}

/** Returns the owner of idempotency keys: API key, user (across sessions), or the mode of a shared credential. */
export function getCallerId({ mode, key, user }: Caller): string {
  if (key) return `key:${key.id}`;
  return mode === 'bearer' && user ? `user:${user.id}` : mode;
}
