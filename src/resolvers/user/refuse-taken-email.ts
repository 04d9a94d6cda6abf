import { ConflictError } from '../../errors.js';
import { isEmailTaken } from '../../stores/user-store.js';

/** Rethrows an error, as ConflictError if the email address is already used. */
export function refuseTakenEmail(error: unknown): never {
  throw isEmailTaken(error) ? new ConflictError('A user with this email address exists already.') : error;
}
