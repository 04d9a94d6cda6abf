import { DataTable } from '../../components/data-table';
import { toLogTime, toUtc } from '../../components/format-date';
import { toMilliseconds } from '../../components/format';
import { formatRelativeTime } from '../../components/moment';
import { OutcomeBadge } from '../../components/outcome-badge';
import type { Column } from '../../components/table-model';
import { useHasRoom } from '../../components/use-has-room';
import { toAuthLabel, toOutcome, toReason, type LoggedRequest } from './logged-request';
import { requestsTexts as words } from '../../texts/requests';

const slowMs = 1_000;

const latency = ({ latencyMs }: LoggedRequest) => (
  <span className="mono" style={latencyMs >= slowMs ? { color: 'var(--warn)' } : undefined}>
    {toMilliseconds(latencyMs)}
  </span>
);

const time = ({ createdAt }: LoggedRequest) => (
  <time className="mono t2" dateTime={createdAt} title={`${toUtc(createdAt, true)}, ${formatRelativeTime(createdAt)}`}>
    {toLogTime(createdAt)}
  </time>
);

const operation = (row: LoggedRequest) => {
  const reason = toReason(row);
  return (
    <>
      {row.operation && <b className="op">{row.operation}</b>}{' '}
      {(!reason || !row.operation) && <span className="mono t3">{row.path}</span>}{' '}
      {reason && <span className="reason">{reason}</span>}
    </>
  );
};

const columns: readonly Column<LoggedRequest>[] = [
  { key: 'time', label: words.timeUtc, width: 172, cell: time },
  { key: 'outcome', label: words.outcome, width: 110, cell: (row) => <OutcomeBadge outcome={toOutcome(row)} /> },
  {
    key: 'status',
    label: words.status,
    width: 66,
    cell: ({ statusCode }) => <span className="mono t2">{statusCode}</span>,
  },
  { key: 'method', label: words.method, width: 80, cell: ({ method }) => <span className="mono t3">{method}</span> },
  { key: 'operation', label: words.operation, cell: operation },
  { key: 'latency', label: words.latency, width: 96, isNumeric: true, cell: latency },
  {
    key: 'credential',
    label: words.credential,
    width: 150,
    cell: (row) => <span className="t2">{row.keyPrefix ?? toAuthLabel(row)}</span>,
  },
];

const timeLines = ({ createdAt }: LoggedRequest) => {
  const [day, clock] = toLogTime(createdAt).split(', ');
  return (
    <time className="mono t2 two-lines" dateTime={createdAt} title={toUtc(createdAt, true)}>
      <span className="t3">{day}</span>
      <span>{clock}</span>
    </time>
  );
};

const operationLines = (row: LoggedRequest) => {
  const reason = toReason(row);
  return (
    <span className="two-lines">
      {row.operation ? <b className="op">{row.operation}</b> : <span className="mono t3">{row.path}</span>}
      {reason ? <span className="reason">{reason}</span> : row.operation && <span className="mono t3">{row.path}</span>}
    </span>
  );
};

const narrowWidths: Readonly<Record<string, number>> = { time: 116, outcome: 98, latency: 90 };

/** Columns of rows with two lines, in which the name of an operation has room in a narrow window. */
const twoLineColumns: readonly Column<LoggedRequest>[] = columns.map((column) => {
  const width = narrowWidths[column.key] ?? column.width;
  if (column.key === 'operation') return { ...column, cell: operationLines };
  return { ...column, ...(width !== undefined && { width }), ...(column.key === 'time' && { cell: timeLines }) };
});

const oneLineWidth = 900;
const twoLineHeight = 48;

// The drawer names the rest of a request; the operation needs the width.
const hiddenIfNarrow = ['status', 'method', 'credential'];

interface Props {
  readonly rows: readonly LoggedRequest[];
  readonly selected: string | null;
  onOpen(row: LoggedRequest): void;
  onEnd(): void;
}

/** Shows requests as rows, newest first, with the reason of each error. */
export function RequestTable(props: Props) {
  const hasRoom = useHasRoom();
  const hasOneLine = useHasRoom(oneLineWidth);
  return (
    <DataTable
      {...props}
      label={words.requests}
      columns={hasOneLine ? columns : twoLineColumns}
      rowHeight={hasOneLine ? undefined : twoLineHeight}
      hidden={props.selected || !hasRoom ? hiddenIfNarrow : []}
      classOf={toOutcome}
      phone={(row) => (
        <>
          <div className="row">
            <b className="op grow trunc">{row.operation ?? row.path}</b>
            {latency(row)}
          </div>
          {toReason(row) && <div className="reason trunc">{toReason(row)}</div>}
          <div className="row">
            <span className="grow">
              <OutcomeBadge outcome={toOutcome(row)} />
            </span>
            {time(row)}
          </div>
        </>
      )}
    />
  );
}
