import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import { Link } from '../../shell/routing';
import type { WebhookPartsFragment } from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';
import { wireName } from './event-types';

/** Shows webhooks as rows. */
export function WebhookTable({ webhooks }: { webhooks: readonly WebhookPartsFragment[] }) {
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table highlightOnHover verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Webhook</Table.Th>
            <Table.Th>Events</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {webhooks.map((webhook) => (
            <Table.Tr key={webhook.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Anchor component={Link} size="sm" to={`/webhooks/${webhook.id}`}>
                  {webhook.name}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {webhook.url}
                </Text>
              </Table.Td>
              <Table.Td>
                <EventTypes types={webhook.eventTypes} />
              </Table.Td>
              <Table.Td>
                <WebhookState webhook={webhook} />
              </Table.Td>
              <Table.Td>
                <Moment at={webhook.createdAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Shows the event types of a webhook by their names in messages. */
export function EventTypes({ types }: { types: readonly string[] }) {
  return (
    <Group gap={4}>
      {types.map((type) => (
        <Badge key={type} size="sm" variant="light" tt="none">
          {wireName(type)}
        </Badge>
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
  if (disabledReason) return <Badge color="red">Switched off by the server</Badge>;
  if (!isActive) return <Badge color="gray">Not active</Badge>;
  return failingSince ? <Badge color="orange">Failing</Badge> : <Badge color="teal">Active</Badge>;
}
