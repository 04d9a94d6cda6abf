import { Badge } from '../../components/badge';
import { PlainButton } from '../../components/plain-button';
import type { ConnectedAppPartsFragment } from '../../../../client/generated/graphql';
import { CopyableId } from '../../components/copy';
import { Facts } from '../../components/facts';
import { Moment } from '../../components/moment';
import { SideDrawer } from '../../components/side-drawer';
import { Link } from '../../shell/routing';
import { connectedAppsTexts as words } from '../../texts/connected-apps';
import { Scopes } from './scopes';

interface Props {
  readonly app: ConnectedAppPartsFragment;
  onRevoke(): void;
  onMove(step: 1 | -1): void;
  onClose(): void;
}

/** Shows a connected app beside the list: what it may do, since when, and its IDs. */
export function ConnectedAppDrawer({ app, onRevoke, onMove, onClose }: Props) {
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
