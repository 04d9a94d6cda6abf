import { CircleXIcon, ClockIcon, TriangleAlertIcon } from '../../components/icons';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useConnection } from '../../api/connection';
import {
  ApiKeysDocument,
  EventsDocument,
  LogStreamsDocument,
  WebhooksDocument,
  type LogStreamPartsFragment,
  type WebhookPartsFragment,
} from '../../api/graphql';
import { Moment } from '../../components/moment';
import { withoutReplaced } from '../../components/replaced-keys';
import { useOrganizationPermission, useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { Link } from '../../shell/routing';
import { useOpenCorrections } from '../../shell/use-open-corrections';
import { homeTexts as words } from '../../texts/home';

interface Item {
  readonly key: string;
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly detail: ReactNode;
  readonly link: string;
  readonly action: string;
}

const weekMs = 7 * 86_400_000;
const icon = { size: 16, strokeWidth: 1.5 } as const;

/** Lists failing webhooks and log streams, failed operations and keys that expire within a week. */
export function Attention() {
  const { projectId } = useProject();
  const canSeeWebhooks = useProjectPermission(projectId, 'WEBHOOK_READ');
  const { items, isComplete } = useItems(projectId, canSeeWebhooks);
  const { state } = useConnection();
  const nothing = canSeeWebhooks ? words.nothingNeedsAttention : words.nothingYouSee;
  return (
    <section className="card" aria-label={words.attention}>
      <header style={{ paddingBottom: 12 }}>
        <h2 className="grow">{words.attention}</h2>
        {items.length > 0 && <span className="meta t3">{words.countItems(items.length)}</span>}
      </header>
      {items.length === 0 ? (
        <p className="body t2" style={{ paddingTop: 0 }}>
          {isComplete && state !== 'offline' ? nothing : words.attentionUnknown}
        </p>
      ) : (
        <ul className="att">
          {items.map(({ key, icon: sign, title, detail, link, action }) => (
            <li key={key}>
              {sign}
              <div style={{ minWidth: 0 }}>
                {title}
                <p className="meta t2">{detail}</p>
              </div>
              <Link to={link}>{action}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** @returns the items, and whether all of them were read */
function useItems(projectId: string | null, canSeeWebhooks: boolean): { items: Item[]; isComplete: boolean } {
  const pause = projectId === null;
  const [webhooks] = useQuery({
    query: WebhooksDocument,
    variables: { projectId: projectId ?? '', first: 100 },
    pause: pause || !canSeeWebhooks,
  });
  const canSeeLogStreams = useProjectPermission(projectId, 'LOG_STREAM_READ');
  const [logStreams] = useQuery({
    query: LogStreamsDocument,
    variables: { projectId, first: 100 },
    pause: pause || !canSeeLogStreams,
  });
  const { organizationId } = useProject();
  const canSeeOrganization = useOrganizationPermission(organizationId, 'ORGANIZATION_LOG_STREAM_READ');
  const [organizationStreams] = useQuery({
    query: LogStreamsDocument,
    variables: { organizationId, first: 100 },
    pause: organizationId === null || !canSeeOrganization,
  });
  const [events] = useQuery({ query: EventsDocument, variables: { projectId, status: 'FAILED', first: 3 }, pause });
  const [keys] = useQuery({ query: ApiKeysDocument, variables: { first: 100 } });
  const corrections = useOpenCorrections();
  const soon = Date.now() + weekMs;
  const items = [
    ...(webhooks.data?.webhooks.edges ?? []).flatMap(({ node }) => toWebhookItem(node)),
    ...(logStreams.data?.logStreams.edges ?? []).flatMap(({ node }) => toLogStreamItem(node)),
    // The list of the organization has the streams of its projects, too.
    ...(organizationStreams.data?.logStreams.edges ?? []).flatMap(({ node }) =>
      node.projectId ? [] : toLogStreamItem(node),
    ),
    ...(corrections > 0
      ? [
          {
            key: 'corrections',
            icon: <TriangleAlertIcon {...icon} color="var(--warn)" />,
            title: words.openCorrections(corrections),
            detail: words.correctionsHint,
            link: '/corrections',
            action: words.reviewCorrections,
          },
        ]
      : []),
    ...(events.data?.events.edges ?? []).map(({ node }) => ({
      key: node.id,
      icon: <CircleXIcon {...icon} color="var(--bad)" />,
      title: words.operationFailed(words.operations[node.type]),
      detail: <bdi>{node.error ?? words.noReasonWasStored}</bdi>,
      link: `/events/${node.id}`,
      action: words.viewEvent,
    })),
    ...withoutReplaced((keys.data?.apiKeys.edges ?? []).map(({ node }) => node))
      .filter(({ expiresAt, revokedAt }) => expiresAt && !revokedAt && new Date(expiresAt).getTime() < soon)
      .map(({ id, label, expiresAt, lastUsedAt }) => ({
        key: id,
        icon: <ClockIcon {...icon} color="var(--warn)" />,
        title: (
          <>
            {new Date(expiresAt ?? 0).getTime() < Date.now() ? words.keyExpired(label) : words.keyExpires(label)}{' '}
            <Moment at={expiresAt} />
          </>
        ),
        detail: (
          <>
            {words.lastUsed} <Moment at={lastUsedAt} />
          </>
        ),
        link: `/api-keys?rotate=${id}`,
        action: words.rotateKey,
      })),
  ];
  const isComplete = [webhooks, logStreams, organizationStreams, events, keys].every(
    ({ data, error, fetching }) => data || (!error && !fetching),
  );
  return { items, isComplete };
}

function toWebhookItem({ id, name, isActive, failingSince }: WebhookPartsFragment): Item[] {
  if (!failingSince) return [];
  const title = isActive ? words.webhookIsFailing(name) : words.webhookIsDisabled(name);
  const review = { link: `/deliveries?webhook=${id}`, action: words.reviewDeliveries };
  return [{ key: id, title, ...toFailing(words.failingSince, failingSince), ...review }];
}

// A paused stream is left out: a person paused it, and its page shows it as paused.
function toLogStreamItem({ id, name, isActive, failingSince, projectId }: LogStreamPartsFragment): Item[] {
  if (!failingSince || !isActive) return [];
  const link = projectId ? '/log-streams' : '/log-streams?scope=organization';
  const failing = toFailing(words.logStreamFailingSince, failingSince);
  return [{ key: id, title: words.logStreamIsFailing(name), ...failing, link, action: words.reviewLogStreams }];
}

const toFailing = (label: string, since: string) => ({
  icon: <TriangleAlertIcon {...icon} color="var(--bad)" />,
  detail: (
    <>
      {label} <Moment at={since} />
    </>
  ),
});
