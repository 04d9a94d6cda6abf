import type { Services } from '../../context.js';
import { NotFoundError } from '../../errors.js';

export interface FoundProject {
  readonly projectId: string;
  readonly organizationId: string;
}

/** Finds a project or, without an id, the default project. Null if there is no default. @throws NotFoundError */
export async function findProject(
  { stores }: Pick<Services, 'stores'>,
  projectId?: string,
): Promise<FoundProject | null> {
  if (projectId === undefined) {
    const defaults = await stores.organizations.defaults();
    return defaults?.projectId ? { organizationId: defaults.organizationId, projectId: defaults.projectId } : null;
  }
  const [found] = await stores.access.projects([projectId], { userId: null, keyProjectId: null });
  if (!found) throw new NotFoundError('Project not found.');
  return found;
}
