import { newId } from '../ids.js';
import type { AuditEventType } from './event-types.js';

export type WebhookChange =
  | {
      readonly type: 'memory_add' | 'memory_update' | 'memory_delete';
      readonly memoryId: string;
      readonly memory: string;
    }
  | { readonly type: 'memory_categorize'; readonly memoryId: string; readonly categories: readonly string[] }
  | {
      readonly type:
        | 'ingest_job_completed'
        | 'ingest_job_partially_completed'
        | 'ingest_job_failed'
        | 'ingest_job_cancelled';
      readonly eventId: string;
      /** Number of added memories. Null if the job failed before. */
      readonly added: number | null;
      readonly error: string | null;
    };

export interface WebhookPayload {
  readonly event_details: Readonly<Record<string, unknown>>;
}

/** Bodies stay below 20 kB, the limit of many receivers. */
const memoryBytesMax = 19_000;

/** Builds the body of an event, in the shape that receivers of the memory API expect. */
export function createWebhookPayload(change: WebhookChange): WebhookPayload {
  switch (change.type) {
    case 'memory_add':
    case 'memory_update':
    case 'memory_delete': {
      const data = memoryData(change.memory, change.memoryId, change.type === 'memory_delete');
      return { event_details: { id: change.memoryId, data, event: change.type.slice('memory_'.length).toUpperCase() } };
    }
    case 'memory_categorize':
      return { event_details: { event: 'CATEGORIZE', memory_id: change.memoryId, categories: change.categories } };
    default: {
      const { eventId, added, error } = change;
      return { event_details: { event: change.type.toUpperCase(), event_id: eventId, memories_added: added, error } };
    }
  }
}

/** An audit log row as webhooks send it. */
export interface AuditChange {
  readonly id: string;
  readonly action: string;
  readonly actorType: string;
  readonly actorId: string | null;
  readonly keyPrefix: string | null;
  readonly targetType: string;
  readonly targetId: string;
  readonly projectId: string | null;
  /** Canonical JSON. */
  readonly changes: string;
  readonly reason: string | null;
  readonly requestId: string | null;
  readonly createdAt: Date;
}

/** Builds the body of an audit log row. Omits changes that are too long and sets `changes_truncated`. */
export function createAuditPayload(type: AuditEventType, row: AuditChange): WebhookPayload {
  const isTooLong = Buffer.byteLength(row.changes) > memoryBytesMax - 1_000;
  const auditLog = {
    id: row.id,
    action: row.action,
    actor_type: row.actorType,
    actor_id: row.actorId,
    key_prefix: row.keyPrefix,
    target_type: row.targetType,
    target_id: row.targetId,
    project_id: row.projectId,
    changes: isTooLong ? null : (JSON.parse(row.changes) as unknown),
    ...(isTooLong && { changes_truncated: true }),
    reason: row.reason,
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
  };
  return { event_details: { event: type, audit_log: auditLog } };
}

/** Generates a message id. Receivers skip ids that they have seen. */
export function newMessageId(): string {
  return `msg_${newId().replaceAll('-', '')}`;
}

export function testPayload(id: string): WebhookPayload {
  return { event_details: { id, data: { memory: 'This is a test of your webhook.' }, event: 'TEST' } };
}

/** Truncates a long text and adds fields that say so and where to find the whole text. */
function memoryData(memory: string, memoryId: string, isGone: boolean): Readonly<Record<string, unknown>> {
  const cut = cutToBytes(memory, memoryBytesMax);
  if (cut === memory) return { memory };
  return { memory: cut, memory_truncated: true, memory_path: `/v1/memories/${memoryId}/${isGone ? 'history/' : ''}` };
}

/** Returns the longest prefix of a text that fits `max` bytes as a JSON string. Splits no character. */
function cutToBytes(text: string, max: number): string {
  const bytes = (length: number) => Buffer.byteLength(JSON.stringify(text.slice(0, length))) - 2;
  if (bytes(text.length) <= max) return text;
  let [fits, fails] = [0, text.length];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (bytes(middle) <= max) fits = middle;
    else fails = middle;
  }
  const isSplit = /[\uD800-\uDBFF]$/.test(text.slice(0, fits));
  return text.slice(0, isSplit ? fits - 1 : fits);
}
