import { RemoveButton, toActionsColumn } from '../../components/row-actions';
import { ActionIcon, Group, Text } from '@mantine/core';
import { Badge } from '../../components/badge';
import { DownloadIcon } from '../../components/icons';
import { useState } from 'react';
import { useQuery } from 'urql';
import { DeleteExportDocument, EventDocument, type ExportPartsFragment } from '../../api/graphql';
import { ConfirmMutation } from '../../components/confirm';
import { FilterChips } from '../../components/filter-chips';
import { EventState } from '../../components/event-state';
import { toBytes, toCount } from '../../components/format';
import { ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { useLiveEvent } from '../../components/use-live-event';
import { download } from '../../api/download';
import { showFailure } from '../../components/toast';
import { exportsTexts as words } from '../../texts/exports';

interface Props {
  readonly exports: readonly ExportPartsFragment[];
  readonly canDelete: boolean;
  onChanged(): void;
}

export function ExportTable({ exports, canDelete, onChanged }: Props) {
  const [leaving, setLeaving] = useState<ExportPartsFragment | null>(null);
  return (
    <>
      <ListTable
        label={words.exports}
        minWidth={740}
        columns={toColumns({ onEnd: onChanged, onDelete: canDelete ? setLeaving : null })}
        rows={exports}
      />
      <ConfirmMutation
        opened={leaving !== null}
        title={words.deleteThisExport}
        action={words.delete}
        mutation={DeleteExportDocument}
        input={{ id: leaving?.id ?? '' }}
        done={words.theExportIsDeleted}
        onDone={onChanged}
        onClose={() => setLeaving(null)}
      >
        {words.deleteHint}
      </ConfirmMutation>
    </>
  );
}

interface RowActions {
  onEnd(): void;
  readonly onDelete: ((row: ExportPartsFragment) => void) | null;
}

const toColumns = ({ onEnd, onDelete }: RowActions): readonly Column<ExportPartsFragment>[] => [
  {
    key: 'format',
    label: words.format,
    cell: ({ format }) => <Badge>{format}</Badge>,
  },
  { key: 'state', label: words.state, cell: (row) => <LiveState row={row} onEnd={onEnd} /> },
  {
    key: 'contents',
    label: words.contents,
    style: { minWidth: 160, maxWidth: 320 },
    cell: (row) => <Contents row={row} />,
  },
  {
    key: 'memories',
    label: words.memories,
    isNumeric: true,
    cell: (row) => ifWritten(row, toCount(row.memoryCount)),
  },
  {
    key: 'size',
    label: words.size,
    isWide: true,
    isNumeric: true,
    style: { whiteSpace: 'nowrap' },
    cell: (row) => ifWritten(row, toBytes(row.bytes)),
  },
  { key: 'created', label: words.created, isWide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { key: 'kept', label: words.keptUntil, cell: ({ expiresAt }) => <Moment at={expiresAt} never="–" /> },
  toActionsColumn(90, (row) => <Actions row={row} onDelete={onDelete && (() => onDelete(row))} />),
];

/** The count and the size of a file are known when it is complete. */
const ifWritten = ({ status }: ExportPartsFragment, text: string): string => (status === 'SUCCEEDED' ? text : '–');

function LiveState({ row, onEnd }: { row: ExportPartsFragment; onEnd: () => void }) {
  const live = useLiveEvent({ id: row.event.id, status: row.status }, onEnd);
  return (
    <>
      <EventState event={live ?? { status: row.status, totalCount: null, completedCount: 0 }} />
      {row.status === 'FAILED' && <Reason id={row.event.id} />}
    </>
  );
}

function Contents({ row: { subject, requestedFilter: filters, schema } }: { row: ExportPartsFragment }) {
  return (
    <>
      {subject ? (
        <p style={{ overflowWrap: 'anywhere' }}>
          {words.everythingAboutThe} {subject.type.toLowerCase()} {subject.name}
        </p>
      ) : (
        <FilterChips filter={filters} />
      )}
      {schema != null && (
        <Text size="xs" c="dimmed">
          {words.shapedByASchema}
        </Text>
      )}
    </>
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
        <ActionIcon
          variant="light"
          aria-label={words.download}
          loading={isBusy}
          onClick={() => void fetchFile(downloadPath)}
        >
          <DownloadIcon size={18} />
        </ActionIcon>
      )}
      {onDelete && <RemoveButton label={words.delete} onClick={onDelete} />}
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
