import type { ProjectScope } from '../../auth/scope.js';
import type { UnitOfWork } from '../../context.js';
import type { EventRow, EventStatus } from '../../stores/event.js';
import { notifyWebhooks } from '../webhook/notify-webhooks.js';

const types = { SUCCEEDED: 'ingest_job_completed', FAILED: 'ingest_job_failed', CANCELLED: 'ingest_job_cancelled' } as const;

/** Tells webhooks of the end of an asynchronous add of more than one message, in the transaction that ends it. */
export async function notifyIngestion(unit: UnitOfWork, scope: ProjectScope, event: EventRow): Promise<void> {
  const type = (types as Partial<Record<EventStatus, (typeof types)[keyof typeof types]>>)[event.status];
  if (type === undefined || messagesOf(event) < 2) return;
  const added = Array.isArray(event.results) ? event.results.filter(isAdded).length : null;
  await notifyWebhooks(unit, scope, { changes: [{ type, eventId: event.id, added, error: event.error }], now: event.completedAt ?? event.updatedAt });
}

function messagesOf({ payload }: EventRow): number {
  const { messages } = (payload ?? {}) as { messages?: unknown };
  return Array.isArray(messages) ? messages.length : 0;
}

function isAdded(result: unknown): boolean {
  return (result as { event?: unknown } | null)?.event === 'ADD';
}
