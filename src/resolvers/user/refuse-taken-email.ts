import { ConflictError } from '../../errors.js';
import { isEmailTaken } from '../../stores/user-store.js';

/** Returns the error of an email address that is already used, which names the field. */
export function takenEmail(): ConflictError {
  const message = 'A user with this email address exists already.';
  return new ConflictError(message, { fields: { email: [message] } });
}

/** Rethrows an error, as ConflictError if the email address is already used. */
export function refuseTakenEmail(error: unknown): never {
  throw isEmailTaken(error) ? takenEmail() : error;
}
