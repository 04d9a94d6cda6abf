import DataLoader from 'dataloader';
import type { Stores } from '../stores/create-stores.js';
import type { OrganizationAccess, ProjectAccess } from '../stores/access/access-rows.js';
import type { Caller } from './caller.js';

/** Memberships of the caller, read once per request. They grant nothing by themselves: see `authorize`. */
export interface Access {
  project(projectId: string): Promise<ProjectAccess | null>;
  /** Stores what another statement of this request has read of a project. */
  prime(projectId: string, access: ProjectAccess | null): void;
  organization(organizationId: string): Promise<OrganizationAccess | null>;
  /** Forgets what was read, after a write. */
  forget(): void;
}

/** The memberships of one caller during one request. */
export function createAccess(stores: Pick<Stores, 'access'>, caller: Caller): Access {
  const identity = { userId: caller.user?.id ?? null, keyProjectId: caller.key?.projectId ?? null };
  let organizations: DataLoader<string, OrganizationAccess | null> | undefined;
  let projects: DataLoader<string, ProjectAccess | null> | undefined;
  // Most requests need one of the two, if any.
  const projectLoader = () => (projects ??= new DataLoader((ids) => stores.access.projects(ids, identity)));
  const organizationLoader = () =>
    (organizations ??= new DataLoader((ids) => stores.access.organizations(ids, identity)));
  return {
    project: (id) => projectLoader().load(id),
    prime: (id, access) => void projectLoader().clear(id).prime(id, access),
    organization: (id) => organizationLoader().load(id),
    forget() {
      projects = undefined;
      organizations = undefined;
    },
  };
}
