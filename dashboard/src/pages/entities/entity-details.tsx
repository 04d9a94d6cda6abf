import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from '../../shell/routing';
import { useClient, useQuery } from 'urql';
import {
  DeleteEntityDocument,
  EntityDocument,
  type DeletionPartsFragment,
  type EntityPartsFragment,
  type EntityType,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { Confirm } from '../../components/confirm';
import { CopyableId } from '../../components/copy';
import { Facts, Json } from '../../components/facts';
import { Moment } from '../../components/moment';
import { entityKinds } from './entity-kinds';
import { UserProfile } from './user-profile';

interface Props {
  readonly projectId: string | null;
  readonly type: EntityType;
  readonly name: string;
  readonly canDelete: boolean;
  onDeleted(deletion: DeletionPartsFragment): void;
}

/** One entity: its figures, the way to its memories, for users the profile; it can be deleted with its memories. */
export function EntityDetails({ projectId, type, name, canDelete, onDeleted }: Props) {
  const [result, read] = useQuery({
    query: EntityDocument,
    variables: { projectId, type, name },
    requestPolicy: 'network-only',
  });
  return (
    <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
      {({ entity }) => (
        <Stack>
          <Facts rows={factsOf(entity)} />
          <Group>
            <Button
              component={Link}
              size="xs"
              variant="light"
              to={`/memories?${new URLSearchParams({ [entityKinds[type].field]: name })}`}
            >
              {entity.totalMemories === 1
                ? 'Show its memory'
                : `View ${entity.totalMemories.toLocaleString()} memories`}
            </Button>
          </Group>
          {type === 'USER' && <UserProfile projectId={projectId} userId={name} />}
          {canDelete && <Removal projectId={projectId} entity={entity} onDeleted={onDeleted} />}
        </Stack>
      )}
    </Answer>
  );
}

function factsOf({
  name,
  totalMemories,
  metadata,
  createdAt,
  updatedAt,
}: EntityPartsFragment): [string, React.ReactNode][] {
  return [
    ['Id', <CopyableId key="id" id={name} />],
    ['Memories', totalMemories.toLocaleString()],
    ['First seen', <Moment key="created" at={createdAt} />],
    ['Last active', <Moment key="updated" at={updatedAt} />],
    ...(metadata == null
      ? []
      : ([['Metadata', <Json key="metadata" value={metadata} />]] as [string, React.ReactNode][])),
  ];
}

function Removal({
  projectId,
  entity: { type, name, totalMemories },
  onDeleted,
}: Pick<Props, 'projectId' | 'onDeleted'> & { entity: EntityPartsFragment }) {
  const client = useClient();
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    const { failure, payload } = await runMutation(client, DeleteEntityDocument, { input: { projectId, type, name } });
    if (payload) onDeleted(payload.deletion);
    return failure && (failure.fields.name ?? failure.message);
  };
  return (
    <>
      <Group justify="flex-end">
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </Group>
      <Confirm
        opened={isAsking}
        title={`Delete ${name}?`}
        action="Delete entity and memories"
        word={name}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {warning(totalMemories)} A receipt stays under{' '}
        <Anchor component={Link} to="/deletions" size="sm">
          Deletions
        </Anchor>
        .
      </Confirm>
    </>
  );
}

function warning(memories: number): string {
  if (memories === 0) return 'It has no memories.';
  const what =
    memories === 1 ? 'Its one memory goes with it' : `All of its ${memories.toLocaleString()} memories go with it`;
  return `${what}, even where another entity shares them. They are hidden at once.`;
}
