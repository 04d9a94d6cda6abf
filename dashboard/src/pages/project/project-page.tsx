import { Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useClient } from 'urql';
import {
  AddProjectMemberDocument,
  DeleteProjectDocument,
  ProjectDocument,
  ProjectMembersDocument,
  ProjectsDocument,
  RemoveProjectMemberDocument,
  UpdateProjectMemberDocument,
  type ProjectQuery,
} from '../../api/graphql';
import { projectSettings } from '../../../../client/generated/lists';
import { runMutation, useMutate } from '../../api/run-mutation';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { AddButton } from '../../components/add-button';
import { Answer } from '../../components/answer';
import { CopyableId } from '../../components/copy';
import { DeletionSection } from '../../components/deletion-section';
import { EmptyState } from '../../components/empty-state';
import { toCount } from '../../components/format';
import { LastChanges } from '../../components/last-changes';
import { Members, type AddMember } from '../../components/members';
import { Moment } from '../../components/moment';
import { PageHeader } from '../../components/page-header';
import { usePages } from '../../components/pager';
import { Sentence } from '../../components/sentence';
import { showToast } from '../../components/toast';
import { useViewer } from '../../session/session';
import { useOrganizationsForNewProjects, useProjectPermission } from '../../shell/permissions';
import { noteDeletion, useProject } from '../../shell/project';
import { Link } from '../../shell/routing';
import { projectTexts as words } from '../../texts/project';
import { CreateProject } from './create-project';
import { InvitationLink, useInvitationLink } from './invitation-link';
import { ProfileSettings } from './profile-settings';
import { ProjectSettings } from './project-settings';

const settingLabels = Object.fromEntries(projectSettings.map(({ name, label }) => [name, label]));

/** Shows the project's settings and members, deletes it, and creates new projects. */
export function ProjectPage() {
  const { projectId } = useProject();
  const [isCreating, setCreating] = useState(false);
  const canCreate = useOrganizationsForNewProjects().length > 0;
  return (
    <>
      <PageHeader title={words.project} description={words.createHint}>
        {canCreate && <AddButton label={words.createProject} onClick={() => setCreating(true)} />}
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
          <Group gap="xl" mb="md" align="flex-start">
            <Fact label={words.id}>
              <CopyableId id={projectId} what={words.idOfTheProject} />
            </Fact>
            <Fact label={words.organization}>
              <Link to={`/organizations/${project.organization.id}`}>{project.organization.name}</Link>
            </Fact>
            <Fact label={words.memories}>
              <Link to="/memories">{toCount(project.memoryCount)}</Link>
            </Fact>
            <Fact label={words.created}>
              <Moment at={project.createdAt} />
            </Fact>
          </Group>
          <ProjectSettings project={project} canEdit={canEdit} onSaved={again} />
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div style={{ maxWidth: '100%', overflowWrap: 'anywhere' }}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {children}
    </div>
  );
}

/** Deletes the project after showing what will be deleted. */
function ProjectDeletion({ project: { id, name, memoryCount } }: { project: NonNullable<ProjectQuery['project']> }) {
  const client = useClient();
  const { choose } = useProject();
  const remove = async () => {
    noteDeletion(id);
    const { failure } = await runMutation(client, DeleteProjectDocument, { input: { id } });
    if (failure) return failure.message;
    showToast(words.projectNameDeleted(name));
    const { data } = await client.query(ProjectsDocument, { first: 100 }, { requestPolicy: 'network-only' });
    choose(data?.projects.edges[0]?.node.id ?? '');
    return null;
  };
  return (
    <DeletionSection
      name={name}
      button={words.deleteProject}
      question={words.deleteTheProjectName(name)}
      words={words}
      onConfirm={remove}
    >
      {words.thisPermanentlyDeletes}
      <ul className="bullets">
        <li>{words.deleteMemories(memoryCount)}</li>
        <li>{words.deleteEntities}</li>
        <li>{words.deleteOperations}</li>
        <li>{words.deleteApiKeys}</li>
        <li>{words.deleteMemberships}</li>
      </ul>
      {words.deleteKeeps}
    </DeletionSection>
  );
}

function ProjectMembers({ projectId, canEdit }: { projectId: string; canEdit: boolean }) {
  const mutate = useMutate();
  const pages = usePages();
  const [result, again] = useRepeatableQuery(ProjectMembersDocument, { id: projectId, ...pages.variables });
  const { isAdmin } = useViewer();
  const add: AddMember = (member) => mutate(AddProjectMemberDocument, { projectId, ...member });
  const invitation = useInvitationLink(projectId, add);
  return (
    <Answer result={result} retry={again}>
      {({ project: { members } }) => (
        <>
          <Members
            place={{ projectId }}
            members={members}
            pages={pages}
            description={words.membersHint}
            canEdit={canEdit}
            again={again}
            add={isAdmin ? invitation.add : add}
            setRole={(member) => mutate(UpdateProjectMemberDocument, { projectId, ...member })}
            remove={(email) => mutate(RemoveProjectMemberDocument, { projectId, email })}
          />
          <InvitationLink made={invitation.made} onClose={invitation.close} />
        </>
      )}
    </Answer>
  );
}
