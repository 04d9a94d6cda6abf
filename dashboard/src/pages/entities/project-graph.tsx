import { PageHeader } from '../../components/page-header';
import { Link } from '../../shell/routing';
import { texts } from '../../texts';
import { EntityGraph } from './entity-graph';

/** Shows the newest memories of the project with their entities as a graph. */
export function ProjectGraph({ projectId }: { projectId: string | null }) {
  return (
    <>
      <PageHeader title={texts.entities.projectGraph} description={texts.entities.projectGraphHint}>
        <Link className="btn" to="/entities">
          {texts.entities.list}
        </Link>
      </PageHeader>
      <section className="card" aria-label={texts.entities.projectGraph}>
        <EntityGraph projectId={projectId} entity={null} />
      </section>
    </>
  );
}
