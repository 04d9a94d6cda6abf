// Roles in organizations and projects, lowest first. Permissions, the GraphQL enum, the REST APIs and the dashboard
// derive from this list. Each role includes the permissions of the roles before it; src/auth/permissions.ts names the
// lowest role of each action. The database checks the names too (`organization_members_role_check`,
// `project_members_role_check`).
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

export const roleNames: readonly [Role, ...Role[]] = [roles[0].name, ...roles.slice(1).map(({ name }) => name)];

export const lowestRole: Role = roles[0].name;

export function isAtLeast(role: Role, least: Role): boolean {
  return roleNames.indexOf(role) >= roleNames.indexOf(least);
}

/** Returns the higher of two roles. Null if both are null. */
export function getHigherRole(first: Role | null, second: Role | null): Role | null {
  if (first === null || second === null) return first ?? second;
  return isAtLeast(first, second) ? first : second;
}

export function isRole(value: unknown): value is Role {
  return roleNames.some((name) => name === value);
}

/** Lists the role names in a sentence, such as "READER or OWNER". */
export function toRoleList(quote = ''): string {
  const names = roleNames.map((name) => `${quote}${name}${quote}`);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}
