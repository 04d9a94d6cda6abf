import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import {
  ConnectedAppsDocument,
  RevokeConnectedAppDocument,
  type ConnectedAppPartsFragment,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Answer } from '../../components/answer';
import { Confirm } from '../../components/confirm';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { Pager, usePages } from '../../components/pager';
import { showToast } from '../../components/toast';
import { useViewer } from '../../session/session';
import { ConnectClient } from './connect-client';
import { ConnectedAppTable } from './connected-app-table';
import { connectedAppsTexts as words } from '../../texts/connected-apps';

const description = 'MCP clients that you gave access to a project.';

/** Lists the viewer's connected apps and revokes them. */
export function ConnectedAppsPage() {
  const { user } = useViewer();
  return (
    <>
      <PageHeader title={words.connectedApps} description={description} />
      {user ? <OwnApps /> : <EmptyState title={words.noAccountYet}>{words.noUserHint}</EmptyState>}
    </>
  );
}

function OwnApps() {
  const pages = usePages();
  const [revoking, setRevoking] = useState<ConnectedAppPartsFragment | null>(null);
  const [result, read] = useQuery({
    query: ConnectedAppsDocument,
    variables: { ...pages.variables, withTotal: true },
    requestPolicy: 'network-only',
  });
  const reload = () => read({ requestPolicy: 'network-only' });
  return (
    <>
      <Answer result={result} retry={reload}>
        {({ connectedApps: { edges, pageInfo, totalCount } }) =>
          edges.length === 0 ? (
            <EmptyState title={words.noConnectedAppsYet} />
          ) : (
            <>
              <ConnectedAppTable apps={edges.map(({ node }) => node)} onRevoke={setRevoking} />
              <Pager pages={pages} info={pageInfo} total={totalCount} count={words.countApps} />
            </>
          )
        }
      </Answer>
      <ConnectClient />
      <Revocation
        app={revoking}
        onClose={() => setRevoking(null)}
        onRevoked={() => {
          pages.restart();
          reload();
        }}
      />
    </>
  );
}

interface RevocationProps {
  readonly app: ConnectedAppPartsFragment | null;
  onRevoked(): void;
  onClose(): void;
}

function Revocation({ app, onRevoked, onClose }: RevocationProps) {
  const client = useClient();
  const revoke = async () => {
    const { failure } = await runMutation(client, RevokeConnectedAppDocument, { input: { id: app?.id ?? '' } });
    if (failure) return failure.message;
    showToast(words.accessRevoked);
    onRevoked();
    return null;
  };
  return (
    <Confirm
      opened={app !== null}
      title={words.revokeAccessOfApp(app?.clientName ?? '')}
      action={words.revokeAccess}
      onConfirm={revoke}
      onClose={onClose}
    >
      {words.revokeWarning}
    </Confirm>
  );
}
