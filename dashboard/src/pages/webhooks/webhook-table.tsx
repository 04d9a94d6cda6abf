import { Anchor, Group, Text } from '@mantine/core';
import { Badge } from '../../components/badge';
import { Link } from '../../shell/routing';
import type { WebhookPartsFragment } from '../../../../client/generated/graphql';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { wireName } from './event-types';
import { webhooksTexts as words } from '../../texts/webhooks';

/** Shows webhooks as rows. */
export function WebhookTable({ webhooks }: { webhooks: readonly WebhookPartsFragment[] }) {
  return <ListTable minWidth={640} columns={columns} rows={webhooks} keyOf={({ id }) => id} />;
}

const columns: readonly Column<WebhookPartsFragment>[] = [
  {
    key: 'webhook',
    label: words.webhook,
    style: breakAnywhere,
    cell: ({ id, name, url }) => (
      <>
        <Anchor component={Link} size="sm" to={`/webhooks/${id}`}>
          {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {url}
        </Text>
      </>
    ),
  },
  { key: 'events', label: words.events, cell: ({ eventTypes }) => <EventTypes types={eventTypes} /> },
  {
    key: 'state',
    label: words.state,
    cell: (webhook) => (
      <span className="row wrap">
        <WebhookState webhook={webhook} />
        {webhook.failingSince && <Link to={`/deliveries?webhook=${webhook.id}`}>{words.reviewDeliveries}</Link>}
      </span>
    ),
  },
  { key: 'created', label: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

/** Shows the event types of a webhook by their names in messages. */
export function EventTypes({ types }: { types: readonly string[] }) {
  return (
    <Group gap={4}>
      {types.map((type) => (
        <Badge key={type}>{wireName(type)}</Badge>
      ))}
    </Group>
  );
}

/** Shows whether a webhook works. */
export function WebhookState({
  webhook: { isActive, disabledReason, failingSince },
}: {
  webhook: WebhookPartsFragment;
}) {
  if (disabledReason) return <Badge tone="failed">{words.disabledByServer}</Badge>;
  if (!isActive) return <Badge>{words.notActive}</Badge>;
  return failingSince ? <Badge tone="refused">{words.failing}</Badge> : <Badge tone="ok">{words.active}</Badge>;
}
