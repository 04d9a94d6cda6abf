import { Button, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { PreviewDeletionQuery } from '../../../../client/generated/graphql';
import { Confirm } from '../../components/confirm';
import { Moment } from '../../components/moment';
import { Owners } from '../memories/memory-table';

interface Props {
  readonly preview: PreviewDeletionQuery['previewDeletion'];
  /** @returns what went wrong, for a person */
  remove(): Promise<string | null>;
}

/** What would be deleted: how many, and some of them. */
export function Preview({ preview: { count, sample }, remove }: Props) {
  const [isAsking, setAsking] = useState(false);
  const what = count === 1 ? '1 memory' : `${count.toLocaleString()} memories`;
  return (
    <Paper component="section" withBorder p="md" mt="md" aria-label="Preview">
      <Stack>
        <Group justify="space-between">
          <Text fw={600} role="status">
            {count === 0 ? 'No memory fits.' : `${what} would be deleted.`}
          </Text>
          {count > 0 && (
            <Button color="red" onClick={() => setAsking(true)}>
              Delete {what}
            </Button>
          )}
        </Group>
        {count > 0 && <Sample memories={sample} isAll={sample.length === count} />}
      </Stack>
      <Confirm opened={isAsking} title={`Delete ${what}?`} action={`Delete ${what}`} word={`delete ${count}`} onConfirm={remove} onClose={() => setAsking(false)}>
        They are gone from every search and list at once, with their history. Memories that are added later stay.
      </Confirm>
    </Paper>
  );
}

function Sample({ memories, isAll }: { memories: Props['preview']['sample']; isAll: boolean }) {
  return (
    <>
      {!isAll && (
        <Text size="sm" c="dimmed">
          The newest {memories.length} of them:
        </Text>
      )}
      <Table.ScrollContainer minWidth={480}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Memory</Table.Th>
              <Table.Th>Of</Table.Th>
              <Table.Th>Created</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {memories.map((memory) => (
              <Table.Tr key={memory.id}>
                <Table.Td>
                  <Text size="sm" dir="auto" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                    {memory.text}
                  </Text>
                </Table.Td>
                <Table.Td miw={130}>
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
    </>
  );
}
