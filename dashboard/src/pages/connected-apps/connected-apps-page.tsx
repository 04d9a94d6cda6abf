import { useState } from 'react';
import {
  ConnectedAppsDocument,
  RevokeConnectedAppDocument,
  type ConnectedAppPartsFragment,
} from '../../../../client/generated/graphql';
import { ConfirmMutation } from '../../components/confirm';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { PagedList, useListQuery } from '../../components/paged-list';
import { useUrlFilters } from '../../components/use-url-filters';
import { useViewer } from '../../session/session';
import { ConnectClient } from './connect-client';
import { ConnectedAppDrawer } from './connected-app-drawer';
import { ConnectedAppTable } from './connected-app-table';
import { connectedAppsTexts as words } from '../../texts/connected-apps';

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
        {() => <ConnectedAppTable apps={apps} selected={opened?.id ?? null} onOpen={open} onRevoke={setRevoking} />}
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
