import { systemScope, type ProjectScope } from '../auth/scope.js';
import type { Services } from '../context.js';

/** Returns the scope of a job in its project. Null if the project was deleted meanwhile. */
export async function scopeOf(
  { stores }: Pick<Services, 'stores'>,
  { projectId }: { projectId: string },
): Promise<ProjectScope | null> {
  const [project] = await stores.access.projects([projectId], { userId: null, keyProjectId: null });
  return project ? systemScope({ projectId: project.projectId, organizationId: project.organizationId }) : null;
}
