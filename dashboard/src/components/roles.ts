import type { Role } from '../../../client/generated/graphql';

/** Choices for the role of a member. */
export const roles: { value: Role; label: string }[] = [
  { value: 'READER', label: 'Reader (view and search)' },
  { value: 'OWNER', label: 'Owner (full access)' },
];

/** Returns the chosen role, or READER for unknown values. */
export const toRole = (value: string): Role => (value === 'OWNER' ? 'OWNER' : 'READER');
