import { Badge, Group, Progress, Stack, Text } from '@mantine/core';
import type { EventPartsFragment } from '../../../client/generated/graphql';
import { commonTexts as words } from '../texts/common';
import { locale } from '../texts/locale';

type State = EventPartsFragment['status'];

const colors: Readonly<Record<State, string>> = {
  PENDING: 'gray',
  RUNNING: 'blue',
  SUCCEEDED: 'teal',
  FAILED: 'red',
  CANCELLED: 'orange',
};
const labels: Readonly<Record<State, string>> = {
  PENDING: 'Pending',
  RUNNING: 'Running',
  SUCCEEDED: 'Done',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
};

/** Returns whether an operation has not ended yet. */
export const isOpen = (status: State): boolean => status === 'PENDING' || status === 'RUNNING';

/** Shows the status of an operation as a badge. */
export function StateBadge({ status }: { status: State }) {
  return (
    <Badge variant="light" color={colors[status]} tt="none">
      {labels[status]}
    </Badge>
  );
}

/** Shows the status of an operation, with a progress bar while it runs. */
export function EventState({
  event: { status, total, completed },
}: {
  event: Pick<EventPartsFragment, 'status' | 'total' | 'completed'>;
}) {
  const counts = total === null ? '' : `${completed.toLocaleString(locale)} of ${total.toLocaleString(locale)}`;
  return (
    <Stack gap={4} miw={120}>
      <Group gap="xs" wrap="nowrap">
        <StateBadge status={status} />
        {counts && (
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {counts}
          </Text>
        )}
      </Group>
      {isOpen(status) && total !== null && total > 0 && (
        <Progress.Root size="sm">
          <Progress.Section value={(100 * completed) / total} aria-label={words.progress} />
        </Progress.Root>
      )}
    </Stack>
  );
}
