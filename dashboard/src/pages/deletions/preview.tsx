import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { PreviewDeletionQuery } from '../../../../client/generated/graphql';
import { Confirm } from '../../components/confirm';
import { MemoryTable } from '../memories/memory-table';

interface Props {
  readonly preview: PreviewDeletionQuery['previewDeletion'];
  /** @returns an error message, or null on success */
  remove(): Promise<string | null>;
}

/** Shows how many memories would be deleted, with a sample. */
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
      <Confirm
        opened={isAsking}
        title={`Delete ${what}?`}
        action={`Delete ${what}`}
        word={`delete ${count}`}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        They are gone from every search and list at once. Their history goes with them; who deleted what stays in the
        receipt. Memories that are added later stay.
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
      <MemoryTable memories={memories} />
    </>
  );
}
