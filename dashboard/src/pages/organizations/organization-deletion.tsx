import { useNavigate } from '../../shell/routing';
import { useClient, useQuery } from 'urql';
import {
  DeleteOrganizationDocument,
  ProjectsDocument,
  type OrganizationPartsFragment,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { DeletionSection } from '../../components/deletion-section';
import { showToast } from '../../components/toast';
import { organizationsTexts as words } from '../../texts/organizations';

/** Deletes an organization after showing what will be deleted. */
export function OrganizationDeletion({ organization: { id, name } }: { organization: OrganizationPartsFragment }) {
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
