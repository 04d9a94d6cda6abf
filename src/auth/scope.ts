import type { Role } from './permissions.js';

declare const proven: unique symbol;

/**
 * Proof that the caller may act inside this project. Store functions on tenant data take one first; only `authorize` (for a
 * caller) and `systemScope` (for a job) make one, so that a forgotten check does not compile.
 */
export interface ProjectScope {
  readonly [proven]: 'project';
  readonly projectId: string;
  readonly organizationId: string;
  /** The caller's role in the project; OWNER for jobs. */
  readonly role: Role;
}

/** Proof that the caller may act on this organization. */
export interface OrganizationScope {
  readonly [proven]: 'organization';
  readonly organizationId: string;
  readonly role: Role;
}

/** For `authorize` alone. */
export function proveProject(values: { projectId: string; organizationId: string; role: Role }): ProjectScope {
  return values as ProjectScope;
}

/** For `authorize` alone. */
export function proveOrganization(values: { organizationId: string; role: Role }): OrganizationScope {
  return values as OrganizationScope;
}

/** The scope in which a job works: the project that its payload names. Imported by src/jobs alone. */
export function systemScope(project: { projectId: string; organizationId: string }): ProjectScope {
  return proveProject({ ...project, role: 'OWNER' });
}

/** The scope of an organization that the caller is just creating. For the use case that creates it alone. */
export function proveNewOrganization(organizationId: string): OrganizationScope {
  return proveOrganization({ organizationId, role: 'OWNER' });
}

/** The scope of a project that the caller, allowed to, is just creating. For the use case that creates it alone. */
export function proveNewProject(organization: OrganizationScope, projectId: string): ProjectScope {
  return proveProject({ projectId, organizationId: organization.organizationId, role: 'OWNER' });
}
