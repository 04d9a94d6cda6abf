import { setTimeout as wait } from 'node:timers/promises';
import { startRounds } from '@memory-gateway/load';
import type { Services } from '../../context.js';
import { quietMsOf } from '../../stores/quiet.js';
import { connectDatabase } from '@memory-gateway/database';
import { webhookQueueStore, type ClaimedDelivery, type WebhookQueueStore } from '../../stores/webhook/webhook-queue.js';
import { deliverWebhook, type DeliverOptions } from './deliver-webhook.js';

export interface WebhookWorkerOptions {
  /** Concurrent deliveries to endpoints whose latest attempt succeeded. Default 64. */
  readonly healthySlots?: number;
  /** Concurrent deliveries to all other endpoints, one per endpoint. Default 4. */
  readonly failingSlots?: number;
  /** Concurrent deliveries to one healthy endpoint. Default 10. */
  readonly perEndpoint?: number;
  /** Milliseconds between polls for retries and for deliveries of dead processes. Default 500. */
  readonly pollMs?: number;
  /** Limit of one attempt in milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
}

export interface WebhookWorker {
  /** Stops polling and waits for running deliveries. Releases those that need longer than `limitMs`. */
  stop(limitMs: number): Promise<void>;
}

/** Lease of a delivery: twice the limit of an attempt. */
const leaseMs = 30_000;
/** Database connections of the worker, separate from those of requests. */
const connectionsMax = 4;
const hourMs = 3_600_000;
const keptDays = 30;
const pruneBatch = 1_000;

/**
 * Starts sending webhook deliveries of all processes. Failing endpoints share a few slots and get one delivery at a
 * time, so that slow failures do not delay other endpoints. The worker has its own database connections, because its
 * small statements would wait behind whole requests.
 */
export function startWebhookWorker(services: Services, options: WebhookWorkerOptions = {}): WebhookWorker {
  const { healthySlots = 64, failingSlots = 4, perEndpoint = 10, pollMs = 500 } = options;
  const { kind, directConnectionString: connectionString } = services.database;
  const database = connectDatabase({
    kind,
    connectionString,
    maxConnections: connectionsMax,
    close: async () => undefined,
  });
  const queue = webhookQueueStore(database);
  const stopping = new AbortController();
  /** Endpoints that may have due deliveries, longest wait first. */
  const ready = new Set<string>();
  const underWay = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const busy = { healthy: 0, failing: 0 };
  const timers = new Map<string, NodeJS.Timeout>();
  let isStopped = false;
  let isTaking = false;
  let isQuiet = false;

  function room(webhookId: string): { healthy: number; failing: number } {
    const mine = underWay.get(webhookId) ?? 0;
    return {
      healthy: Math.max(0, Math.min(healthySlots - busy.healthy, perEndpoint - mine)),
      failing: Math.max(0, Math.min(failingSlots - busy.failing, 1 - mine)),
    };
  }
  async function takeAll(): Promise<void> {
    while (!isStopped) {
      // Either kind of slot will do: only the claim shows whether the endpoint is failing.
      const webhookId = [...ready].find((id) => room(id).healthy > 0 || room(id).failing > 0);
      if (webhookId === undefined) return;
      ready.delete(webhookId);
      const limits = room(webhookId);
      const taken = await queue.claim(webhookId, limits, { now: services.now(), leaseMs });
      taken.forEach(begin);
      const [first] = taken;
      if (first?.nextClaimAt) wakeAt(webhookId, first.nextClaimAt);
      if (first && taken.length >= (first.isFailing ? limits.failing : limits.healthy)) ready.add(webhookId);
    }
  }
  function take(): void {
    if (isTaking || isStopped) return;
    isTaking = true;
    let failed = false;
    takeAll()
      .catch((error: unknown) => {
        failed = true;
        services.log.warn({ err: error }, 'Webhook deliveries cannot be fetched at the moment.');
      })
      .finally(() => {
        isTaking = false;
        // `ready` may have changed after the last check. After a failure the next poll continues.
        if (!failed && [...ready].some((id) => room(id).healthy > 0 || room(id).failing > 0)) take();
      });
  }
  function begin(delivery: ClaimedDelivery): void {
    const { webhookId, isFailing } = delivery;
    const lane = isFailing ? 'failing' : 'healthy';
    busy[lane] += 1;
    underWay.set(webhookId, (underWay.get(webhookId) ?? 0) + 1);
    const work = attempt(services, delivery, { queue, signal: stopping.signal, timeoutMs: options.timeoutMs }).then(
      () => {
        busy[lane] -= 1;
        const left = (underWay.get(webhookId) ?? 1) - 1;
        if (left > 0) underWay.set(webhookId, left);
        else underWay.delete(webhookId);
        running.delete(work);
        wake([webhookId]);
      },
    );
    running.add(work);
  }
  /** Continues with an endpoint that has a rate limit. Other processes and a restart rely on the poll. */
  function wakeAt(webhookId: string, at: Date): void {
    clearTimeout(timers.get(webhookId));
    const continueNow = () => {
      // Timers may fire a millisecond early, and the claim would find nothing.
      if (services.now() < at) return wakeAt(webhookId, at);
      timers.delete(webhookId);
      wake([webhookId]);
    };
    timers.set(webhookId, setTimeout(continueNow, Math.max(1, at.getTime() - services.now().getTime() + 1)));
  }
  function wake(webhookIds: readonly string[]): void {
    if (webhookIds.length > 0) isQuiet = false;
    for (const id of webhookIds) ready.add(id);
    take();
  }
  const unsubscribe = services.bus.subscribe('webhookQueued', ({ webhookIds }) => wake(webhookIds));
  let lookedAt = 0;
  async function poll(): Promise<void> {
    if (isQuiet && performance.now() - lookedAt < quietMsOf(services.database)) return;
    isQuiet = !(await queue.hasPending());
    lookedAt = performance.now();
    if (!isQuiet) wake(await queue.due(services.now()));
  }
  const warn = (error: unknown) =>
    services.log.warn({ err: error }, 'Webhook deliveries cannot be looked for at the moment.');
  const polls = [
    startRounds(pollMs, poll, warn),
    startRounds(hourMs, () => prune(queue, services.now(), stopping.signal), warn),
  ];
  for (const { begin } of polls) begin();
  return {
    async stop(limitMs) {
      isStopped = true;
      const looked = Promise.all(polls.map(({ stop }) => stop()));
      unsubscribe();
      for (const timer of timers.values()) clearTimeout(timer);
      const limit = setTimeout(() => stopping.abort(), limitMs);
      while (isTaking || running.size > 0) await (running.size > 0 ? Promise.all(running) : wait(5));
      await looked;
      clearTimeout(limit);
      await database.close();
    },
  };
}

/** Makes one attempt. Never rejects: deliveries that fail to be sent or recorded become due again. */
async function attempt(services: Services, delivery: ClaimedDelivery, options: DeliverOptions): Promise<void> {
  try {
    await deliverWebhook(services, delivery, options);
  } catch (error) {
    if (!options.signal.aborted)
      services.log.error({ err: error, deliveryId: delivery.id }, 'A webhook delivery could not be made or recorded.');
    // If the release fails, the lease expires.
    if (options.signal.aborted) await options.queue.release(delivery).catch(() => undefined);
  }
}

async function prune(queue: WebhookQueueStore, now: Date, signal: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * hourMs);
  for (let removed = pruneBatch; removed === pruneBatch && !signal.aborted;)
    removed = await queue.prune(before, pruneBatch);
}
