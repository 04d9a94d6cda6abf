import DataLoader from 'dataloader';
import type { Stores } from '../stores/create-stores.js';
import type { OrganizationAccess, ProjectAccess } from '../stores/access/access-rows.js';
import type { Caller } from './caller.js';
import { clientKey } from './rate-limit.js';

/** Memberships of the caller, read once per request. They grant no permission by themselves: see `authorize`. */
export interface Access {
  project(projectId: string): Promise<ProjectAccess | null>;
  /** Caches a project's access that another statement of this request has read. */
  prime(projectId: string, access: ProjectAccess | null): void;
  organization(organizationId: string): Promise<OrganizationAccess | null>;
  /** Clears the cache after a write. */
  forget(): void;
}

/** Creates a loader of one caller's memberships for one request. */
export function createAccess(stores: Pick<Stores, 'access'>, caller: Caller): Access {
  const identity = { userId: caller.user?.id ?? null, keyProjectId: caller.key?.projectId ?? null };
  let organizations: DataLoader<string, OrganizationAccess | null> | undefined;
  let projects: DataLoader<string, ProjectAccess | null> | undefined;
  // Most requests need at most one of the two loaders.
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

/**
 * Returns under which name the work of a caller takes turns with that of others: all keys of a project have one, so that more keys get no
 * more turns. Callers without a user of their own go by their address.
 */
export function toWorkName({ mode, user, key }: Caller, clientAddress: string | null | undefined): string {
  if (key?.projectId != null) return key.projectId;
  return user && mode !== 'disabled' ? user.id : clientKey(clientAddress ?? null);
}
