import type { Services } from '../../context.js';
import { NotFoundError } from '../../errors.js';

export interface FoundProject {
  readonly projectId: string;
  readonly organizationId: string;
}

/** Finds a project or, without an id, the default project. @throws NotFoundError */
export async function findProject({ stores }: Pick<Services, 'stores'>, projectId?: string): Promise<FoundProject> {
  if (projectId === undefined) {
    const defaults = await stores.organizations.defaults();
    if (!defaults?.projectId) throw new NotFoundError('There is no default project; name one.');
    return { organizationId: defaults.organizationId, projectId: defaults.projectId };
  }
  const [found] = await stores.access.projects([projectId], { userId: null, keyProjectId: null });
  if (!found) throw new NotFoundError('Project not found.');
  return found;
}
