import { ProjectDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { ProjectCategories } from './project-categories';
import { categoriesTexts as words } from '../../texts/categories';

/** Shows the categories of the project. */
export function CategoriesPage() {
  const { projectId } = useProject();
  return projectId ? (
    <OfProject key={projectId} projectId={projectId} />
  ) : (
    <>
      <PageHeader title={words.categories} />
      <EmptyState title={words.noProjectYet}>{words.noProjectHint}</EmptyState>
    </>
  );
}

function OfProject({ projectId }: { projectId: string }) {
  const [result, again] = useFreshQuery(ProjectDocument, { id: projectId });
  const canEdit = useProjectPermission(projectId, 'PROJECT_UPDATE');
  return (
    <Answer result={result} retry={again}>
      {({ project }) => <ProjectCategories project={project} canEdit={canEdit} onSaved={again} />}
    </Answer>
  );
}
