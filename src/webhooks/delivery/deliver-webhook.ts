import { describeRequestHeaders, describeResponseBody, describeResponseHeaders, type HttpHeader } from '../headers.js';
import { retryDelay } from '../schedule.js';
import { signatureHeader } from '../signature.js';
import type { Services } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { newId } from '../../ids.js';
import { publishMeasurement } from '@memory-gateway/meter';
import { OutboundError, readRetryAfter, type OutboundResponse } from '@memory-gateway/outbound';
import type {
  AttemptOutcome,
  ClaimedDelivery,
  SettledAttempt,
  WebhookQueueStore,
} from '../../stores/webhook/webhook-queue.js';

/** Limit of a whole attempt, from resolving the name to the last byte of the response. */
const timeoutMs = 15_000;
/** Bytes read of a response, of which an attempt keeps the first kilobyte. */
const responseBytesMax = 65_536;

interface Sent {
  readonly response: OutboundResponse | null;
  readonly requestHeaders: readonly HttpHeader[];
  /** Texts to mask where the response repeats them. */
  readonly confidential: readonly string[];
  /** Null: the receiver accepted the delivery. */
  readonly failure: { readonly errorClass: string; readonly text: string } | null;
}

export interface DeliverOptions {
  readonly queue: Pick<WebhookQueueStore, 'settle' | 'release'>;
  readonly signal: AbortSignal;
  /** Default 15 s. */
  readonly timeoutMs?: number | undefined;
}

/** Sends a delivery once, then records the attempt: after a crash in between, the same message id is sent again. */
export async function deliverWebhook(
  services: Services,
  delivery: ClaimedDelivery,
  options: DeliverOptions,
): Promise<void> {
  const started = performance.now();
  const sent = await send(services, delivery, options);
  const latencyMs = performance.now() - started;
  publishMeasurement({
    kind: 'delivery',
    name: 'attempt',
    outcome: sent.failure?.errorClass ?? 'ok',
    durationMs: latencyMs,
  });
  const outcome = outcomeOf(delivery, sent, { latencyMs, now: services.now() });
  const { projectId, webhookId, id } = delivery;
  const isFailure = outcome.errorClass !== null;
  const settled = isFailure ? await settleFailure(services, delivery, outcome) : await options.queue.settle(outcome);
  if (!settled) return;
  // Not awaited: the next delivery must not wait for the notice to subscribers.
  services.bus.publish('webhookDelivered', { projectId, webhookId, deliveryId: id }).catch((error: unknown) => {
    services.log.warn({ err: error }, 'Announcing a webhook delivery failed; subscribers do not receive it.');
  });
}

/** Records a failed attempt. Audits it if the failure disables the webhook. */
function settleFailure(
  services: Services,
  { webhookId, projectId }: ClaimedDelivery,
  outcome: AttemptOutcome,
): Promise<SettledAttempt | null> {
  return transact(services, async ({ stores, audit }) => {
    const settled = await stores.webhookQueue.settle(outcome);
    const reason = settled?.disabledReason ?? null;
    const values = { before: { isActive: true }, after: { isActive: false } };
    if (reason !== null)
      await audit({ action: 'webhook.disable', targetId: webhookId, place: { projectId }, ...values, reason });
    return settled;
  });
}

async function send(services: Services, delivery: ClaimedDelivery, options: DeliverOptions): Promise<Sent> {
  const sealed = await openSealed(services, delivery);
  if (!sealed) return unreadable;
  const { secrets, custom } = sealed;
  const body = JSON.stringify(delivery.payload);
  const own = toOwnHeaders(services, delivery, { secrets, body });
  const described = {
    requestHeaders: describeRequestHeaders(own, custom),
    confidential: [...secrets, ...custom.map(({ value }) => value)],
  };
  try {
    const response = await services.outbound.request({
      url: delivery.url,
      method: 'POST',
      headers: { ...Object.fromEntries(custom.map(({ name, value }) => [name, value])), ...own },
      body,
      timeoutMs: options.timeoutMs ?? timeoutMs,
      maxResponseBytes: responseBytesMax,
      onTooLarge: 'cut',
      signal: options.signal,
    });
    const isAccepted = response.status >= 200 && response.status < 300;
    const text = `The receiver answered ${response.status}.`;
    return { ...described, response, failure: isAccepted ? null : { errorClass: 'http_status', text } };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const failure = { errorClass: error.failure, text: error.message };
    return { ...described, response: error.response, failure };
  }
}

/** Returns the server's own headers, with the signature. */
function toOwnHeaders(
  { now }: Services,
  { messageId }: ClaimedDelivery,
  { secrets, body }: { secrets: readonly string[]; body: string },
): Record<string, string> {
  const timestamp = Math.floor(now().getTime() / 1_000);
  return {
    'content-type': 'application/json',
    'user-agent': 'memory-gateway-webhooks',
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader(secrets, { id: messageId, timestamp, body }),
  };
}

const unreadable: Sent = {
  response: null,
  requestHeaders: [],
  confidential: [],
  failure: {
    errorClass: 'secret',
    text: 'The signing secret or the headers cannot be read, because SEALING_SECRET, or JWT_SECRET in its place, has changed. Set SEALING_SECRET to the former value, or rotate the secret of the webhook and set its headers again.',
  },
};

interface Unsealed {
  /** Signing secrets, current one first. */
  readonly secrets: readonly string[];
  readonly custom: readonly HttpHeader[];
}

/** Decrypts the signing secrets and the custom headers. Null if one is unreadable; an unreadable previous secret is ignored. */
async function openSealed({ sealer, log }: Services, delivery: ClaimedDelivery): Promise<Unsealed | null> {
  try {
    const present = await sealer.open(delivery.secret);
    const previous = delivery.previousSecret && (await sealer.open(delivery.previousSecret).catch(() => null));
    const custom = delivery.headers === null ? '[]' : await sealer.open(delivery.headers);
    return { secrets: previous ? [present, previous] : [present], custom: JSON.parse(custom) as HttpHeader[] };
  } catch (error) {
    log.error({ err: error, webhookId: delivery.webhookId }, 'The secret of a webhook cannot be read.');
    return null;
  }
}

function outcomeOf(
  delivery: ClaimedDelivery,
  { response, requestHeaders, confidential, failure }: Sent,
  { latencyMs, now }: { latencyMs: number; now: Date },
): AttemptOutcome {
  const asksForTime = response?.status === 429 || response?.status === 503;
  const retryAfterMs = asksForTime ? readRetryAfter(response.headers['retry-after'], now) : null;
  const isGone = response?.status === 410;
  const delayMs = failure && !isGone ? retryDelay(delivery.attempts + 1, retryAfterMs, Math.random()) : null;
  const after = (ms: number | null) => (ms === null ? null : new Date(now.getTime() + ms));
  return {
    attemptId: newId(),
    deliveryId: delivery.id,
    projectId: delivery.projectId,
    url: delivery.url,
    responseStatus: response?.status ?? null,
    responseBody: response && describeResponseBody(response.body, confidential),
    requestHeaders,
    responseHeaders: response && describeResponseHeaders(response.headers, confidential),
    latencyMs,
    errorClass: failure?.errorClass ?? null,
    error: failure?.text ?? null,
    nextAttemptAt: after(delayMs),
    pausedUntil: after(retryAfterMs),
    disable: isGone ? 'The receiver answered 410: it is gone for good.' : null,
    now,
  };
}
