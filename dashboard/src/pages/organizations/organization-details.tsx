import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import { object } from 'zod/mini';
import {
  AddOrganizationMemberDocument,
  DeleteOrganizationDocument,
  OrganizationMembersDocument,
  OrganizationNameDocument,
  ProjectsDocument,
  RemoveOrganizationMemberDocument,
  UpdateOrganizationDocument,
  UpdateOrganizationMemberDocument,
  type OrganizationPartsFragment,
} from '../../api/graphql';
import { runMutation, useMutate } from '../../api/run-mutation';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { CopyableId } from '../../components/copy';
import { DeletionSection } from '../../components/deletion-section';
import { MutationDialog } from '../../components/form-dialog';
import { ArrowLeftIcon } from '../../components/icons';
import { Members } from '../../components/members';
import { PageHeader } from '../../components/page-header';
import { usePages } from '../../components/pager';
import { PlainButton } from '../../components/plain-button';
import { name as nameRule } from '../../components/rules';
import { showToast } from '../../components/toast';
import { useOrganizationPermission } from '../../shell/permissions';
import { Link, useNavigate } from '../../shell/routing';
import { organizationsTexts as words } from '../../texts/organizations';
import { OrganizationProjects } from './organization-projects';

const schema = object({ name: nameRule });

/** Shows an organization with its projects and members, and deletes it. */
export function OrganizationDetails({ id }: { id: string }) {
  const [result, again] = useRepeatableQuery(OrganizationNameDocument, { id });
  const [isRenaming, setRenaming] = useState(false);
  const canRename = useOrganizationPermission(id, 'ORGANIZATION_UPDATE');
  const canCreateProjects = useOrganizationPermission(id, 'PROJECT_CREATE');
  const canEditMembers = useOrganizationPermission(id, 'ORGANIZATION_MEMBER_WRITE');
  const canDelete = useOrganizationPermission(id, 'ORGANIZATION_DELETE');
  return (
    <>
      <Link to="/organizations">
        <ArrowLeftIcon size={14} /> {words.allOrganizations}
      </Link>
      <Answer result={result} isPage retry={again}>
        {({ organization }) => (
          <>
            <PageHeader
              title={organization.name}
              description={<CopyableId id={organization.id} what={words.idOfTheOrganization} />}
            >
              {canRename && <PlainButton label={words.rename} onClick={() => setRenaming(true)} />}
            </PageHeader>
            <MutationDialog
              opened={isRenaming}
              title={words.renameName(organization.name)}
              action={words.rename}
              schema={schema}
              initialValues={{ name: organization.name }}
              mutation={UpdateOrganizationDocument}
              toInput={(values) => ({ id, ...values })}
              onDone={(_payload, { name }) => {
                showToast(words.renamed(name));
                again();
              }}
              onClose={() => setRenaming(false)}
            >
              {(form) => <TextInput {...form.getInputProps('name')} label={words.name} required data-autofocus />}
            </MutationDialog>
            <OrganizationProjects organizationId={id} canEdit={canCreateProjects} />
            <OrganizationMembers organizationId={id} canEdit={canEditMembers} />
            {canDelete && <OrganizationDeletion organization={organization} />}
          </>
        )}
      </Answer>
    </>
  );
}

/** Deletes an organization after showing what will be deleted. */
function OrganizationDeletion({ organization: { id, name } }: { organization: OrganizationPartsFragment }) {
  const client = useClient();
  const navigate = useNavigate();
  const [{ data }] = useQuery({
    query: ProjectsDocument,
    variables: { organizationId: id, first: 1, withTotal: true },
  });
  const projects = data?.projects.totalCount;
  const remove = async () => {
    const { failure } = await runMutation(client, DeleteOrganizationDocument, { input: { id } });
    if (failure) return failure.message;
    showToast(words.organizationNameDeleted(name));
    // Removes the deleted projects from the header's list.
    await client.query(ProjectsDocument, { first: 100 }, { requestPolicy: 'network-only' });
    await navigate('/organizations');
    return null;
  };
  return (
    <DeletionSection
      name={name}
      button={words.deleteOrganization}
      question={words.deleteTheOrganizationName(name)}
      words={words}
      onConfirm={remove}
    >
      {words.deleteWarning(projects ?? 0)} {words.deleteKeeps}
    </DeletionSection>
  );
}

function OrganizationMembers({ organizationId, canEdit }: { organizationId: string; canEdit: boolean }) {
  const mutate = useMutate();
  const pages = usePages();
  const [result, again] = useRepeatableQuery(OrganizationMembersDocument, { id: organizationId, ...pages.variables });
  return (
    <Answer result={result} retry={again}>
      {({ organization: { members } }) => (
        <Members
          place={{ organizationId }}
          members={members}
          pages={pages}
          description={words.membersHint}
          canEdit={canEdit}
          again={again}
          add={(member) => mutate(AddOrganizationMemberDocument, { organizationId, ...member })}
          setRole={(member) => mutate(UpdateOrganizationMemberDocument, { organizationId, ...member })}
          remove={(email) => mutate(RemoveOrganizationMemberDocument, { organizationId, email })}
        />
      )}
    </Answer>
  );
}
