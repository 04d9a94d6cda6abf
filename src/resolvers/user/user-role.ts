import type { UserRow } from '../../stores/user-store.js';
import type { FieldErrorCollector } from '../../validate.js';

/** Role on the installation. Admins manage it; members see their organizations and projects. */
export type UserRole = UserRow['role'];

/** Reads a role on the installation. Adds an error for values other than admin and member. */
export function readUserRole(check: FieldErrorCollector, value: unknown, field = 'role'): UserRole {
  if (value !== 'admin' && value !== 'member') check.add(field, 'must be admin or member.');
  return value === 'admin' ? 'admin' : 'member';
}
