import { roles, type Role } from '../roles.js';
import { builder } from './builder.js';

export const RoleType = builder.enumType('Role', {
  description: 'Role of a member in an organization or a project.',
  values: Object.fromEntries(roles.map(({ name, description }) => [name, { value: name, description }])) as Record<
    Role,
    { value: Role; description: string }
  >,
});

export const UserRoleType = builder.enumType('UserRole', {
  description: 'Role of a user on the installation.',
  values: {
    ADMIN: { value: 'admin', description: 'Can see and change every project and manage users.' },
    MEMBER: { value: 'member', description: 'Can use the organizations and projects they are a member of.' },
  } as const,
});
