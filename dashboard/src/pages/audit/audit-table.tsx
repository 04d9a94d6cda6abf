import { DataTable } from '../../components/data-table';
import { toLogTime, toUtc } from '../../components/format-date';
import { formatRelativeTime } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { useHasRoom } from '../../components/use-has-room';
import type { AuditEntry } from './audit-filter';
import { toSentence } from './audit-sentence';
import { Credential } from './credential';
import { auditTexts as words } from '../../texts/audit';

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'time',
    label: words.timeUtc,
    width: 172,
    cell: ({ createdAt }) => (
      <time
        className="mono t2"
        dateTime={createdAt}
        title={`${toUtc(createdAt, true)}, ${formatRelativeTime(createdAt)}`}
      >
        {toLogTime(createdAt)}
      </time>
    ),
  },
  { key: 'change', label: words.change, cell: (entry) => <bdi>{toSentence(entry)}</bdi> },
  { key: 'credential', label: words.credential, width: 240, cell: (entry) => <Credential entry={entry} /> },
  {
    key: 'action',
    label: words.action,
    width: 190,
    cell: ({ action }) => <span className="mono t2">{action}</span>,
  },
];

const allColumns = { columnVisibility: {} };
const narrowColumns = { columnVisibility: { credential: false, action: false } };

interface Props {
  readonly rows: readonly AuditEntry[];
  readonly selected: string | null;
  onOpen(row: AuditEntry): void;
  onEnd(): void;
}

/** Shows changes as rows. */
export function AuditTable(props: Props) {
  const hasRoom = useHasRoom();
  return (
    <DataTable
      {...props}
      label={words.title}
      columns={columns}
      state={props.selected || !hasRoom ? narrowColumns : allColumns}
      keyOf={({ id }) => id}
      phone={(entry) => (
        <>
          <b className="trunc">{toSentence(entry)}</b>
          <div className="t2 trunc">
            <Credential entry={entry} />
          </div>
          <span className="mono t3">{toLogTime(entry.createdAt)}</span>
        </>
      )}
    />
  );
}
