import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import type { MemoryPartsFragment } from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';

interface Props {
  readonly memories: readonly MemoryPartsFragment[];
  /** Scores of a search, in the order of the memories. */
  readonly scores?: readonly number[];
  /** Undefined if rows cannot be opened. */
  open?(id: string): void;
}

/** Shows memories as rows. */
export function MemoryTable({ memories, scores, open }: Props) {
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table highlightOnHover verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {scores && <Table.Th w={80}>Score</Table.Th>}
            <Table.Th>Memory</Table.Th>
            <Table.Th>Owner</Table.Th>
            <Table.Th>Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {memories.map((memory, index) => (
            <Table.Tr key={memory.id}>
              {scores && <Table.Td>{scores[index]?.toFixed(3)}</Table.Td>}
              <Table.Td>
                <MemoryText memory={memory} open={open} />
                <Group gap={4} mt={4}>
                  {(memory.categories ?? []).map((category) => (
                    <Badge key={category} size="sm" maw="100%" styles={{ label: { overflow: 'hidden' } }}>
                      {category}
                    </Badge>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td miw={130} maw={260}>
                <Owners memory={memory} />
              </Table.Td>
              <Table.Td>
                <Moment at={memory.createdAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function MemoryText({ memory: { id, text }, open }: Pick<Props, 'open'> & { memory: MemoryPartsFragment }) {
  const shape = { size: 'sm', dir: 'auto', lineClamp: 2, style: { overflowWrap: 'anywhere' } } as const;
  if (!open) return <Text {...shape}>{text}</Text>;
  return (
    <Anchor component="button" type="button" ta="start" c="inherit" onClick={() => open(id)} {...shape}>
      {text}
    </Anchor>
  );
}

/** Shows the entities that a memory belongs to. */
export function Owners({ memory: { userId, agentId, appId, runId } }: { memory: MemoryPartsFragment }) {
  const owners = Object.entries({ user: userId, agent: agentId, app: appId, run: runId }).filter(
    ([, id]) => id !== null && id !== undefined,
  );
  return owners.map(([kind, id]) => (
    <Text key={kind} size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
      <Text span c="dimmed" size="xs">
        {kind}{' '}
      </Text>
      {id}
    </Text>
  ));
}
