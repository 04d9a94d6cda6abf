import { enum as oneOf } from 'zod/mini';
import type { UserRole } from '../../../../client/generated/graphql';

/** Choices for the role of a user on the installation. */
export const userRoles: { value: UserRole; label: string; short: string }[] = [
  { value: 'MEMBER', label: 'Member: sees the projects they belong to', short: 'Member' },
  { value: 'ADMIN', label: 'Admin: sees every project, manages users and configuration', short: 'Admin' },
];

/** Returns the chosen role, or MEMBER for unknown values. */
export const toUserRole = (value: string): UserRole => (value === 'ADMIN' ? 'ADMIN' : 'MEMBER');

/** Rule of the field for the role. */
export const userRole = oneOf(['MEMBER', 'ADMIN']);
