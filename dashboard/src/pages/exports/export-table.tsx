import { ActionIcon, Badge, Code, Group, Table, Text } from '@mantine/core';
import { DownloadIcon, Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import { DeleteExportDocument, EventDocument, type ExportPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Confirm } from '../../components/confirm';
import { EventState } from '../../components/event-state';
import { Moment } from '../../components/moment';
import { useLiveEvent } from '../../components/use-live-event';
import { download } from './download';
import { showFailure, showToast } from '../../components/toast';

interface Props {
  readonly exports: readonly ExportPartsFragment[];
  readonly canDelete: boolean;
  onChanged(): void;
}

/** Shows exports as rows, with live progress. */
export function ExportTable({ exports, canDelete, onChanged }: Props) {
  const client = useClient();
  const [leaving, setLeaving] = useState<ExportPartsFragment | null>(null);
  const remove = async () => {
    if (!leaving) return null;
    const { failure } = await runMutation(client, DeleteExportDocument, { input: { id: leaving.id } });
    if (failure) return failure.message;
    showToast('The export is deleted.');
    onChanged();
    return null;
  };
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table highlightOnHover verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {['Format', 'State', 'Which', 'Memories', 'Size', 'Created', 'Kept until'].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
            <Table.Th w={90}>
              <span className="vh">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {exports.map((row) => (
            <Row key={row.id} row={row} onEnd={onChanged} onDelete={canDelete ? () => setLeaving(row) : null} />
          ))}
        </Table.Tbody>
      </Table>
      <Confirm
        opened={leaving !== null}
        title="Delete this export?"
        action="Delete"
        onConfirm={remove}
        onClose={() => setLeaving(null)}
      >
        Deletes the file. Your memories are not affected.
      </Confirm>
    </Table.ScrollContainer>
  );
}

function Row({ row, onEnd, onDelete }: { row: ExportPartsFragment; onEnd: () => void; onDelete: (() => void) | null }) {
  const live = useLiveEvent({ id: row.event.id, status: row.status }, onEnd);
  return (
    <Table.Tr>
      <Table.Td>
        <Badge variant="light" color="gray" tt="none">
          {row.format}
        </Badge>
      </Table.Td>
      <Table.Td>
        <EventState event={live ?? { status: row.status, total: null, completed: 0 }} />
        {row.status === 'FAILED' && <Reason id={row.event.id} />}
      </Table.Td>
      <Table.Td miw={160} maw={260}>
        {row.subject ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            Everything about the {row.subject.type.toLowerCase()} {row.subject.name}
          </Text>
        ) : row.filters == null ? (
          <Text size="sm">All memories</Text>
        ) : (
          <Code style={{ overflowWrap: 'anywhere' }}>{JSON.stringify(row.filters)}</Code>
        )}
        {row.schema != null && (
          <Text size="xs" c="dimmed">
            shaped by a schema
          </Text>
        )}
      </Table.Td>
      <Table.Td>{row.memories.toLocaleString()}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{size(row.bytes)}</Table.Td>
      <Table.Td>
        <Moment at={row.createdAt} />
      </Table.Td>
      <Table.Td>
        <Moment at={row.expiresAt} never="–" />
      </Table.Td>
      <Table.Td>
        <Actions row={row} onDelete={onDelete} />
      </Table.Td>
    </Table.Tr>
  );
}

function Actions({
  row: { id, format, downloadPath },
  onDelete,
}: {
  row: ExportPartsFragment;
  onDelete: (() => void) | null;
}) {
  const [isBusy, setBusy] = useState(false);
  const fetchFile = async (path: string) => {
    setBusy(true);
    const message = await download(path, `memories-${id}.${format.toLowerCase()}`);
    setBusy(false);
    if (message) showFailure(message);
  };
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {downloadPath && (
        <ActionIcon variant="light" aria-label="Download" loading={isBusy} onClick={() => void fetchFile(downloadPath)}>
          <DownloadIcon size={18} aria-hidden />
        </ActionIcon>
      )}
      {onDelete && (
        <ActionIcon variant="subtle" color="red" aria-label="Delete" onClick={onDelete}>
          <Trash2Icon size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

function Reason({ id }: { id: string }) {
  const [{ data }] = useQuery({ query: EventDocument, variables: { id } });
  return (
    <Text size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
      {data?.event?.error ?? ''}
    </Text>
  );
}

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
