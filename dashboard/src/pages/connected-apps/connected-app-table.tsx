import { RemoveButton, toActionsColumn } from '../../components/row-actions';
import type { ConnectedAppPartsFragment } from '../../../../client/generated/graphql';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { connectedAppsTexts as words } from '../../texts/connected-apps';
import { Scopes } from './scopes';

interface Props {
  readonly apps: readonly ConnectedAppPartsFragment[];
  /** The app that is open beside the list. */
  readonly selected: string | null;
  onOpen(app: ConnectedAppPartsFragment): void;
  onRevoke(app: ConnectedAppPartsFragment): void;
}

/** Shows connected apps as rows that open, each with a button that revokes its access. */
export function ConnectedAppTable({ apps, selected, onOpen, onRevoke }: Props) {
  return (
    <ListTable
      label={words.connectedApps}
      minWidth={selected === null ? 740 : 420}
      columns={toColumns(onOpen, onRevoke)}
      rows={apps}
      keyOf={({ id }) => id}
      state={selected === null ? allColumns : besideDrawer}
      selected={selected}
      onOpen={onOpen}
    />
  );
}

const allColumns = { columnVisibility: {} };
// The drawer shows the rest of the open app.
const besideDrawer = { columnVisibility: { project: false, connected: false, used: false } };

const toColumns = (
  onOpen: Props['onOpen'],
  onRevoke: Props['onRevoke'],
): readonly Column<ConnectedAppPartsFragment>[] => [
  {
    key: 'app',
    label: words.app,
    style: breakAnywhere,
    cell: (app) => (
      <button type="button" className="memory-link op" onClick={() => onOpen(app)}>
        <bdi>{app.clientName}</bdi>
        {app.clientId.startsWith('http') && <span className="meta t3"> {new URL(app.clientId).host}</span>}
      </button>
    ),
  },
  {
    key: 'project',
    label: words.project,
    style: breakAnywhere,
    cell: ({ project, projectId }) => project?.name ?? projectId,
  },
  { key: 'permissions', label: words.permissions, cell: (app) => <Scopes app={app} /> },
  { key: 'connected', label: words.connected, isWide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { key: 'used', label: words.lastUsed, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  toActionsColumn(50, (app) => (
    <RemoveButton label={words.revokeLabel(app.clientName)} onClick={() => onRevoke(app)} />
  )),
];
