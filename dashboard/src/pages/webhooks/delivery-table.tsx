import { useEffect, useState } from 'react';
import type {
  WebhookDeliveryPartsFragment,
  WebhookDeliveryStatus,
  WebhookErrorClass,
} from '../../../../client/generated/graphql';
import { Badge, type Tone } from '../../components/badge';
import { toDuration, toMilliseconds } from '../../components/format';
import { ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { webhooksTexts as words } from '../../texts/webhooks';
import { wireName } from './event-types';

type Delivery = WebhookDeliveryPartsFragment;

const tones: Readonly<Record<WebhookDeliveryStatus, Tone>> = { PENDING: 'neutral', DELIVERED: 'ok', FAILED: 'failed' };
const tickMs = 1_000;

interface Props {
  readonly deliveries: readonly Delivery[];
  readonly selected: string | null;
  open(id: string): void;
  /** Sends a delivery again. Undefined if the webhook is switched off. */
  readonly resend?: ((id: string) => void) | undefined;
}

/** Shows deliveries as rows. */
export function DeliveryTable({ deliveries, selected, open, resend }: Props) {
  return (
    <ListTable
      label={words.deliveries}
      minWidth={selected === null ? 720 : 520}
      columns={[...toColumns(open), ...(resend ? [toResendColumn(resend)] : [])]}
      rows={deliveries}
      keyOf={({ id }) => id}
      state={selected === null ? allColumns : besideDrawer}
      selected={selected}
      onOpen={({ id }) => open(id)}
    />
  );
}

const allColumns = { columnVisibility: {} };
// The drawer shows the rest of the open delivery.
const besideDrawer = { columnVisibility: { response: false, latency: false, attempts: false, resend: false } };

const toColumns = (open: Props['open']): readonly Column<Delivery>[] => [
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
    cell: ({ latencyMs }) => <span className="mono">{toMilliseconds(latencyMs)}</span>,
  },
  { key: 'attempts', label: words.attempts, width: 90, isNumeric: true, cell: ({ attempts }) => attempts.length },
];

const toResendColumn = (resend: (id: string) => void): Column<Delivery> => ({
  key: 'resend',
  label: words.resend,
  isLabelHidden: true,
  width: 90,
  cell: ({ id, status, attempts, messageId }) =>
    status !== 'DELIVERED' &&
    attempts.length > 0 && (
      <button
        type="button"
        className="btn sm"
        aria-label={words.resendMessage(messageId)}
        onClick={(event) => (event.stopPropagation(), resend(id))}
      >
        {words.resend}
      </button>
    ),
});

/** Shows the status of a delivery. One that failed and is tried again counts the time down. */
export function DeliveryState({ delivery: { status, attempts, nextAttemptAt } }: { delivery: Delivery }) {
  const isFailing = status === 'PENDING' && attempts.length > 0;
  const left = useTimeUntil(isFailing ? nextAttemptAt : null);
  if (!isFailing) return <Badge tone={tones[status]}>{words.states[status]}</Badge>;
  return (
    <span className="row">
      <Badge tone="refused">{words.failing}</Badge>
      {left !== null && (
        <span className="meta t2">{left > 0 ? words.nextTryIn(toDuration(left)) : words.nextTryNow}</span>
      )}
    </span>
  );
}

/** Returns the milliseconds until a time, in whole seconds, or null without one. */
function useTimeUntil(at: string | null): number | null {
  const [, tick] = useState(0);
  useEffect(() => {
    if (at === null) return;
    const timer = window.setInterval(() => tick((count) => count + 1), tickMs);
    return () => window.clearInterval(timer);
  }, [at]);
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
