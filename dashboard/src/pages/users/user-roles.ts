import { enum as oneOf } from 'zod/mini';
import type { UserRole } from '../../api/graphql';
import { usersTexts as words } from '../../texts/users';

export const userRoles: { value: UserRole; label: string; short: string }[] = [
  { value: 'MEMBER', label: words.memberRole, short: words.member },
  { value: 'ADMIN', label: words.adminRole, short: words.admin },
];

/** Returns the chosen role, or MEMBER for unknown values. */
export const toUserRole = (value: string): UserRole => (value === 'ADMIN' ? 'ADMIN' : 'MEMBER');

export const userRole = oneOf(['MEMBER', 'ADMIN']);
