import { List } from '@mantine/core';
import { useClient } from 'urql';
import { DeleteProjectDocument, ProjectsDocument, type ProjectQuery } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { DeletionSection } from '../../components/deletion-section';
import { useProject } from '../../shell/project';
import { showToast } from '../../components/toast';
import { projectTexts as words } from '../../texts/project';

/** Deletes the project after showing what will be deleted. */
export function ProjectDeletion({
  project: { id, name, memoryCount },
}: {
  project: NonNullable<ProjectQuery['project']>;
}) {
  const client = useClient();
  const { choose } = useProject();
  const remove = async () => {
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
      <List size="sm" my="xs">
        <List.Item>{words.deleteMemories(memoryCount)}</List.Item>
        <List.Item>{words.deleteEntities}</List.Item>
        <List.Item>{words.deleteOperations}</List.Item>
        <List.Item>{words.deleteApiKeys}</List.Item>
        <List.Item>{words.deleteMemberships}</List.Item>
      </List>
      {words.deleteKeeps}
    </DeletionSection>
  );
}
