import { useState } from 'react';
import { ConnectedAppsDocument, RevokeConnectedAppDocument, type ConnectedAppPartsFragment } from '../../api/graphql';
import { Badge } from '../../components/badge';
import { ConfirmMutation } from '../../components/confirm';
import { CopyableId } from '../../components/copy';
import { EmptyState } from '../../components/empty-state';
import { Facts } from '../../components/facts';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { PageHeader } from '../../components/page-header';
import { PagedList, useListQuery } from '../../components/paged-list';
import { PlainButton } from '../../components/plain-button';
import { RemoveButton, toActionsColumn } from '../../components/row-actions';
import { SideDrawer } from '../../components/side-drawer';
import type { Column } from '../../components/table-model';
import { useUrlFilters } from '../../components/use-url-filters';
import { scopes } from '../../session/scopes';
import { useViewer } from '../../session/session';
import { Link } from '../../shell/routing';
import { connectedAppsTexts as words } from '../../texts/connected-apps';
import { ConnectClient } from './connect-client';

/** Lists the viewer's connected apps and revokes them. */
export function ConnectedAppsPage() {
  const { user } = useViewer();
  return (
    <>
      <PageHeader title={words.connectedApps} description={words.description} />
      {user ? <OwnApps /> : <EmptyState title={words.noAccountYet}>{words.noUserHint}</EmptyState>}
    </>
  );
}

function OwnApps() {
  const { params, change } = useUrlFilters();
  const [revoking, setRevoking] = useState<ConnectedAppPartsFragment | null>(null);
  const query = useListQuery(ConnectedAppsDocument, {}, ({ connectedApps }) => connectedApps);
  const { rows: apps } = query;
  const opened = apps.find(({ id }) => id === params.get('app'));
  const open = (app: ConnectedAppPartsFragment | undefined) => app && change({ app: app.id });
  return (
    <div className={opened ? 'with-drawer' : undefined}>
      <PagedList
        query={query}
        count={words.countApps}
        empty={<EmptyState title={words.noConnectedAppsYet}>{words.noConnectedAppsHint}</EmptyState>}
      >
        {() => (
          <ListTable
            label={words.connectedApps}
            minWidth={opened ? 420 : 740}
            columns={toColumns(open, setRevoking)}
            rows={apps}
            hidden={opened ? inDrawer : []}
            selected={opened?.id ?? null}
            onOpen={(app) => open(app)}
          />
        )}
      </PagedList>
      <ConnectClient />
      {opened && (
        <ConnectedAppDrawer
          app={opened}
          onRevoke={() => setRevoking(opened)}
          onMove={(step) => open(apps[apps.indexOf(opened) + step])}
          onClose={() => change({ app: null })}
        />
      )}
      <ConfirmMutation
        opened={revoking !== null}
        title={words.revokeAccessOfApp(revoking?.clientName ?? '')}
        action={words.revokeAccess}
        mutation={RevokeConnectedAppDocument}
        input={{ id: revoking?.id ?? '' }}
        done={words.accessRevoked}
        onDone={query.restart}
        onClose={() => setRevoking(null)}
      >
        {words.revokeWarning}
      </ConfirmMutation>
    </div>
  );
}

interface Props {
  readonly app: ConnectedAppPartsFragment;
  onRevoke(): void;
  onMove(step: 1 | -1): void;
  onClose(): void;
}

/** Shows a connected app beside the list: what it may do, since when, and its IDs. */
function ConnectedAppDrawer({ app, onRevoke, onMove, onClose }: Props) {
  return (
    <SideDrawer label={words.connectedApp} top={<Badge>{words.app}</Badge>} onClose={onClose} onMove={onMove}>
      <section>
        <h2 className="drawer-title">
          <bdi>{app.clientName}</bdi>
        </h2>
        <Facts
          rows={[
            [words.project, app.project?.name ?? app.projectId],
            [words.permissions, <Scopes key="scopes" app={app} />],
            [words.connected, <Moment key="connected" at={app.createdAt} />],
            [words.lastUsed, <Moment key="used" at={app.lastUsedAt} />],
            [words.expires, <Moment key="expires" at={app.expiresAt} />],
            [words.clientId, <CopyableId key="client" id={app.clientId} what={words.clientId} />],
            [words.projectId, <CopyableId key="project" id={app.projectId} what={words.projectId} />],
            [words.tokenPrefix, <code key="token">{app.tokenPrefix}…</code>],
            [
              words.requests,
              <Link key="requests" to={`/requests?${new URLSearchParams({ key: app.tokenPrefix, range: '10080' })}`}>
                {words.viewRequests}
              </Link>,
            ],
          ]}
        />
      </section>
      <section>
        <PlainButton look="danger" label={words.revokeAccess} onClick={onRevoke} />
        <p className="meta t3">{words.revokeWarning}</p>
      </section>
    </SideDrawer>
  );
}

const inDrawer = ['project', 'connected', 'used'];

type OnApp = (app: ConnectedAppPartsFragment) => void;

const toColumns = (onOpen: OnApp, onRevoke: OnApp): readonly Column<ConnectedAppPartsFragment>[] => [
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

function Scopes({ app }: { app: Pick<ConnectedAppPartsFragment, 'scopes'> }) {
  return (
    <span className="row wrap">
      {scopes
        .filter(({ value }) => app.scopes.includes(value))
        .map(({ value, label }) => (
          <Badge key={value} tone={value === 'DELETE' ? 'failed' : undefined}>
            {label}
          </Badge>
        ))}
    </span>
  );
}
