import { lowestRole, type Role } from '../roles.js';
import type { McpScope } from './caller.js';

interface Permission {
  /** Least role that may do the action. */
  readonly role: Role;
  /** Whether the action changes data. Read-only keys cannot do it. */
  readonly writes: boolean;
  /** Scope that a connected app needs; `any` accepts every scope. Default: connected apps cannot do it. */
  readonly scope?: McpScope | 'any';
  /**
   * Whether guests of an organization may do the action: members of a single project, and keys bound to one project.
   * Default: they cannot, so that a new action is closed to them.
   */
  readonly guests?: boolean;
  /** Completes "You do not have permission to …". */
  readonly does: string;
}

const projectPermissions = {
  'project:read': { role: 'READER', writes: false, scope: 'any', does: 'view this project' },
  'project:update': { role: 'OWNER', writes: true, does: 'modify this project' },
  'project:delete': { role: 'OWNER', writes: true, does: 'delete this project' },
  'project:member:read': { role: 'READER', writes: false, does: 'view the members of this project' },
  'project:member:write': {
    role: 'OWNER',
    writes: true,
    does: 'modify the members of this project',
  },
  'project:invitation:read': {
    role: 'OWNER',
    writes: false,
    does: 'read the invitations to this project',
  },
  'memory:read': {
    role: 'READER',
    writes: false,
    scope: 'memory:read',
    does: 'read the memories of this project',
  },
  'memory:write': {
    role: 'OWNER',
    writes: true,
    scope: 'memory:write',
    does: 'change the memories of this project',
  },
  'memory:delete': {
    role: 'OWNER',
    writes: true,
    scope: 'memory:delete',
    does: 'delete the memories of this project',
  },
  'deletion:read': {
    role: 'OWNER',
    writes: false,
    does: 'read the deletions of this project',
  },
  'feedback:write': {
    role: 'OWNER',
    writes: true,
    does: 'give feedback in this project',
  },
  'export:write': {
    role: 'OWNER',
    writes: true,
    does: 'export the memories of this project',
  },
  'profile:write': {
    role: 'OWNER',
    writes: true,
    does: 'generate profiles in this project',
  },
  'webhook:read': {
    role: 'OWNER',
    writes: false,
    does: 'view the webhooks of this project',
  },
  'webhook:write': {
    role: 'OWNER',
    writes: true,
    does: 'change the webhooks of this project',
  },
  // READERs see the requests of their own credentials (see resolvers/request-log).
  'requestLog:read': { role: 'READER', writes: false, does: 'read the request log of this project' },
  'auditLog:read': {
    role: 'OWNER',
    writes: false,
    does: 'read the audit log of this project',
  },
  'logStream:read': {
    role: 'OWNER',
    writes: false,
    does: 'view the log streams of this project',
  },
  'logStream:write': {
    role: 'OWNER',
    writes: true,
    does: 'change the log streams of this project',
  },
} as const satisfies Readonly<Record<string, Permission>>;

const organizationPermissions = {
  'organization:read': { role: 'READER', writes: false, scope: 'any', guests: true, does: 'view this organization' },
  'organization:update': {
    role: 'OWNER',
    writes: true,
    does: 'modify this organization',
  },
  'organization:delete': {
    role: 'OWNER',
    writes: true,
    does: 'delete this organization',
  },
  'organization:deletion:read': {
    role: 'OWNER',
    writes: false,
    does: 'read the deletions of this organization',
  },
  'organization:auditLog:read': {
    role: 'OWNER',
    writes: false,
    does: 'read the audit log of this organization',
  },
  'organization:logStream:read': {
    role: 'OWNER',
    writes: false,
    does: 'view the log streams of this organization',
  },
  'organization:logStream:write': {
    role: 'OWNER',
    writes: true,
    does: 'change the log streams of this organization',
  },
  'organization:member:read': {
    role: 'READER',
    writes: false,
    does: 'view the members of this organization',
  },
  'organization:member:write': {
    role: 'OWNER',
    writes: true,
    does: 'modify the members of this organization',
  },
  'organization:invitation:read': {
    role: 'OWNER',
    writes: false,
    does: 'read the invitations to this organization',
  },
  'project:create': {
    role: 'OWNER',
    writes: true,
    does: 'create projects in this organization',
  },
} as const satisfies Readonly<Record<string, Permission>>;

export type ProjectAction = keyof typeof projectPermissions;
export type OrganizationAction = keyof typeof organizationPermissions;

/** The one table of permissions. */
export const permissions: Readonly<Record<ProjectAction | OrganizationAction, Permission>> = {
  ...projectPermissions,
  ...organizationPermissions,
};

export const projectActions = Object.keys(projectPermissions) as ProjectAction[];

export const organizationActions = Object.keys(organizationPermissions) as OrganizationAction[];

/** The error text for a key that is bound to one project of the organization. */
export function toRefusalOfKey(action: OrganizationAction): string {
  return `This credential is bound to one project and cannot ${permissions[action].does}.`;
}

/** The error text for a member whose role does not suffice. */
export function toRefusal(action: ProjectAction | OrganizationAction): string {
  const { role, does } = permissions[action];
  return role === lowestRole ? `You may not ${does}.` : `You do not have permission to ${does}.`;
}
