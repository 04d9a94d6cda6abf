import { Button } from '@mantine/core';
import { Trash2Icon } from '../../components/icons';
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
import { organizationsTexts as words } from '../../texts/organizations';

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
    showToast(words.organizationNameDeleted(name));
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
      {words.deleteOrganization}
    </Button>
  );
  return (
    <>
      <Section title={words.delete} description={words.deleteHint} actions={action} />
      <Confirm
        opened={isAsking}
        title={words.deleteTheOrganizationName(name)}
        action={words.deletePermanently}
        word={name}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {words.deleteWarning(projects ?? 0)} {words.deleteKeeps}
      </Confirm>
    </>
  );
}
