import type { Role } from '../roles.js';

declare const proven: unique symbol;

/**
 * Proof that the caller may act in this project. Only `authorize` (for callers) and `systemScope` (for jobs) create it.
 * Stores require it for tenant data, so that a forgotten check does not compile.
 */
export interface ProjectScope {
  readonly [proven]: 'project';
  readonly projectId: string;
  readonly organizationId: string;
  /** Role of the caller in the project. Jobs have OWNER. */
  readonly role: Role;
}

/** Proof that the caller may act in this organization. */
export interface OrganizationScope {
  readonly [proven]: 'organization';
  readonly organizationId: string;
  readonly role: Role;
}

/** Creates a project scope. Only `authorize` may call it. */
export function proveProject(values: { projectId: string; organizationId: string; role: Role }): ProjectScope {
  return values as ProjectScope;
}

/** Creates an organization scope. Only `authorize` may call it. */
export function proveOrganization(values: { organizationId: string; role: Role }): OrganizationScope {
  return values as OrganizationScope;
}

/** Creates the scope of a job for the project in its payload. Only src/jobs may call it. */
export function systemScope(project: { projectId: string; organizationId: string }): ProjectScope {
  return proveProject({ ...project, role: 'OWNER' });
}

/** Creates the scope of an organization that is being created. Only create-organization.ts may call it. */
export function proveNewOrganization(organizationId: string): OrganizationScope {
  return proveOrganization({ organizationId, role: 'OWNER' });
}

/** Creates the scope of a new project in an authorized organization. Only create-project.ts may call it. */
export function proveNewProject(organization: OrganizationScope, projectId: string): ProjectScope {
  return proveProject({ projectId, organizationId: organization.organizationId, role: 'OWNER' });
}

/**
 * Creates a project scope for work without a caller, such as operator commands, the first start and re-embedding.
 * test/architecture.test.ts lists the files that may import it.
 */
export function operatorProject(project: { projectId: string; organizationId: string }): ProjectScope {
  return proveProject({ ...project, role: 'OWNER' });
}

/** Creates an organization scope for work without a caller. See {@link operatorProject}. */
export function operatorOrganization(organizationId: string): OrganizationScope {
  return proveOrganization({ organizationId, role: 'OWNER' });
}
