import { Badge, Button, Group, Spoiler, Stack, Text, Timeline, Title } from '@mantine/core';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import { DeleteMemoryDocument, MemoryDocument, type MemoryQuery } from '../../../../client/generated/graphql';
import { act } from '../../api/act';
import { Answer } from '../../components/answer';
import { Confirm } from '../../components/confirm';
import { CopyableId } from '../../components/copy';
import { Facts, Json } from '../../components/facts';
import { Moment } from '../../components/moment';
import { useOwnsProject } from '../../shell/ownership';
import { EditableText } from './editable-text';
import { Owners } from './memory-table';

type Memory = NonNullable<MemoryQuery['memory']>;
interface Props {
  readonly id: string;
  onChanged(): void;
  onGone(): void;
}

/** One memory with its history; OWNERs can change its text, and delete it. */
export function MemoryDetails({ id, ...props }: Props) {
  const [result, read] = useQuery({ query: MemoryDocument, variables: { id }, requestPolicy: 'network-only' });
  const again = () => read({ requestPolicy: 'network-only' });
  return (
    <Answer result={result} retry={again}>
      {({ memory }) => <Content memory={memory} again={again} {...props} />}
    </Answer>
  );
}

function Content({ memory, again, onChanged, onGone }: Omit<Props, 'id'> & { memory: Memory; again: () => void }) {
  const isOwner = useOwnsProject(memory.project.id);
  return (
    <Stack>
      <EditableText key={memory.updatedAt} memory={memory} canEdit={isOwner} onSaved={() => (again(), onChanged())} />
      <Facts rows={factsOf(memory)} labelWidth={110} />
      <History memory={memory} />
      {isOwner && <Removal memory={memory} onGone={() => (onChanged(), onGone())} />}
    </Stack>
  );
}

function factsOf(memory: Memory): [string, React.ReactNode][] {
  const categories = memory.categories ?? [];
  return [
    ['Id', <CopyableId key="id" id={memory.id} what="id of the memory" />],
    ['Of', <Owners key="of" memory={memory} />],
    [
      'Categories',
      categories.length === 0
        ? 'none'
        : categories.map((name) => (
            <Badge key={name} mr={4} maw="100%" styles={{ label: { overflow: 'hidden' } }}>
              {name}
            </Badge>
          )),
    ],
    ['Created', <Moment key="created" at={memory.createdAt} />],
    ['Updated', <Moment key="updated" at={memory.updatedAt} />],
    ['Expires', memory.expirationDate ?? 'never'],
    ['Metadata', memory.metadata == null ? 'none' : <Json key="metadata" value={memory.metadata} label="Metadata" />],
  ];
}

function History({ memory }: { memory: Memory }) {
  return (
    <section aria-label="History">
      <Title order={2} mb="xs">
        History
      </Title>
      <Timeline bulletSize={14} lineWidth={2}>
        {memory.history.map((entry) => (
          <Timeline.Item key={entry.id} title={entry.event.toLowerCase()}>
            <Spoiler maxHeight={120} showLabel="Show all of it" hideLabel="Show less">
              <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
                {entry.newMemory ?? entry.oldMemory}
              </Text>
            </Spoiler>
            <Moment at={entry.createdAt} />
          </Timeline.Item>
        ))}
      </Timeline>
    </section>
  );
}

function Removal({ memory, onGone }: { memory: Memory; onGone: () => void }) {
  const client = useClient();
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    const { failure } = await act(client, DeleteMemoryDocument, { input: { id: memory.id } });
    if (!failure) onGone();
    return failure?.message ?? null;
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
        title="Delete this memory?"
        action="Delete"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        The memory is removed from all searches and lists. This cannot be undone.
      </Confirm>
    </>
  );
}
