import { DataTable } from '../../components/data-table';
import { formatRelativeTime } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { texts } from '../../texts';
import type { AuditEntry } from './audit-filter';
import { toTarget } from './audit-names';
import { auditTexts as words } from '../../texts/audit';

/** Returns the name of the actor: user, key, or type of actor. */
export function toActorName({ actor, actorType, keyPrefix }: AuditEntry): string {
  return actor?.name || actor?.email || (keyPrefix ? `${keyPrefix}…` : texts.audit.actors[actorType]);
}

const toClock = (at: string) => new Date(at).toISOString().replace('T', ' ').slice(0, 23);

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'time',
    label: words.timeUtc,
    width: 196,
    cell: ({ createdAt }) => (
      <time className="mono t2" dateTime={createdAt} title={formatRelativeTime(createdAt)}>
        {toClock(createdAt)}
      </time>
    ),
  },
  { key: 'actor', label: words.actor, width: 160, cell: (entry) => <bdi>{toActorName(entry)}</bdi> },
  { key: 'action', label: words.action, width: 200, cell: ({ action }) => <span className="mono">{action}</span> },
  {
    key: 'target',
    label: words.target,
    cell: (entry) => (
      <>
        <span className="t3">{entry.targetType}</span> <span className="mono t2">{toTarget(entry)}</span>
      </>
    ),
  },
];

const allColumns = { columnVisibility: {} };
const besideDrawer = { columnVisibility: { actor: false } };

interface Props {
  readonly rows: readonly AuditEntry[];
  readonly selected: string | null;
  onOpen(row: AuditEntry): void;
  onEnd(): void;
}

/** Shows changes as rows. */
export function AuditTable(props: Props) {
  return (
    <DataTable
      {...props}
      label={texts.audit.title}
      columns={columns}
      state={props.selected ? besideDrawer : allColumns}
      keyOf={({ id }) => id}
      phone={(entry) => (
        <>
          <div className="row">
            <b className="mono grow trunc">{entry.action}</b>
            <bdi>{toActorName(entry)}</bdi>
          </div>
          <div className="t2 trunc">
            {entry.targetType} <span className="mono">{toTarget(entry)}</span>
          </div>
          <span className="mono t3">{toClock(entry.createdAt)}</span>
        </>
      )}
    />
  );
}
