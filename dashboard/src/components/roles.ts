import type { Role } from '../../../client/generated/graphql';

/** What members may be, for a choice. */
export const roles: { value: Role; label: string }[] = [
  { value: 'READER', label: 'Reader (view and search)' },
  { value: 'OWNER', label: 'Owner (full access)' },
];

/** The role that was chosen; the lesser one when in doubt. */
export const toRole = (value: string): Role => (value === 'OWNER' ? 'OWNER' : 'READER');
