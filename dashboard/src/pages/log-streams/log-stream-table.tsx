import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import {
  DeleteLogStreamDocument,
  UpdateLogStreamDocument,
  type LogStreamPartsFragment,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Confirm } from '../../components/confirm';
import { Moment } from '../../components/moment';
import { showToast } from '../../components/toast';
import { formats, getLabel, sources } from './labels';
import { ReplayLogStream } from './replay-log-stream';

interface Props {
  readonly streams: readonly LogStreamPartsFragment[];
  onChanged(): void;
}

type Dialog = { readonly kind: 'replay' | 'delete'; readonly stream: LogStreamPartsFragment } | null;

/** Log streams as rows, with their lag and their actions. */
export function LogStreamTable({ streams, onChanged }: Props) {
  const client = useClient();
  const [dialog, setDialog] = useState<Dialog>(null);
  const deleted = dialog?.kind === 'delete' ? dialog.stream : null;
  const remove = async () => {
    const { failure } = await runMutation(client, DeleteLogStreamDocument, { input: { id: deleted?.id ?? '' } });
    if (failure) return failure.message;
    showToast('Log stream deleted');
    onChanged();
    return null;
  };
  return (
    <>
      <Table.ScrollContainer minWidth={820}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Log stream</Table.Th>
              <Table.Th>Log</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th>Lag</Table.Th>
              <Table.Th>Last sent</Table.Th>
              <Table.Th>
                <span className="vh">Actions</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {streams.map((stream) => (
              <Row key={stream.id} stream={stream} onChanged={onChanged} open={setDialog} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <ReplayLogStream
        stream={dialog?.kind === 'replay' ? dialog.stream : null}
        onReplayed={onChanged}
        onClose={() => setDialog(null)}
      />
      <Confirm
        opened={deleted !== null}
        title={`Delete the log stream ${deleted?.name ?? ''}?`}
        action="Delete"
        word={deleted?.name}
        onConfirm={remove}
        onClose={() => setDialog(null)}
      >
        The endpoint receives no further rows, also not those that wait. This cannot be undone.
      </Confirm>
    </>
  );
}

interface RowProps {
  readonly stream: LogStreamPartsFragment;
  onChanged(): void;
  open(dialog: Dialog): void;
}

function Row({ stream, onChanged, open }: RowProps) {
  const client = useClient();
  const { id, name, url, source, format, isActive, lag, lastSentAt } = stream;
  const toggle = async () => {
    const { failure } = await runMutation(client, UpdateLogStreamDocument, { input: { id, isActive: !isActive } });
    showToast(failure?.message ?? (isActive ? 'Log stream paused' : 'Log stream resumed'));
    onChanged();
  };
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {url}
        </Text>
      </Table.Td>
      <Table.Td>
        {getLabel(sources, source)}, {getLabel(formats, format)}
      </Table.Td>
      <Table.Td maw={260}>
        <State stream={stream} />
      </Table.Td>
      <Table.Td>
        {lag.rows === 0 ? (
          'None'
        ) : (
          <>
            {lag.rows.toLocaleString()} {lag.rows === 1 ? 'row' : 'rows'}, <Moment at={lag.oldestAt} />
          </>
        )}
      </Table.Td>
      <Table.Td>
        <Moment at={lastSentAt} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <Button size="xs" variant="default" onClick={() => void toggle()}>
            {isActive ? 'Pause' : 'Resume'}
          </Button>
          <Button size="xs" variant="default" onClick={() => open({ kind: 'replay', stream })}>
            Replay
          </Button>
          <Button size="xs" variant="light" color="red" onClick={() => open({ kind: 'delete', stream })}>
            Delete
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function State({ stream: { isActive, failingSince, lastError } }: { stream: LogStreamPartsFragment }) {
  if (!isActive) return <Badge color="gray">Paused</Badge>;
  if (!failingSince) return <Badge color="teal">Active</Badge>;
  return (
    <>
      <Badge color="orange">Failing</Badge>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {lastError}
      </Text>
    </>
  );
}
