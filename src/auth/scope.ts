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

/** The scope of a job: the project that its payload names. For src/jobs only. */
export function systemScope(project: { projectId: string; organizationId: string }): ProjectScope {
  return proveProject({ ...project, role: 'OWNER' });
}

/** The scope of an organization that the use case is creating. For create-organization.ts only. */
export function proveNewOrganization(organizationId: string): OrganizationScope {
  return proveOrganization({ organizationId, role: 'OWNER' });
}

/** The scope of a project that the use case is creating in an authorized organization. For create-project.ts only. */
export function proveNewProject(organization: OrganizationScope, projectId: string): ProjectScope {
  return proveProject({ projectId, organizationId: organization.organizationId, role: 'OWNER' });
}

/**
 * The scope of an existing project for work without a caller: commands of the operator, the first start, and records of the
 * installation such as re-embedding. test/architecture.test.ts lists the few files that may import it.
 */
export function operatorProject(project: { projectId: string; organizationId: string }): ProjectScope {
  return proveProject({ ...project, role: 'OWNER' });
}

/** The scope of an existing organization for work without a caller. See {@link operatorProject}. */
export function operatorOrganization(organizationId: string): OrganizationScope {
  return proveOrganization({ organizationId, role: 'OWNER' });
}
