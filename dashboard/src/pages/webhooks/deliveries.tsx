import { Alert, Badge, Button, Drawer, Group, SegmentedControl, Title } from '@mantine/core';
import { RepeatIcon } from '../../components/icons';
import { useState } from 'react';
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
import { Pager, usePages } from '../../components/pager';
import { DeliveryDetails } from './delivery-details';
import { DeliveryTable } from './delivery-table';
import { ReplayRange } from './replay-range';
import { useLiveDeliveries } from './use-live-deliveries';
import { webhooksTexts as words } from '../../texts/webhooks';

const states = [
  { value: '', label: words.all },
  { value: 'PENDING', label: words.pending },
  { value: 'DELIVERED', label: words.delivered },
  { value: 'FAILED', label: words.failed },
];

interface Props {
  readonly webhook: WebhookPartsFragment;
  /** Id of the delivery whose attempts are shown. */
  readonly openId: string | null;
  /** Path of the page that shows the list. The path of a delivery is below it. */
  readonly path: string;
  /** Called when the webhook may have changed. */
  onChanged(): void;
}

/** Lists the deliveries of a webhook, newest first, with live updates. */
export function Deliveries({ webhook, openId, path, onChanged }: Props) {
  const navigate = useNavigate();
  const [status, setStatus] = useState<string>('');
  const [replays, setReplays] = useState(0);
  const [isReplaying, setReplaying] = useState(false);
  const { newest, error } = useLiveDeliveries(webhook.id, onChanged);
  const changed = () => {
    setReplays((count) => count + 1);
    onChanged();
  };
  return (
    <section aria-label={words.deliveries}>
      <Group mb="sm">
        <Title order={2}>{words.deliveries}</Title>
        <Badge color={error ? 'gray' : 'teal'} variant="dot">
          {error ? words.notLive : words.live}
        </Badge>
        <SegmentedControl size="xs" aria-label={words.status} data={states} value={status} onChange={setStatus} />
        <Button
          size="xs"
          variant="default"
          leftSection={<RepeatIcon size={16} aria-hidden />}
          disabled={!webhook.isActive}
          onClick={() => setReplaying(true)}
        >
          {words.replayATimeRange}
        </Button>
      </Group>
      {error && (
        <Alert color="orange" mb="sm">
          {words.liveListEnded(toFailure(error).message)}
        </Alert>
      )}
      <DeliveryPages
        key={`${status} ${replays} ${webhook.isActive}`}
        webhookId={webhook.id}
        status={toStatus(status)}
        newest={newest}
        open={(id) => void navigate(`${path}/${id}`)}
      />
      <ReplayRange
        opened={isReplaying}
        webhookId={webhook.id}
        onReplayed={changed}
        onClose={() => setReplaying(false)}
      />
      <Drawer
        opened={openId !== null}
        onClose={() => void navigate(path)}
        position="right"
        size="xl"
        title={words.delivery}
      >
        {openId !== null && (
          <DeliveryDetails
            key={openId}
            id={openId}
            live={newest.get(openId)}
            canReplay={webhook.isActive}
            onReplayed={changed}
          />
        )}
      </Drawer>
    </section>
  );
}

const toStatus = (value: string): WebhookDeliveryStatus | null =>
  value === 'PENDING' || value === 'DELIVERED' || value === 'FAILED' ? value : null;

interface PagesProps {
  readonly webhookId: string;
  readonly status: WebhookDeliveryStatus | null;
  readonly newest: ReadonlyMap<string, WebhookDeliveryPartsFragment>;
  open(id: string): void;
}

function DeliveryPages({ webhookId, status, newest, open }: PagesProps) {
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
            <DeliveryTable deliveries={rows} open={open} />
            <Pager pages={pages} info={deliveries.pageInfo} noun={['delivery', 'deliveries']} />
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
