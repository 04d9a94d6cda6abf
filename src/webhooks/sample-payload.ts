import { lowestRole, roleNames } from '../roles.js';
import type { WebhookEventType } from './event-types.js';
import { createAuditPayload, createWebhookPayload, type AuditChange, type WebhookPayload } from './payload.js';

/** Values of the caller that a sample of an audit event contains. */
export type SampleSource = Pick<
  AuditChange,
  'id' | 'projectId' | 'actorType' | 'actorId' | 'keyPrefix' | 'requestId' | 'createdAt'
>;

const highestRole = roleNames.at(-1);
const memory = 'This is a test of your webhook.';

type Sample = Pick<AuditChange, 'action' | 'targetType'> & { readonly changes: object };

const auditSamples: Readonly<Record<Extract<WebhookEventType, `${string}.${string}`>, Sample>> = {
  'audit.logged': { action: 'memory.add', targetType: 'memory', changes: { memoryIds: [null, []] } },
  'member.invited': { action: 'invitation.create', targetType: 'invitation', changes: { role: [null, lowestRole] } },
  'member.added': { action: 'member.add', targetType: 'member', changes: { role: [null, lowestRole] } },
  'member.role_changed': {
    action: 'member.set_role',
    targetType: 'member',
    changes: { role: [lowestRole, highestRole] },
  },
  'member.removed': { action: 'member.remove', targetType: 'member', changes: { role: [lowestRole, null] } },
  'api_key.created': { action: 'api_key.create', targetType: 'api_key', changes: { label: [null, 'Test'] } },
  'api_key.revoked': { action: 'api_key.revoke', targetType: 'api_key', changes: { isRevoked: [false, true] } },
  'project.updated': { action: 'project.update', targetType: 'project', changes: { name: ['Test', 'Test 2'] } },
};

/** Builds a sample body of an event type, in the form of real events. Its IDs name nothing. */
export function createSamplePayload(type: WebhookEventType, source: SampleSource): WebhookPayload {
  const { id } = source;
  switch (type) {
    case 'memory_add':
    case 'memory_update':
    case 'memory_delete':
      return createWebhookPayload({ type, memoryId: id, memory });
    case 'memory_categorize':
      return createWebhookPayload({ type, memoryId: id, categories: ['test'] });
    case 'ingest_job_completed':
      return createWebhookPayload({ type, eventId: id, added: 2, error: null });
    case 'ingest_job_partially_completed':
      return createWebhookPayload({ type, eventId: id, added: 1, error: memory });
    case 'ingest_job_failed':
    case 'ingest_job_cancelled':
      return createWebhookPayload({ type, eventId: id, added: null, error: memory });
    default: {
      const { changes, ...sample } = auditSamples[type];
      const row = { ...source, ...sample, targetId: id, changes: JSON.stringify(changes), reason: memory };
      return createAuditPayload(type, row);
    }
  }
}
