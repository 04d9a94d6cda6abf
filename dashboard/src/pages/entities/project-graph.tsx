import { PageHeader } from '../../components/page-header';
import { Link } from '../../shell/routing';
import { entitiesTexts } from '../../texts/entities';
import { EntityGraph } from './entity-graph';

/** Shows the newest memories of the project with their entities as a graph. */
export function ProjectGraph({ projectId }: { projectId: string | null }) {
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
