import { useSearchParams } from 'react-router';
import { useProject } from '../../shell/project';
import { AllEntities } from './all-entities';
import { EntityPage } from './entity-page';
import { ProjectGraph } from './project-graph';
import { toEntityType } from './entity-kinds';

/** Shows the entities of the project as a list or a graph, or the one in the URL. */
export function EntitiesPage() {
  const { projectId } = useProject();
  const [params] = useSearchParams();
  const type = toEntityType(params.get('type'));
  const name = params.get('name');
  if (type && name !== null) return <EntityPage key={type + name} projectId={projectId} type={type} name={name} />;
  return params.get('view') === 'graph' ? <ProjectGraph projectId={projectId} /> : <AllEntities />;
}
