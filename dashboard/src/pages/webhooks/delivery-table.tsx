import { Anchor, Badge, Text } from '@mantine/core';
import type {
  WebhookDeliveryPartsFragment,
  WebhookDeliveryStatus,
  WebhookErrorClass,
} from '../../../../client/generated/graphql';
import { ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { wireName } from './event-types';
import { webhooksTexts as words } from '../../texts/webhooks';
import { locale } from '../../texts/locale';

const states: Record<WebhookDeliveryStatus, { label: string; color: string }> = {
  PENDING: { label: words.pending, color: 'yellow' },
  DELIVERED: { label: words.delivered, color: 'teal' },
  FAILED: { label: words.failed, color: 'red' },
};

interface Props {
  readonly deliveries: readonly WebhookDeliveryPartsFragment[];
  open(id: string): void;
}

/** Shows deliveries as rows. */
export function DeliveryTable({ deliveries, open }: Props) {
  return <ListTable minWidth={640} columns={toColumns(open)} rows={deliveries} keyOf={({ id }) => id} />;
}

const toColumns = (open: Props['open']): readonly Column<WebhookDeliveryPartsFragment>[] => [
  {
    key: 'event',
    label: words.event,
    cell: ({ id, eventType, messageId, replayCount }) => (
      <>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => open(id)}
          aria-label={`${wireName(eventType)}, ${messageId}`}
        >
          {wireName(eventType)}
        </Anchor>
        {replayCount > 0 && (
          <Badge ml="xs" size="xs" color="grape">
            {words.replay}
          </Badge>
        )}
      </>
    ),
  },
  { key: 'status', label: words.status, cell: ({ status }) => <DeliveryState status={status} /> },
  { key: 'response', label: words.response, style: { maxWidth: 320 }, cell: (delivery) => <Outcome {...delivery} /> },
  { key: 'latency', label: words.latency, isNumeric: true, cell: ({ latencyMs }) => milliseconds(latencyMs) },
  { key: 'attempts', label: words.attempts, isNumeric: true, cell: ({ attempts }) => attempts.length },
  { key: 'created', label: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

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
  latency === null ? '–' : `${Math.round(latency).toLocaleString(locale)} ms`;
