import type { McpScope } from './caller.js';

/** Roles of organizations and projects, weakest first. An OWNER of an organization is OWNER of its projects. */
const roles = ['READER', 'OWNER'] as const;
export type Role = (typeof roles)[number];

/** Returns whether `role` includes the permissions of `least`. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

export type ProjectAction =
  | 'project:read'
  | 'project:update'
  | 'project:delete'
  | 'project:members:read'
  | 'project:members:write'
  | 'project:invitations:read'
  | 'memory:read'
  | 'memory:write'
  | 'memory:delete'
  | 'deletion:read'
  | 'feedback:write'
  | 'export:write'
  | 'profile:write'
  | 'webhook:read'
  | 'webhook:write'
  | 'requestLog:read'
  | 'auditLog:read'
  | 'logStream:read'
  | 'logStream:write';

export type OrganizationAction =
  | 'organization:read'
  | 'organization:update'
  | 'organization:delete'
  | 'organization:deletions:read'
  | 'organization:auditLog:read'
  | 'organization:logStream:read'
  | 'organization:logStream:write'
  | 'organization:members:read'
  | 'organization:members:write'
  | 'organization:invitations:read'
  | 'project:create';

interface Permission {
  /** Least role that may do the action. */
  readonly role: Role;
  /** Whether the action changes data. Read-only keys cannot do it. */
  readonly writes: boolean;
  /** Scope that a connected app needs; `any` accepts every scope. Default: connected apps cannot do it. */
  readonly scope?: McpScope | 'any';
  /** Message for a member who lacks the role. */
  readonly refusal: string;
}

/** All permissions: the least role for each action, and the message for refused callers. */
export const permissions: Readonly<Record<ProjectAction | OrganizationAction, Permission>> = {
  'project:read': { role: 'READER', writes: false, scope: 'any', refusal: 'You may not view this project.' },
  'project:update': { role: 'OWNER', writes: true, refusal: 'You do not have permission to modify this project.' },
  'project:delete': { role: 'OWNER', writes: true, refusal: 'You do not have permission to delete this project.' },
  'project:members:read': { role: 'READER', writes: false, refusal: 'You may not view the members of this project.' },
  'project:members:write': {
    role: 'OWNER',
    writes: true,
    refusal: 'You do not have permission to modify the members of this project.',
  },
  'project:invitations:read': {
    role: 'OWNER',
    writes: false,
    refusal: 'You do not have permission to read the invitations to this project.',
  },
  'memory:read': {
    role: 'READER',
    writes: false,
    scope: 'memory:read',
    refusal: 'You may not read the memories of this project.',
  },
  'memory:write': {
    role: 'OWNER',
    writes: true,
    scope: 'memory:write',
    refusal: 'You do not have permission to change the memories of this project.',
  },
  'memory:delete': {
    role: 'OWNER',
    writes: true,
    scope: 'memory:delete',
    refusal: 'You do not have permission to delete the memories of this project.',
  },
  'deletion:read': {
    role: 'OWNER',
    writes: false,
    refusal: 'You do not have permission to read the deletions of this project.',
  },
  'feedback:write': {
    role: 'OWNER',
    writes: true,
    refusal: 'You do not have permission to give feedback in this project.',
  },
  'export:write': {
    role: 'OWNER',
    writes: true,
    refusal: 'You do not have permission to export the memories of this project.',
  },
  'profile:write': {
    role: 'OWNER',
    writes: true,
    refusal: 'You do not have permission to make profiles in this project.',
  },
  'webhook:read': {
    role: 'OWNER',
    writes: false,
    refusal: 'You do not have permission to see the webhooks of this project.',
  },
  'webhook:write': {
    role: 'OWNER',
    writes: true,
    refusal: 'You do not have permission to change the webhooks of this project.',
  },
  // READERs see the requests of their own credentials only (see resolvers/request-log).
  'requestLog:read': { role: 'READER', writes: false, refusal: 'You may not read the request log of this project.' },
  'auditLog:read': {
    role: 'OWNER',
    writes: false,
    refusal: 'You do not have permission to read the audit log of this project.',
  },
  'logStream:read': {
    role: 'OWNER',
    writes: false,
    refusal: 'You do not have permission to see the log streams of this project.',
  },
  'logStream:write': {
    role: 'OWNER',
    writes: true,
    refusal: 'You do not have permission to change the log streams of this project.',
  },
  'organization:read': { role: 'READER', writes: false, refusal: 'You may not view this organization.' },
  'organization:update': {
    role: 'OWNER',
    writes: true,
    refusal: 'You do not have permission to modify this organization.',
  },
  'organization:delete': {
    role: 'OWNER',
    writes: true,
    refusal: 'You do not have permission to delete this organization.',
  },
  'organization:deletions:read': {
    role: 'OWNER',
    writes: false,
    refusal: 'You do not have permission to read the deletions of this organization.',
  },
  'organization:auditLog:read': {
    role: 'OWNER',
    writes: false,
    refusal: 'You do not have permission to read the audit log of this organization.',
  },
  'organization:logStream:read': {
    role: 'OWNER',
    writes: false,
    refusal: 'You do not have permission to see the log streams of this organization.',
  },
  'organization:logStream:write': {
    role: 'OWNER',
    writes: true,
    refusal: 'You do not have permission to change the log streams of this organization.',
  },
  'organization:members:read': {
    role: 'READER',
    writes: false,
    refusal: 'You may not view the members of this organization.',
  },
  'organization:members:write': {
    role: 'OWNER',
    writes: true,
    refusal: 'You do not have permission to modify the members of this organization.',
  },
  'organization:invitations:read': {
    role: 'OWNER',
    writes: false,
    refusal: 'You do not have permission to read the invitations to this organization.',
  },
  'project:create': {
    role: 'OWNER',
    writes: true,
    refusal: 'You do not have permission to create projects in this organization.',
  },
};
