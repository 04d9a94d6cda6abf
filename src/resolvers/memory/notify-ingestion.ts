import type { ProjectScope } from '../../auth/scope.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import type { WebhookChange } from '../../webhooks/payload.js';
import type { EventRow } from '../../stores/event-store.js';
import { notifyWebhooks } from '../webhook/notify-webhooks.js';

type IngestionEnd = Extract<WebhookChange, { eventId: string }>['type'];

/** Notifies webhooks of the end of an import or a multi-message add, in the transaction that ends it. */
export async function notifyIngestion(unit: UnitOfWork, scope: ProjectScope, event: EventRow): Promise<void> {
  const type = endOf(event);
  if (type === null || (event.type !== 'IMPORT' && messagesOf(event) < 2)) return;
  const added = Array.isArray(event.results)
    ? event.results.reduce((sum: number, result) => sum + addedBy(result), 0)
    : null;
  await notifyWebhooks(unit, scope, {
    changes: [{ type, eventId: event.id, added, error: event.error }],
    now: event.completedAt ?? event.updatedAt,
  });
}

function endOf({ status, error }: EventRow): IngestionEnd | null {
  switch (status) {
    case 'SUCCEEDED':
      return error === null ? 'ingest_job_completed' : 'ingest_job_partially_completed';
    case 'FAILED':
      return 'ingest_job_failed';
    case 'CANCELLED':
      return 'ingest_job_cancelled';
    default:
      return null;
  }
}

function messagesOf({ payload }: EventRow): number {
  const { messages } = (payload ?? {}) as { messages?: unknown };
  return Array.isArray(messages) ? messages.length : 0;
}

function addedBy(result: unknown): number {
  const { event, imported } = (result ?? {}) as { event?: unknown; imported?: unknown };
  return event === 'IMPORT' ? Number(imported) : Number(event === 'ADD');
}
