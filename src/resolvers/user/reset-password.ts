import type { Services } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { NotFoundError } from '../../errors.js';
import type { UserRow } from '../../stores/user-store.js';
import { collectFieldErrors } from '../../validate.js';
import { hashNewPassword, readPassword, replacePassword } from './replace-password.js';
import { readEmail } from '../shared/text-fields.js';

/** Sets a user's password and ends the user's sessions. For operators: checks no caller. @throws NotFoundError */
export async function resetPassword(services: Services, input: { email: string; password: string }): Promise<UserRow> {
  const check = collectFieldErrors();
  const email = readEmail(check, input.email);
  readPassword(check, 'password', input.password);
  check.throwIfAny();
  const user = await services.stores.users.findByEmail(email);
  if (!user) throw new NotFoundError('No user has this email address.');
  const passwordHash = await hashNewPassword('password', input.password);
  await transact(services, async (unit) => {
    if (!(await unit.stores.users.lock(user.id))) throw new NotFoundError('No user has this email address.');
    await replacePassword(unit, { userId: user.id, passwordHash, keepSession: null, now: services.now() });
  });
  return user;
}
