import { Alert, Badge, Button, Code, Group, Stack, Table, Text, Textarea, Timeline, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import { DeleteMemoryDocument, MemoryDocument, UpdateMemoryDocument, type MemoryQuery } from '../../../../client/generated/graphql';
import { act } from '../../api/act';
import { Answer } from '../../components/answer';
import { Confirm } from '../../components/confirm';
import { Moment } from '../../components/moment';
import { Owners } from './memory-table';

type Memory = MemoryQuery['memory'];
interface Props {
  readonly id: string;
  onChanged(): void;
  onGone(): void;
}

/** One memory with its history; its text can be changed, and it can be deleted. */
export function MemoryDetails({ id, onChanged, onGone }: Props) {
  const [result, read] = useQuery({ query: MemoryDocument, variables: { id }, requestPolicy: 'network-only' });
  const again = () => read({ requestPolicy: 'network-only' });
  return (
    <Answer result={result} retry={again}>
      {({ memory }) => (
        <Stack>
          <EditableText key={memory.updatedAt} memory={memory} onSaved={() => (again(), onChanged())} />
          <Facts memory={memory} />
          <History memory={memory} />
          <Removal memory={memory} onGone={() => (onChanged(), onGone())} />
        </Stack>
      )}
    </Answer>
  );
}

function EditableText({ memory, onSaved }: { memory: Memory; onSaved: () => void }) {
  const client = useClient();
  const [text, setText] = useState(memory.text);
  const [message, setMessage] = useState<string | null>(null);
  const save = async () => {
    const { failure } = await act(client, UpdateMemoryDocument, { input: { id: memory.id, text } });
    setMessage(failure && (failure.fields.text ?? failure.message));
    if (failure) return;
    notifications.show({ message: 'Saved.', color: 'teal' });
    onSaved();
  };
  return (
    <>
      <Textarea label="Text" autosize minRows={2} value={text} onChange={(event) => setText(event.currentTarget.value)} error={message} readOnly={memory.immutable} />
      {memory.immutable ? (
        <Alert color="gray">This memory was stored as immutable: it cannot be changed.</Alert>
      ) : (
        <Group>
          <Button size="xs" disabled={text === memory.text || text.trim() === ''} onClick={() => void save()}>
            Save
          </Button>
        </Group>
      )}
    </>
  );
}

function Facts({ memory }: { memory: Memory }) {
  const rows: [string, React.ReactNode][] = [
    ['Id', <Code key="id">{memory.id}</Code>],
    ['Of', <Owners key="of" memory={memory} />],
    ['Categories', (memory.categories ?? []).map((name) => <Badge key={name} mr={4} variant="light" tt="none">{name}</Badge>)],
    ['Created', <Moment key="created" at={memory.createdAt} />],
    ['Updated', <Moment key="updated" at={memory.updatedAt} />],
    ['Expires', memory.expirationDate ?? 'never'],
    ['Metadata', <Code key="metadata" block>{JSON.stringify(memory.metadata ?? {}, null, 2)}</Code>],
  ];
  return (
    <Table variant="vertical" withTableBorder>
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th w={110}>{label}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
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
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {entry.newMemory ?? entry.oldMemory}
            </Text>
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
      <Confirm opened={isAsking} title="Delete this memory?" action="Delete" onConfirm={remove} onClose={() => setAsking(false)}>
        It is gone from every search and list at once.
      </Confirm>
    </>
  );
}
