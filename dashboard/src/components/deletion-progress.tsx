import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { CancelDeletionDocument, UndoDeletionDocument, type DeletionPartsFragment } from '../api/graphql';
import { runMutation } from '../api/run-mutation';
import { toCount, toDuration } from './format';
import { EventState, isOpen } from './event-state';
import { useTick } from './use-interval';
import { useLiveEvent } from './use-live-event';
import { showToast } from './toast';
import { commonTexts as words } from '../texts/common';

interface Props {
  readonly deletion: DeletionPartsFragment;
  onEnd(): void;
}

export function DeletionProgress({ deletion, onEnd }: Props) {
  const live = useLiveEvent(deletion.event && { id: deletion.event.id, status: deletion.status }, onEnd);
  const shown = live ?? {
    status: deletion.status,
    totalCount: deletion.memoryCount,
    completedCount: deletion.removedCount,
  };
  return (
    <Stack gap={6}>
      <EventState event={shown} />
      {(isOpen(shown.status) || shown.status === 'FAILED') && (
        <Stop deletion={deletion} isUntouched={isOpen(shown.status) && shown.completedCount === 0} onEnd={onEnd} />
      )}
    </Stack>
  );
}

function Stop({ deletion: { id, undoUntil }, isUntouched, onEnd }: Props & { isUntouched: boolean }) {
  const client = useClient();
  const [message, setMessage] = useState<string | null>(null);
  const left = useSecondsUntil(undoUntil);
  const stop = async (how: 'cancel' | 'undo') => {
    const variables = { input: { id } };
    const { failure, payload } =
      how === 'undo'
        ? await runMutation(client, UndoDeletionDocument, variables)
        : await runMutation(client, CancelDeletionDocument, variables);
    setMessage(failure?.message ?? null);
    if (payload)
      showToast(
        words.restoredAndRemoved(toCount(payload.deletion.restoredCount), toCount(payload.deletion.removedCount)),
      );
    if (payload) onEnd();
  };
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        {isUntouched && left > 0 ? (
          <Button size="compact-xs" variant="light" onClick={() => void stop('undo')}>
            {words.undoWithin(toDuration(left * 1_000))}
          </Button>
        ) : (
          <Button size="compact-xs" variant="default" onClick={() => void stop('cancel')} title={words.undoHint}>
            {words.cancel}
          </Button>
        )}
      </Group>
      {message && (
        <Text size="xs" c="red" role="alert">
          {message}
        </Text>
      )}
    </>
  );
}

function useSecondsUntil(at: string): number {
  const left = Math.max(0, Math.ceil((new Date(at).getTime() - Date.now()) / 1000));
  useTick(left === 0 ? null : 1_000);
  return left;
}
