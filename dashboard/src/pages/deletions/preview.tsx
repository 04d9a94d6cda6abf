import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { PreviewDeletionQuery } from '../../../../client/generated/graphql';
import { Confirm } from '../../components/confirm';
import { MemoryTable } from '../memories/memory-table';
import { deletionsTexts as words } from '../../texts/deletions';

interface Props {
  readonly preview: PreviewDeletionQuery['previewDeletion'];
  /** @returns an error message, or null on success */
  remove(): Promise<string | null>;
}

/** Shows how many memories would be deleted, with a sample. */
export function Preview({ preview: { memoryCount: count, sample }, remove }: Props) {
  const [isAsking, setAsking] = useState(false);
  const what = words.countMemories(count);
  return (
    <Paper component="section" withBorder p="md" mt="md" aria-label={words.preview}>
      <Stack>
        <Group justify="space-between">
          <Text fw={600} role="status">
            {count === 0 ? words.noMemoryFits : words.whatWouldBeDeleted(what)}
          </Text>
          {count > 0 && (
            <Button color="red" onClick={() => setAsking(true)}>
              {words.confirmAction(what)}
            </Button>
          )}
        </Group>
        {count > 0 && <Sample memories={sample} isAll={sample.length === count} />}
      </Stack>
      <Confirm
        opened={isAsking}
        title={words.deleteWhat(what)}
        action={words.confirmAction(what)}
        word={`delete ${count}`}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {words.confirmWarning}
      </Confirm>
    </Paper>
  );
}

function Sample({ memories, isAll }: { memories: Props['preview']['sample']; isAll: boolean }) {
  return (
    <>
      {!isAll && (
        <Text size="sm" c="dimmed">
          {words.sampleHint(memories.length)}
        </Text>
      )}
      <MemoryTable memories={memories} />
    </>
  );
}
