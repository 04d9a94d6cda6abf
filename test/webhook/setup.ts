import { Webhook } from 'standardwebhooks';
import type { CallerUser } from '../../src/auth/caller.js';
import type { AppContext } from '../../src/context.js';
import {
  startWebhookWorker,
  type WebhookWorker,
  type WebhookWorkerOptions,
} from '../../src/webhooks/delivery/webhook-worker.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { createWebhook, type WebhookWithSecret } from '../../src/resolvers/webhook/create-webhook.js';
import type { WebhookAttemptRow, WebhookDeliveryRow } from '../../src/stores/webhook/webhook-delivery-store.js';
import { as, people, tenant, testServices, type People, type TestServices } from '../helpers/context.js';
import type { Received } from './receiver.js';

/** A project with OWNER ada, and a clock that tests can move. */
export interface WebhookTest {
  readonly services: TestServices;
  readonly everybody: People;
  readonly organizationId: string;
  readonly projectId: string;
  /** Creates a context of ada, or of another user. */
  ctx(who?: CallerUser): AppContext;
  /** Moves the clock this many milliseconds ahead. */
  later(ms: number): void;
  hook(url: string, more?: Partial<Parameters<typeof createWebhook>[1]>): Promise<WebhookWithSecret>;
  /** Adds memories unchanged. @returns their ids */
  remember(...texts: string[]): Promise<string[]>;
  deliveries(webhookId?: string): Promise<WebhookDeliveryRow[]>;
  attempts(): Promise<WebhookAttemptRow[]>;
  startWorker(options?: WebhookWorkerOptions): WebhookWorker;
  /** Stops every worker. */
  stop(): Promise<void>;
}

/** Prepares the database of this test worker. */
export async function webhookTest(overrides: Parameters<typeof testServices>[0] = {}): Promise<WebhookTest> {
  let offset = 0;
  const services = await testServices({ now: () => new Date(Date.now() + offset), ...overrides });
  const everybody = await people(services);
  const place = await tenant(services, [
    [everybody.ada, 'OWNER'],
    [everybody.bob, 'READER'],
  ]);
  const workers: WebhookWorker[] = [];
  const ctx = (who = everybody.ada) => as(services, who);
  const { database } = services;
  return {
    services,
    everybody,
    ...place,
    ctx,
    later: (ms) => void (offset += ms),
    hook: (url, more = {}) =>
      createWebhook(ctx(), { projectId: place.projectId, name: 'Audit', url, eventTypes: ['memory_add'], ...more }),
    async remember(...texts) {
      const messages = texts.map((content) => ({ role: 'user', content }));
      const { results } = await addMemories(ctx(), {
        projectId: place.projectId,
        messages,
        userId: 'rosa',
        infer: false,
      });
      return (results ?? []).map(({ id }) => id);
    },
    deliveries: (webhookId) =>
      database.query(
        'SELECT * FROM webhook_deliveries WHERE $1::text IS NULL OR webhook_id = $1 ORDER BY created_at, id',
        [webhookId ?? null],
      ),
    attempts: () => database.query('SELECT * FROM webhook_attempts ORDER BY created_at, id'),
    startWorker(options = {}) {
      const worker = startWebhookWorker(services, { pollMs: 20, ...options });
      workers.push(worker);
      return worker;
    },
    async stop() {
      await Promise.all(workers.splice(0).map((worker) => worker.stop(0)));
    },
  };
}

/** Verifies a message with the reference verifier. @returns its payload @throws if it does not verify */
export function verify(secret: string, message: Pick<Received, 'headers' | 'body'>): unknown {
  return new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
}
