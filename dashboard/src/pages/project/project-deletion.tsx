import { Button, List } from '@mantine/core';
import { Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useClient } from 'urql';
import { DeleteProjectDocument, ProjectsDocument, type ProjectQuery } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Confirm } from '../../components/confirm';
import { Section } from '../../components/section';
import { useProject } from '../../shell/project';
import { showToast } from '../../components/toast';

/** Deletes the project after showing what will be deleted. */
export function ProjectDeletion({
  project: { id, name, memoryCount },
}: {
  project: NonNullable<ProjectQuery['project']>;
}) {
  const client = useClient();
  const { choose } = useProject();
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    const { failure } = await runMutation(client, DeleteProjectDocument, { input: { id } });
    if (failure) return failure.message;
    showToast(`Project ${name} deleted`);
    const { data } = await client.query(ProjectsDocument, { first: 100 }, { requestPolicy: 'network-only' });
    choose(data?.projects.edges[0]?.node.id ?? '');
    return null;
  };
  const action = (
    <Button
      color="red"
      variant="light"
      leftSection={<Trash2Icon size={16} aria-hidden />}
      onClick={() => setAsking(true)}
    >
      Delete project
    </Button>
  );
  return (
    <>
      <Section title="Delete" description="Permanently deletes the project and its data." actions={action} />
      <Confirm
        opened={isAsking}
        title={`Delete the project ${name}?`}
        action="Delete permanently"
        word={name}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        This permanently deletes:
        <List size="sm" my="xs">
          <List.Item>
            {memoryCount === 1
              ? '1 memory, with its history and feedback'
              : `${memoryCount.toLocaleString()} memories, with their history and feedback`}
          </List.Item>
          <List.Item>all entities (users, agents, apps and runs)</List.Item>
          <List.Item>events, exports, webhooks and their deliveries</List.Item>
          <List.Item>API keys restricted to this project. They stop working immediately</List.Item>
          <List.Item>memberships and open invitations</List.Item>
        </List>
        The request log and a deletion receipt are kept.
      </Confirm>
    </>
  );
}
