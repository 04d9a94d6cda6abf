import type { UserRole } from '../../../../client/generated/graphql';

/** What users may be on the installation, for a choice. */
export const userRoles: { value: UserRole; label: string; short: string }[] = [
  { value: 'MEMBER', label: 'Member: sees the projects they belong to', short: 'Member' },
  { value: 'ADMIN', label: 'Admin: sees every project, manages users and configuration', short: 'Admin' },
];

/** What was chosen; the lesser one when in doubt. */
export const toUserRole = (value: string): UserRole => (value === 'ADMIN' ? 'ADMIN' : 'MEMBER');
