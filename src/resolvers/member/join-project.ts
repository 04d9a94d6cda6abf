import type { Role } from '../../auth/permissions.js';
import { proveNewOrganization, proveNewProject } from '../../auth/scope.js';
import type { Services, UnitOfWork } from '../../context.js';
import { NotFoundError } from '../../errors.js';

/** A project that exists, as far as memberships need to know it. */
export interface KnownProject {
  readonly projectId: string;
  readonly organizationId: string;
}

/** The project with this id, or the default one; null when there is no default any more. @throws NotFoundError */
export async function knownProject(
  { stores }: Pick<Services, 'stores'>,
  projectId?: string,
): Promise<KnownProject | null> {
  if (projectId === undefined) {
    const defaults = await stores.organizations.defaults();
    return defaults?.projectId ? { organizationId: defaults.organizationId, projectId: defaults.projectId } : null;
  }
  const [found] = await stores.access.projects([projectId], { userId: null, keyProjectId: null });
  if (!found) throw new NotFoundError('Project not found.');
  return found;
}

/** Makes a user a member of a project on behalf of an admin. */
export async function joinProject(
  { stores }: UnitOfWork,
  place: KnownProject,
  member: { userId: string; role: Role; now: Date },
): Promise<void> {
  await stores.members.insert(proveNewProject(proveNewOrganization(place.organizationId), place.projectId), member);
}
