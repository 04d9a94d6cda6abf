import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { object } from 'zod/mini';
import {
  DeleteLogStreamDocument,
  ReplayLogStreamDocument,
  UpdateLogStreamDocument,
  type LogStreamPartsFragment,
} from '../../api/graphql';
import { Badge } from '../../components/badge';
import { ConfirmMutation } from '../../components/confirm';
import { DayField } from '../../components/day-field';
import { MutationDialog } from '../../components/form-dialog';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Age, Moment } from '../../components/moment';
import { toActionsColumn } from '../../components/row-actions';
import { requiredTime, toLocalTime } from '../../components/rules';
import type { Column } from '../../components/table-model';
import { useAct } from '../../components/use-act';
import { logStreamsTexts as words } from '../../texts/log-streams';

interface Props {
  readonly streams: readonly LogStreamPartsFragment[];
  onChanged(): void;
}

type Dialog = { readonly kind: 'replay' | 'delete'; readonly stream: LogStreamPartsFragment } | null;

const schema = object({ since: requiredTime });

export function LogStreamTable({ streams, onChanged }: Props) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const deleted = dialog?.kind === 'delete' ? dialog.stream : null;
  return (
    <>
      <ListTable label={words.logStreams} minWidth={740} columns={toColumns(onChanged, setDialog)} rows={streams} />
      <MutationDialog
        opened={dialog?.kind === 'replay'}
        title={words.replayStream(dialog?.stream.name ?? '')}
        action={words.replay}
        schema={schema}
        initialValues={{ since: toLocalTime(new Date(Date.now() - 86_400_000)) }}
        mutation={ReplayLogStreamDocument}
        toInput={({ since }) => ({ id: dialog?.stream.id ?? '', since })}
        done={words.replayStarted}
        onDone={onChanged}
        onClose={() => setDialog(null)}
      >
        {(form) => (
          <>
            <p>{words.replayHint}</p>
            <DayField {...form.getInputProps('since')} hasTime label={words.from} required />
          </>
        )}
      </MutationDialog>
      <ConfirmMutation
        opened={deleted !== null}
        title={words.deleteTitle(deleted?.name ?? '')}
        action={words.delete}
        word={deleted?.name}
        mutation={DeleteLogStreamDocument}
        input={{ id: deleted?.id ?? '' }}
        done={words.logStreamDeleted}
        onDone={onChanged}
        onClose={() => setDialog(null)}
      >
        {words.deleteWarning}
      </ConfirmMutation>
    </>
  );
}

interface RowProps {
  readonly stream: LogStreamPartsFragment;
  onChanged(): void;
  open(dialog: Dialog): void;
}

const toColumns = (
  onChanged: () => void,
  open: (dialog: Dialog) => void,
): readonly Column<LogStreamPartsFragment>[] => [
  {
    key: 'name',
    label: words.logStream,
    style: breakAnywhere,
    cell: ({ name, url }) => (
      <>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <p className="t3">{url}</p>
      </>
    ),
  },
  { key: 'log', label: words.log, cell: ({ source, format }) => `${words.sources[source]}, ${words.formats[format]}` },
  { key: 'state', label: words.state, style: { maxWidth: 260 }, cell: (stream) => <State stream={stream} /> },
  { key: 'lag', label: words.lag, cell: ({ lag }) => <Lag lag={lag} /> },
  { key: 'sent', label: words.lastSent, isWide: true, cell: ({ lastSentAt }) => <Moment at={lastSentAt} /> },
  toActionsColumn(null, (stream) => <Actions stream={stream} onChanged={onChanged} open={open} />),
];

function Lag({ lag: { rowCount: rows, oldestAt } }: Pick<LogStreamPartsFragment, 'lag'>) {
  if (rows === 0) return words.none;
  return (
    <>
      {words.countRows(rows)}, {oldestAt && <Age at={oldestAt} />}
    </>
  );
}

function Actions({ stream, onChanged, open }: RowProps) {
  const act = useAct();
  const { id, isActive } = stream;
  const toggle = async () => {
    const done = isActive ? words.logStreamPaused : words.logStreamResumed;
    await act(UpdateLogStreamDocument, { id, isActive: !isActive }, done);
    onChanged();
  };
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button variant="default" onClick={() => void toggle()}>
        {isActive ? words.pause : words.resume}
      </Button>
      <Button variant="default" onClick={() => open({ kind: 'replay', stream })}>
        {words.replay}
      </Button>
      <Button variant="light" color="red" onClick={() => open({ kind: 'delete', stream })}>
        {words.delete}
      </Button>
    </Group>
  );
}

function State({ stream: { isActive, failingSince, lastError } }: { stream: LogStreamPartsFragment }) {
  if (!isActive) return <Badge>{words.paused}</Badge>;
  if (!failingSince) return <Badge tone="ok">{words.active}</Badge>;
  return (
    <>
      <Badge tone="refused">{words.failing}</Badge>
      <p style={{ overflowWrap: 'anywhere' }}>{lastError}</p>
    </>
  );
}
