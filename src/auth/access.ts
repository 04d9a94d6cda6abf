import DataLoader from 'dataloader';
import type { Stores } from '../stores/create-stores.js';
import type { PagesAlong, PagesRead } from '../stores/project/project-page.js';
import type { OrganizationAccess, ProjectAccess } from './authorize.js';
import type { Caller } from './caller.js';

/** Memberships of the caller, looked up once per request. Says what is there, not what may be done: see `authorize`. */
export interface Access {
  project(projectId: string): Promise<ProjectAccess | null>;
  /** As `project`, reading first pages of its lists in the same statement, for {@link Access.pages}. */
  projectWith(projectId: string, along: PagesAlong): Promise<ProjectAccess | null>;
  /** What `projectWith` has read of a project. Authorize before it is shown to anyone. */
  pages(projectId: string): PagesRead | undefined;
  organization(organizationId: string): Promise<OrganizationAccess | null>;
  /** After a write: what was read before it may be out of date. */
  forget(): void;
}

/** The memberships of one caller during one request. */
export function createAccess(stores: Pick<Stores, 'access'>, caller: Caller): Access {
  const identity = { userId: caller.user?.id ?? null, keyProjectId: caller.key?.projectId ?? null };
  let organizations: DataLoader<string, OrganizationAccess | null> | undefined;
  let projects: DataLoader<string, ProjectAccess | null> | undefined;
  const pages = new Map<string, PagesRead>();
  // Most requests need one of the two, if any.
  const projectLoader = () => (projects ??= new DataLoader((ids) => stores.access.projects(ids, identity)));
  const organizationLoader = () =>
    (organizations ??= new DataLoader((ids) => stores.access.organizations(ids, identity)));
  return {
    project: (id) => projectLoader().load(id),
    async projectWith(id, along) {
      const found = await stores.access.projectWith(id, identity, along);
      projectLoader()
        .clear(id)
        .prime(id, found?.access ?? null);
      // Memories of an accepted deletion may be among them.
      if (found && !found.access.hasUnmarkedDeletion) pages.set(id, found.pages);
      return found?.access ?? null;
    },
    pages: (id) => pages.get(id),
    organization: (id) => organizationLoader().load(id),
    forget() {
      projects = undefined;
      organizations = undefined;
      pages.clear();
    },
  };
}
