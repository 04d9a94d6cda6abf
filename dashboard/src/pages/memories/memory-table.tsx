import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import type { MemoryPartsFragment } from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';

/** Memories as rows; with scores, those of a search. */
export function MemoryTable({ memories, scores, open }: { memories: readonly MemoryPartsFragment[]; scores?: readonly number[]; open: (id: string) => void }) {
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table highlightOnHover verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {scores && <Table.Th w={80}>Score</Table.Th>}
            <Table.Th>Memory</Table.Th>
            <Table.Th>Of</Table.Th>
            <Table.Th>Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {memories.map((memory, index) => (
            <Table.Tr key={memory.id}>
              {scores && <Table.Td>{scores[index]?.toFixed(3)}</Table.Td>}
              <Table.Td>
                <Anchor component="button" type="button" size="sm" ta="start" dir="auto" c="inherit" onClick={() => open(memory.id)} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                  {memory.text}
                </Anchor>
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

/** Whom a memory belongs to. */
export function Owners({ memory: { userId, agentId, appId, runId } }: { memory: MemoryPartsFragment }) {
  const owners = Object.entries({ user: userId, agent: agentId, app: appId, run: runId }).filter(([, id]) => id !== null && id !== undefined);
  return owners.map(([kind, id]) => (
    <Text key={kind} size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
      <Text span c="dimmed" size="xs">
        {kind}{' '}
      </Text>
      {id}
    </Text>
  ));
}
