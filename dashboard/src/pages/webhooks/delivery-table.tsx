import { Anchor, Badge, Table, Text } from '@mantine/core';
import type {
  WebhookDeliveryPartsFragment,
  WebhookDeliveryStatus,
  WebhookErrorClass,
} from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';
import { wireName } from './event-types';

const states: Record<WebhookDeliveryStatus, { label: string; color: string }> = {
  PENDING: { label: 'Pending', color: 'yellow' },
  DELIVERED: { label: 'Delivered', color: 'teal' },
  FAILED: { label: 'Failed', color: 'red' },
};

/** Shows deliveries as rows. */
export function DeliveryTable({
  deliveries,
  open,
}: {
  deliveries: readonly WebhookDeliveryPartsFragment[];
  open: (id: string) => void;
}) {
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table highlightOnHover verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Event</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Response</Table.Th>
            <Table.Th ta="right">Latency</Table.Th>
            <Table.Th ta="right">Attempts</Table.Th>
            <Table.Th>Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deliveries.map((delivery) => (
            <Table.Tr key={delivery.id}>
              <Table.Td>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  onClick={() => open(delivery.id)}
                  aria-label={`${wireName(delivery.eventType)}, ${delivery.messageId}`}
                >
                  {wireName(delivery.eventType)}
                </Anchor>
                {delivery.replayCount > 0 && (
                  <Badge ml="xs" size="xs" color="grape">
                    Replay
                  </Badge>
                )}
              </Table.Td>
              <Table.Td>
                <DeliveryState status={delivery.status} />
              </Table.Td>
              <Table.Td maw={320}>
                <Outcome {...delivery} />
              </Table.Td>
              <Table.Td ta="right">{milliseconds(delivery.latencyMs)}</Table.Td>
              <Table.Td ta="right">{delivery.attempts.length}</Table.Td>
              <Table.Td>
                <Moment at={delivery.createdAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Shows the status of a delivery as a badge. */
export function DeliveryState({ status }: { status: WebhookDeliveryStatus }) {
  const { label, color } = states[status];
  return <Badge color={color}>{label}</Badge>;
}

/** Shows the response status, or the error without a response. */
export function Outcome({
  responseStatus,
  error,
  errorClass,
}: {
  responseStatus: number | null;
  error: string | null;
  errorClass: WebhookErrorClass | null;
}) {
  const isWordless = responseStatus !== null && (errorClass === null || errorClass === 'HTTP_STATUS');
  return (
    <>
      {responseStatus !== null && (
        <Badge variant="light" color={responseStatus < 300 ? 'teal' : 'red'}>
          {responseStatus}
        </Badge>
      )}
      {error && !isWordless && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
    </>
  );
}

/** Formats a latency. Null becomes a dash. */
export const milliseconds = (latency: number | null): string =>
  latency === null ? '–' : `${Math.round(latency).toLocaleString()} ms`;
