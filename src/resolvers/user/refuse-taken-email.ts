import { ConflictError } from '../../errors.js';
import { isEmailTaken } from '../../stores/user/user-store.js';

/** What a write that failed because of its e-mail address means to the caller. */
export function refuseTakenEmail(error: unknown): never {
  throw isEmailTaken(error) ? new ConflictError('A user with this e-mail address exists already.') : error;
}
