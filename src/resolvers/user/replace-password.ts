import { hashPassword, normalizePassword } from '@memory-gateway/credentials';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { ValidationError } from '../../errors.js';
import { collectFieldErrors, type FieldErrorCollector } from '../../validate.js';

/** Sets a password and ends the user's sessions except `keepSession`. The caller must be authorized. */
export async function replacePassword(
  { stores, announce, audit }: UnitOfWork,
  change: { userId: string; passwordHash: string; keepSession: string | null; now: Date },
): Promise<void> {
  const { userId, passwordHash, keepSession: keep, now } = change;
  await stores.users.update(userId, { passwordHash }, now);
  await stores.refreshTokens.revokeAll(userId, { keep, now });
  await announce('credentialChanged', { userId });
  await audit({ action: 'user.set_password', targetId: userId });
}

/** Validates and hashes a new password. @throws ValidationError on `field` */
export async function hashNewPassword(field: string, password: string): Promise<string> {
  const check = collectFieldErrors();
  readPassword(check, field, password);
  check.throwIfAny();
  return hashPassword(password);
}

/** Validates a new password and adds its errors to the other field errors. */
export function readPassword(check: FieldErrorCollector, field: string, password: string): void {
  try {
    normalizePassword(password);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    for (const problem of error.rename(() => field).fields[field] ?? []) check.add(field, problem);
  }
}
