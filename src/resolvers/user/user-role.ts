import type { UserRow } from '../../stores/user/user-store.js';
import type { FieldErrorCollector } from '../../validate.js';

/** What a user is on the installation: admins manage it, members see what they are members of. */
export type UserRole = UserRow['role'];

/** Reads the role of a user on the installation: admin or member. Everything else is a field error. */
export function readUserRole(check: FieldErrorCollector, value: unknown, field = 'role'): UserRole {
  if (value !== 'admin' && value !== 'member') check.add(field, 'It must be admin or member.');
  return value === 'admin' ? 'admin' : 'member';
}
