import { builder } from './builder.js';

export const RoleType = builder.enumType('Role', {
  description: 'Role of a member in an organization or a project.',
  values: {
    READER: { description: 'Can read and search memories and see settings.' },
    OWNER: { description: 'Can also write and delete memories, change settings and manage members.' },
  } as const,
});

export const UserRoleType = builder.enumType('UserRole', {
  description: 'Role of a user on the installation.',
  values: {
    ADMIN: { value: 'admin', description: 'Can see and change every project and manage users.' },
    MEMBER: { value: 'member', description: 'Can use the organizations and projects they are a member of.' },
  } as const,
});
