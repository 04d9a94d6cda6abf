import { Button } from '@mantine/core';
import { Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from '../../shell/routing';
import { useClient, useQuery } from 'urql';
import {
  DeleteOrganizationDocument,
  ProjectsDocument,
  type OrganizationPartsFragment,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Confirm } from '../../components/confirm';
import { Section } from '../../components/section';
import { showToast } from '../../components/toast';

/** Deletes an organization after showing what will be deleted. */
export function OrganizationDeletion({ organization: { id, name } }: { organization: OrganizationPartsFragment }) {
  const client = useClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [{ data }] = useQuery({
    query: ProjectsDocument,
    variables: { organizationId: id, first: 1, withTotal: true },
  });
  const projects = data?.projects.totalCount;
  const remove = async () => {
    const { failure } = await runMutation(client, DeleteOrganizationDocument, { input: { id } });
    if (failure) return failure.message;
    showToast(`Organization ${name} deleted`);
    // Removes the deleted projects from the header's list.
    await client.query(ProjectsDocument, { first: 100 }, { requestPolicy: 'network-only' });
    await navigate('/organizations');
    return null;
  };
  const action = (
    <Button
      color="red"
      variant="light"
      leftSection={<Trash2Icon size={16} aria-hidden />}
      onClick={() => setAsking(true)}
    >
      Delete organization
    </Button>
  );
  return (
    <>
      <Section title="Delete" description="For good, with all of its projects." actions={action} />
      <Confirm
        opened={isAsking}
        title={`Delete the organization ${name}?`}
        action="Delete permanently"
        word={name}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        This cannot be undone. With the organization{' '}
        {projects === 1 ? 'goes its project' : `go its ${projects ?? ''} projects`}, with all memories, webhooks and API
        keys in {projects === 1 ? 'it' : 'them'}, and the memberships. Accounts stay, and so do the request log and a
        receipt of the deletion.
      </Confirm>
    </>
  );
}
