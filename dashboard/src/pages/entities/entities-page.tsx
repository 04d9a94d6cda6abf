import { useSearchParams } from 'react-router';
import { useProject } from '../../shell/project';
import { AllEntities } from './all-entities';
import { EntityPage } from './entity-page';
import { toEntityType } from './entity-kinds';

/** Shows the entities of the project, or the one in the URL. */
export function EntitiesPage() {
  const { projectId } = useProject();
  const [params] = useSearchParams();
  const type = toEntityType(params.get('type'));
  const name = params.get('name');
  if (type && name !== null) return <EntityPage key={type + name} projectId={projectId} type={type} name={name} />;
  return <AllEntities />;
}
