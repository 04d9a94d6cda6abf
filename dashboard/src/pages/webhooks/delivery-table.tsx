import { PlainButton } from '../../components/plain-button';
import type {
  WebhookDeliveryPartsFragment,
  WebhookDeliveryStatus,
  WebhookErrorClass,
  WebhookPartsFragment,
} from '../../api/graphql';
import { Badge, type Tone } from '../../components/badge';
import { toDuration, toMilliseconds } from '../../components/format';
import { ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { useTick } from '../../components/use-interval';
import { Link } from '../../shell/routing';
import { webhooksTexts as words } from '../../texts/webhooks';
import { wireName } from './event-types';

type Delivery = WebhookDeliveryPartsFragment;
export type Webhooks = ReadonlyMap<string, WebhookPartsFragment>;

const tones: Readonly<Record<WebhookDeliveryStatus, Tone>> = { PENDING: 'neutral', DELIVERED: 'ok', FAILED: 'failed' };
const tickMs = 1_000;

interface Props {
  readonly deliveries: readonly Delivery[];
  readonly webhooks: Webhooks;
  /** Whether all deliveries are of one webhook, so that no column names it. */
  readonly isOfOne: boolean;
  readonly selected: string | null;
  open(id: string): void;
  resend(id: string): void;
}

export function DeliveryTable(props: Props) {
  const { deliveries, isOfOne, selected, open } = props;
  return (
    <ListTable
      label={words.deliveries}
      minWidth={selected === null ? 720 : 520}
      columns={toColumns(props)}
      rows={deliveries}
      hidden={[...(isOfOne ? ['webhook'] : []), ...(selected === null ? [] : inDrawer)]}
      selected={selected}
      onOpen={({ id }) => open(id)}
    />
  );
}

const inDrawer = ['response', 'latency', 'attempts', 'resend'];

const toColumns = ({ webhooks, open, resend }: Props): readonly Column<Delivery>[] => [
  { key: 'created', label: words.created, width: 200, cell: ({ createdAt }) => <Moment at={createdAt} hasSeconds /> },
  {
    key: 'event',
    label: words.event,
    cell: ({ id, eventType, messageId, replayCount }) => (
      <span className="row">
        <button
          type="button"
          className="memory-link op"
          onClick={() => open(id)}
          aria-label={`${wireName(eventType)}, ${messageId}`}
        >
          {wireName(eventType)}
        </button>
        {replayCount > 0 && <Badge tone="info">{words.replay}</Badge>}
      </span>
    ),
  },
  {
    key: 'webhook',
    label: words.webhook,
    width: 160,
    cell: ({ webhookId }) => <WebhookLink id={webhookId} webhooks={webhooks} />,
  },
  { key: 'status', label: words.status, width: 220, cell: (delivery) => <DeliveryState delivery={delivery} /> },
  {
    key: 'response',
    label: words.response,
    cell: (delivery) => (delivery.responseStatusCode === null && !delivery.error ? '–' : <Outcome {...delivery} />),
  },
  {
    key: 'latency',
    label: words.latency,
    width: 100,
    isNumeric: true,
    isWide: true,
    cell: ({ latencyMs }) => <span className="mono">{toMilliseconds(latencyMs)}</span>,
  },
  {
    key: 'attempts',
    label: words.attempts,
    width: 90,
    isNumeric: true,
    isWide: true,
    cell: ({ attempts }) => attempts.length,
  },
  {
    key: 'resend',
    label: words.resend,
    isLabelHidden: true,
    width: 90,
    cell: ({ id, status, attempts, messageId, webhookId }) =>
      status !== 'DELIVERED' &&
      webhooks.get(webhookId)?.isActive &&
      attempts.length > 0 && (
        <PlainButton
          look="sm"
          label={words.resend}
          aria-label={words.resendMessage(messageId)}
          onClick={(event) => (event.stopPropagation(), resend(id))}
        />
      ),
  },
];

export function WebhookLink({ id, webhooks }: { id: string; webhooks: Webhooks }) {
  return (
    <Link to={`/webhooks/${id}`} className="clamp" dir="auto">
      {webhooks.get(id)?.name ?? id}
    </Link>
  );
}

/** Shows the status of a delivery. One that failed and is tried again counts the time down. */
export function DeliveryState({ delivery: { status, attempts, nextAttemptAt } }: { delivery: Delivery }) {
  const isFailing = status === 'PENDING' && attempts.length > 0;
  const left = useTimeUntil(isFailing ? nextAttemptAt : null);
  if (!isFailing) return <Badge tone={tones[status]}>{words.states[status]}</Badge>;
  return (
    <span className="row wrap">
      <Badge tone="refused">{words.failing}</Badge>
      {left !== null && (
        <span className="meta t2" style={{ whiteSpace: 'nowrap' }}>
          {left > 0 ? words.nextTryIn(toDuration(left)) : words.nextTryNow}
        </span>
      )}
    </span>
  );
}

/** Returns the milliseconds until a time, in whole seconds, or null without one. */
function useTimeUntil(at: string | null): number | null {
  useTick(at === null ? null : tickMs);
  return at === null ? null : Math.ceil((new Date(at).getTime() - Date.now()) / 1_000) * 1_000;
}

/** Shows the response status, or the error without a response. */
export function Outcome({
  responseStatusCode,
  error,
  errorClass,
}: {
  responseStatusCode: number | null;
  error: string | null;
  errorClass: WebhookErrorClass | null;
}) {
  const isWordless = responseStatusCode !== null && (errorClass === null || errorClass === 'HTTP_STATUS');
  return (
    <>
      {responseStatusCode !== null && (
        <Badge tone={responseStatusCode < 300 ? 'ok' : 'failed'}>{responseStatusCode}</Badge>
      )}
      {error && !isWordless && <span className="clamp">{error}</span>}
    </>
  );
}
