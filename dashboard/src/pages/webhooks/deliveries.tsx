import { Alert } from '@mantine/core';
import { RepeatIcon } from '../../components/icons';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useNavigate } from '../../shell/routing';
import { useQuery } from 'urql';
import {
  WebhookDeliveriesDocument,
  type WebhookDeliveryPartsFragment,
  type WebhookDeliveryStatus,
  type WebhookPartsFragment,
} from '../../../../client/generated/graphql';
import { toFailure } from '../../api/failure';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { LiveBadge } from '../../components/live-badge';
import { Pager, usePages } from '../../components/pager';
import { Segments } from '../../components/segments';
import { SideDrawer } from '../../components/side-drawer';
import { toChoice } from '../../components/url-params';
import { useUrlFilters } from '../../components/use-url-filters';
import { DeliveryDetails } from './delivery-details';
import { DeliveryTable } from './delivery-table';
import { ReplayRange } from './replay-range';
import { useLiveDeliveries } from './use-live-deliveries';
import { useReplay } from './use-replay';
import { webhooksTexts as words } from '../../texts/webhooks';

const statuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
const choices = [{ value: '', label: words.all }, ...statuses.map((value) => ({ value, label: words.states[value] }))];

interface Props {
  readonly webhook: WebhookPartsFragment;
  /** Chooses another webhook. */
  readonly choice?: ReactNode;
  /** Id of the delivery whose attempts are shown. */
  readonly openId: string | null;
  /** Path of the page that shows the list. The path of a delivery is below it. */
  readonly path: string;
  /** Called when the webhook may have changed. */
  onChanged(): void;
}

/** Lists the deliveries of a webhook, newest first, with live updates. */
export function Deliveries({ webhook, choice, openId, path, onChanged }: Props) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { params, change } = useUrlFilters();
  const status = toChoice(params.get('status'), statuses, null);
  const [replays, setReplays] = useState(0);
  const [isReplaying, setReplaying] = useState(false);
  const { newest, error } = useLiveDeliveries(webhook.id, onChanged);
  const changed = () => {
    setReplays((count) => count + 1);
    onChanged();
  };
  const resend = useReplay(changed);
  return (
    <section aria-label={words.deliveries} className={openId === null ? undefined : 'with-drawer'}>
      <div className="filters wraps">
        {choice}
        <LiveBadge refused={error ? toFailure(error).message : null} />
        <Segments
          label={words.status}
          choices={choices}
          value={status ?? ''}
          onChange={(value) => change({ status: value })}
        />
        <span className="grow" />
        <button type="button" className="btn" disabled={!webhook.isActive} onClick={() => setReplaying(true)}>
          <RepeatIcon size={14} aria-hidden />
          {words.replayATimeRange}
        </button>
      </div>
      {error && (
        <Alert color="orange" mb="sm">
          {words.liveListEnded(toFailure(error).message)}
        </Alert>
      )}
      {resend.message && (
        <Alert color="red" role="alert" mb="sm">
          {resend.message}
        </Alert>
      )}
      <DeliveryPages
        key={`${status} ${replays} ${webhook.isActive}`}
        webhookId={webhook.id}
        status={status}
        openId={openId}
        newest={newest}
        resend={webhook.isActive ? resend.replay : undefined}
        open={(id) => void navigate(`${path}/${id}${search}`)}
      />
      <ReplayRange
        opened={isReplaying}
        webhookId={webhook.id}
        onReplayed={changed}
        onClose={() => setReplaying(false)}
      />
      {openId !== null && (
        <SideDrawer
          label={words.delivery}
          top={<b>{words.delivery}</b>}
          onClose={() => void navigate(`${path}${search}`)}
        >
          <DeliveryDetails
            key={openId}
            id={openId}
            live={newest.get(openId)}
            canReplay={webhook.isActive}
            onReplayed={changed}
          />
        </SideDrawer>
      )}
    </section>
  );
}

interface PagesProps {
  readonly webhookId: string;
  readonly status: WebhookDeliveryStatus | null;
  readonly newest: ReadonlyMap<string, WebhookDeliveryPartsFragment>;
  readonly openId: string | null;
  open(id: string): void;
  readonly resend: ((id: string) => void) | undefined;
}

function DeliveryPages({ webhookId, status, newest, openId, open, resend }: PagesProps) {
  const pages = usePages();
  const [result, read] = useQuery({
    query: WebhookDeliveriesDocument,
    variables: { webhookId, status, ...pages.variables },
    requestPolicy: 'network-only',
  });
  return (
    <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
      {({ webhook: { deliveries } }) => {
        const rows = merged(
          deliveries.edges.map(({ node }) => node),
          pages.number === 1 ? newest : null,
          { newest, status },
        );
        if (rows.length === 0)
          return (
            <EmptyState title={status ? words.noneOfThese : words.noDeliveriesYet}>
              {status ? words.noMatch : words.deliveriesEmptyHint}
            </EmptyState>
          );
        return (
          <>
            <DeliveryTable deliveries={rows} selected={openId} open={open} resend={resend} />
            <Pager pages={pages} info={deliveries.pageInfo} />
          </>
        );
      }}
    </Answer>
  );
}

type Delivery = WebhookDeliveryPartsFragment;

/** Merges the list with live updates. New deliveries are added to the first page only. */
function merged(
  read: readonly Delivery[],
  added: ReadonlyMap<string, Delivery> | null,
  { newest, status }: Pick<PagesProps, 'newest' | 'status'>,
): Delivery[] {
  const known = new Set(read.map(({ id }) => id));
  const oldest = read.at(-1)?.createdAt ?? '';
  const come = [...(added?.values() ?? [])].filter(
    (delivery) =>
      !known.has(delivery.id) && delivery.createdAt >= oldest && (status === null || delivery.status === status),
  );
  return [...come, ...read.map((delivery) => newest.get(delivery.id) ?? delivery)]
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, 100);
}
