/**
 * Roles in organizations and projects, the lowest first: the one list that the permissions, the GraphQL enum, the REST APIs and the
 * dashboard derive from. A role may do everything that the roles before it may do; src/auth/permissions.ts names the least role of each
 * action. The database checks the names, too (`organization_members_role_check` and `project_members_role_check` in the migration).
 */
export const roles = [
  {
    name: 'READER',
    label: 'Reader (view and search)',
    description: 'Can read and search memories and see settings.',
  },
  {
    name: 'OWNER',
    label: 'Owner (full access)',
    description: 'Can also write and delete memories, change settings and manage members.',
  },
] as const;

export type Role = (typeof roles)[number]['name'];

/** Names of the roles, the lowest first. */
export const roleNames: readonly [Role, ...Role[]] = [roles[0].name, ...roles.slice(1).map(({ name }) => name)];

/** The role of new members for whom no role is named. */
export const lowestRole: Role = roles[0].name;

/** Whether a role is the least role that is needed, or a higher one. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roleNames.indexOf(role) >= roleNames.indexOf(least);
}

/** The higher of two roles; null when both are null. */
export function getHigherRole(first: Role | null, second: Role | null): Role | null {
  if (first === null || second === null) return first ?? second;
  return isAtLeast(first, second) ? first : second;
}

/** Whether a text is the name of a role. */
export function isRole(value: unknown): value is Role {
  return roleNames.some((name) => name === value);
}

/** Role names for a sentence, as "READER or OWNER". */
export function toRoleList(quote = ''): string {
  const names = roleNames.map((name) => `${quote}${name}${quote}`);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}
