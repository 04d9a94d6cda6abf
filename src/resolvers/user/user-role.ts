import type { UserRow } from '../../stores/user/user-store.js';
import type { Complaints } from '../../validate.js';

/** What a user is on the installation: admins manage it, members see what they are members of. */
export type UserRole = UserRow['role'];

/** Reads what somebody is to be on the installation. Complains about anything but admin and member. */
export function readUserRole(check: Complaints, value: unknown, field = 'role'): UserRole {
  if (value !== 'admin' && value !== 'member') check.add(field, 'It must be admin or member.');
  return value === 'admin' ? 'admin' : 'member';
}
