import { enterProject } from '../../auth/enter-project.js';
import type { ProjectAction } from '../../auth/permissions.js';
import { operatorProject, type ProjectScope } from '../../auth/scope.js';
import type { AppContext, Services } from '../../context.js';
import { isStorable } from '@memory-gateway/memory-engine';
import { NotFoundError, ValidationError } from '../../errors.js';
import type { Subject } from '../../stores/subject-store.js';
import { findProject } from '../import/find-project.js';
import { getChosenProject } from '../project/current-project.js';

export interface SubjectInput extends Subject {
  /** Default: the default project of the caller or, without a caller, of the installation. */
  readonly projectId?: string | null | undefined;
}

/**
 * Opens the project of a subject request. Callers need permission for `action`; a command on the machine of the server has no
 * caller and may open every project. @throws NotFoundError, ForbiddenError, ValidationError on `name`
 */
export async function openSubject(
  services: Services | AppContext,
  action: ProjectAction,
  { projectId, name }: SubjectInput,
): Promise<ProjectScope> {
  if (name.trim() === '' || name.length > 255 || !isStorable(name))
    throw new ValidationError({ name: ['must be the name of an entity, 1 to 255 characters.'] });
  if ('caller' in services) return enterProject(services, action, await getChosenProject(services, projectId));
  const place = await findProject(services, projectId ?? undefined);
  if (!place) throw new NotFoundError('There is no default project; name one.');
  return operatorProject(place);
}
