import { Button } from '@mantine/core';
import { Sentence } from '../../components/sentence';
import { PlusIcon } from '../../components/icons';
import { useState } from 'react';
import { Link } from '../../shell/routing';
import { ProjectDocument } from '../../../../client/generated/graphql';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { projectSettings } from '../../../../client/generated/lists';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { LastChanges } from '../../components/last-changes';
import { PageHeader } from '../../components/page-header';
import { useOrganizationsForNewProjects, useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { CreateProject } from './create-project';
import { ProfileSettings } from './profile-settings';
import { ProjectDeletion } from './project-deletion';
import { ProjectFacts } from './project-facts';
import { ProjectMembers } from './project-members';
import { ProjectSettings } from './project-settings';
import { projectTexts as words } from '../../texts/project';

const settingLabels = Object.fromEntries(projectSettings.map(({ name, label }) => [name, label]));

/** Shows the project's settings and members, deletes it, and creates new projects. */
export function ProjectPage() {
  const { projectId } = useProject();
  const [isCreating, setCreating] = useState(false);
  const canCreate = useOrganizationsForNewProjects().length > 0;
  return (
    <>
      <PageHeader title={words.project} description={words.createHint}>
        {canCreate && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
            {words.createProject}
          </Button>
        )}
      </PageHeader>
      {projectId ? (
        <ChosenProject key={projectId} projectId={projectId} />
      ) : (
        <EmptyState title={words.noProjectYet}>
          <Sentence
            text={canCreate ? words.noProjectHint : words.askOwnerHint}
            parts={{ organization: <Link to="/organizations">{words.organizationLink}</Link> }}
          />
        </EmptyState>
      )}
      <CreateProject opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function ChosenProject({ projectId }: { projectId: string }) {
  const [result, again] = useRepeatableQuery(ProjectDocument, { id: projectId });
  const canEdit = useProjectPermission(projectId, 'PROJECT_UPDATE');
  const canEditMembers = useProjectPermission(projectId, 'PROJECT_MEMBER_WRITE');
  const canDelete = useProjectPermission(projectId, 'PROJECT_DELETE');
  const canReadChanges = useProjectPermission(projectId, 'AUDIT_LOG_READ');
  return (
    <Answer result={result} retry={again}>
      {({ project }) => (
        <>
          <ProjectFacts project={project} />
          <ProjectSettings key={project.updatedAt} project={project} canEdit={canEdit} onSaved={again} />
          {canReadChanges && (
            <LastChanges
              projectId={projectId}
              filter={{ action: 'project.update', targetId: projectId }}
              labels={settingLabels}
              version={project.updatedAt}
            />
          )}
          {canEdit && <ProfileSettings projectId={projectId} />}
          <ProjectMembers projectId={projectId} canEdit={canEditMembers} />
          {canDelete && <ProjectDeletion project={project} />}
        </>
      )}
    </Answer>
  );
}
