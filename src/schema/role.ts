import { builder } from './builder.js';

/** READER or OWNER. */
export const RoleType = builder.enumType('Role', {
  description: 'What a member may do.',
  values: {
    READER: { description: 'View and search.' },
    OWNER: { description: 'Everything: also change settings, manage members, write and delete.' },
  } as const,
});
