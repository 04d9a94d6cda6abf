import { useSearchParams } from 'react-router';
import { useProject } from '../../shell/project';
import { AllEntities } from './all-entities';
import { EntityPage } from './entity-page';
import { toEntityType } from './entity-kinds';
import { PageHeader } from '../../components/page-header';
import { Link } from '../../shell/routing';
import { entitiesTexts } from '../../texts/entities';
import { EntityGraph } from './entity-graph';

/** Shows the entities of the project as a list or a graph, or the one in the URL. */
export function EntitiesPage() {
  const { projectId } = useProject();
  const [params] = useSearchParams();
  const type = toEntityType(params.get('type'));
  const name = params.get('name');
  if (type && name !== null) return <EntityPage key={type + name} projectId={projectId} type={type} name={name} />;
  return params.get('view') === 'graph' ? <ProjectGraph projectId={projectId} /> : <AllEntities />;
}

/** Shows the newest memories of the project with their entities as a graph. */
function ProjectGraph({ projectId }: { projectId: string | null }) {
  return (
    <>
      <PageHeader title={entitiesTexts.projectGraph} description={entitiesTexts.projectGraphHint}>
        <Link className="btn" to="/entities">
          {entitiesTexts.list}
        </Link>
      </PageHeader>
      <section className="card" aria-label={entitiesTexts.projectGraph}>
        <EntityGraph projectId={projectId} entity={null} />
      </section>
    </>
  );
}
