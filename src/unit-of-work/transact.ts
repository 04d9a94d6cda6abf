import type { AppContext, Services } from '../context.js';
import { toChanges } from '../events/recorded-changes.js';
import type { BusMessages, BusTopic } from '../events/types.js';
import type { JobName, JobOptions, JobPayloads } from '../jobs/types.js';
import { noteCommit, requestPosition } from '@memory-gateway/meter';
import { recordChanges, type NewChange } from '../stores/change-store.js';
import { createStores, type Stores } from '../stores/create-stores.js';
import { laterPosition, type Transaction } from '@memory-gateway/database';
import { createAuditDeliveries } from '../webhooks/audit-deliveries.js';
import { toAuditEventTypes } from '../webhooks/event-types.js';
import { toAuditLog, type AuditEntry } from './audit-row.js';
import { refuseRemovedParent } from './removed-parent.js';

/** A transaction as use cases see it. Messages and jobs are published only if it commits. */
export interface UnitOfWork {
  readonly tx: Transaction;
  /** Stores of the transaction. Writes to `events` announce the event. */
  readonly stores: Stores;
  announce<Topic extends BusTopic>(topic: Topic, message: BusMessages[Topic]): Promise<void>;
  enqueue<Name extends JobName>(name: Name, payload: JobPayloads[Name], options?: JobOptions): Promise<void>;
  /** Writes the audit log row of the transaction, and a delivery for each webhook that subscribes to it. */
  audit(entry: AuditEntry): Promise<void>;
}

/**
 * Runs `work` in one transaction. Do not call a provider inside it.
 * @throws NotFoundError if `work` stores a row of a project, organization or user that was removed meanwhile
 */
export async function transact<T>(services: Services | AppContext, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  const changes: NewChange[] = [];
  const attempt = services.database.transaction(async (tx) => {
    changes.length = 0;
    // Commits of one request may end in another order.
    tx.afterCommit((position) => noteCommit(laterPosition(requestPosition(), position)));
    const announce: UnitOfWork['announce'] = (topic, message) => {
      changes.push(...toChanges(topic, message));
      return services.bus.publishIn(tx, topic, message);
    };
    const announced = new Set<string>();
    const stores = createStores(tx, services.database, async ({ id: eventId, projectId }) => {
      if (announced.has(eventId)) return;
      announced.add(eventId);
      await announce('eventChanged', { projectId, eventId });
    });
    const done = await work({
      tx,
      stores,
      announce,
      enqueue: async (name, payload, options) => {
        await services.jobs.enqueue(tx, name, payload, options);
        await services.bus.publishIn(tx, 'jobQueued', { name });
      },
      audit: async (entry) => {
        const row = await toAuditLog(services, entry);
        const subscribers = await stores.auditLogs.insert(row, toAuditEventTypes(row.action));
        await announce('auditLogged', { auditLogIds: [row.id] });
        if (subscribers.length > 0) {
          await stores.webhookDeliveries.insertForAudit(row, createAuditDeliveries(row, subscribers));
          await announce('webhookQueued', { webhookIds: subscribers.map(({ id }) => id) });
        }
        tx.afterCommit(() => services.auditSealer?.wake());
      },
    });
    if (changes.length > 0) recordChanges(tx, changes, services.now());
    return done;
  });
  const result = await attempt.catch(refuseRemovedParent);
  if ('access' in services) {
    services.access.forget();
    noteChanges(services, changes);
  }
  return result;
}

function noteChanges(ctx: AppContext, changes: readonly NewChange[]): void {
  for (const { topic, subjectId } of changes) {
    if (topic === 'memory' || topic === 'event') ctx.noteObjects(topic, [subjectId]);
  }
}
