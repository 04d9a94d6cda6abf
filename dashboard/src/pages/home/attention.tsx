import { CircleXIcon, ClockIcon, TriangleAlertIcon } from '../../components/icons';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { ApiKeysDocument, EventsDocument, WebhooksDocument } from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';
import { useProject } from '../../shell/project';
import { Link } from '../../shell/routing';
import { texts } from '../../texts';
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
const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Lists failing webhooks, failed operations and keys that expire within a week. */
export function Attention() {
  const items = useItems();
  return (
    <section className="card" aria-label={texts.home.attention}>
      <header style={{ paddingBottom: 12 }}>
        <h2 className="grow">{texts.home.attention}</h2>
        {items.length > 0 && (
          <span className="meta t3">{items.length === 1 ? words.oneItem : words.countItems(items.length)}</span>
        )}
      </header>
      {items.length === 0 ? (
        <p className="body t2" style={{ paddingTop: 0 }}>
          {texts.home.nothing}
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

function useItems(): Item[] {
  const { projectId } = useProject();
  const pause = projectId === null;
  const [webhooks] = useQuery({
    query: WebhooksDocument,
    variables: { projectId: projectId ?? '', first: 100 },
    pause,
  });
  const [events] = useQuery({ query: EventsDocument, variables: { projectId, status: 'FAILED', first: 3 }, pause });
  const [keys] = useQuery({ query: ApiKeysDocument, variables: { first: 100 } });
  const soon = Date.now() + weekMs;
  return [
    ...(webhooks.data?.project?.webhooks.edges ?? []).flatMap(({ node }) => toWebhookItem(node)),
    ...(events.data?.events.edges ?? []).map(({ node }) => ({
      key: node.id,
      icon: <CircleXIcon {...icon} color="var(--bad)" />,
      title: (
        <>
          {words.operation} <b>{node.type}</b> {words.failed}
        </>
      ),
      detail: <bdi>{node.error ?? words.noReasonWasStored}</bdi>,
      link: `/events/${node.id}`,
      action: words.viewEvent,
    })),
    ...(keys.data?.apiKeys.edges ?? [])
      .map(({ node }) => node)
      .filter(({ expiresAt, revokedAt }) => expiresAt && !revokedAt && new Date(expiresAt).getTime() < soon)
      .map(({ id, label, expiresAt, lastUsedAt }) => ({
        key: id,
        icon: <ClockIcon {...icon} color="var(--warn)" />,
        title: (
          <>
            {words.key} <b>{label}</b> {new Date(expiresAt ?? 0).getTime() < Date.now() ? words.expired : words.expires}{' '}
            <Moment at={expiresAt} />
          </>
        ),
        detail: (
          <>
            {words.lastUsed} <Moment at={lastUsedAt} never="never" />
          </>
        ),
        link: '/api-keys',
        action: words.viewKeys,
      })),
  ];
}

interface WebhookState {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly failingSince?: string | null;
}

function toWebhookItem({ id, name, isActive, failingSince }: WebhookState): Item[] {
  if (!failingSince) return [];
  return [
    {
      key: id,
      icon: <TriangleAlertIcon {...icon} color="var(--bad)" />,
      title: (
        <>
          {words.webhook} <b>{name}</b> {isActive ? words.isFailing : words.isDisabled}
        </>
      ),
      detail: (
        <>
          {words.failingSince} <Moment at={failingSince} />
        </>
      ),
      link: `/webhooks/${id}`,
      action: words.reviewDeliveries,
    },
  ];
}
