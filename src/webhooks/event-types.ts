/** Event types of memories and of asynchronous adds. Their names are those of the memory API. */
const memoryEventTypes = [
  'memory_add',
  'memory_update',
  'memory_delete',
  'memory_categorize',
  'ingest_job_completed',
  'ingest_job_partially_completed',
  'ingest_job_failed',
  'ingest_job_cancelled',
] as const;

/** Event types of changes in the audit log of a project. `audit.logged` is sent for every row, the others for some actions too. */
const auditEventTypes = [
  'audit.logged',
  'member.invited',
  'member.added',
  'member.role_changed',
  'member.removed',
  'api_key.created',
  'api_key.revoked',
  'project.updated',
] as const;

/** Event types that a webhook can subscribe to. */
export const webhookEventTypes = [...memoryEventTypes, ...auditEventTypes] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];
export type AuditEventType = (typeof auditEventTypes)[number];

const typesOfActions: Readonly<Record<string, AuditEventType>> = {
  'invitation.create': 'member.invited',
  'invitation.accept': 'member.added',
  'member.add': 'member.added',
  'member.set_role': 'member.role_changed',
  'member.remove': 'member.removed',
  'api_key.create': 'api_key.created',
  'api_key.import': 'api_key.created',
  'api_key.revoke': 'api_key.revoked',
  'project.update': 'project.updated',
};

/** Returns the event types that webhooks receive for an action in the audit log. */
export function toAuditEventTypes(action: string): AuditEventType[] {
  const type = typesOfActions[action];
  return type === undefined ? ['audit.logged'] : [type, 'audit.logged'];
}
