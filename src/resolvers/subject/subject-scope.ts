import { operatorProject, type ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import { isStorable } from '../../engine/filter-values.js';
import { NotFoundError, ValidationError } from '../../errors.js';
import type { Subject } from '../../stores/subject/subject-store.js';
import { findProject } from '../import/find-project.js';

export interface SubjectInput extends Subject {
  /** Default: the default project. */
  readonly projectId?: string | undefined;
}

/** Opens the project of a subject request, for operator commands. @throws NotFoundError, ValidationError */
export async function openSubject(services: Services, { projectId, name }: SubjectInput): Promise<ProjectScope> {
  if (name.trim() === '' || name.length > 255 || !isStorable(name))
    throw new ValidationError({ name: ['Must be the name of an entity, 1 to 255 characters.'] });
  const place = await findProject(services, projectId);
  if (!place) throw new NotFoundError('There is no default project; name one.');
  return operatorProject(place);
}
