import type { WebhookEventType } from '../../../../client/generated/graphql';
import { webhooksTexts as words } from '../../texts/webhooks';

export const eventTypes: readonly { readonly value: WebhookEventType; readonly label: string }[] = [
  { value: 'MEMORY_ADD', label: words.memoryAdded },
  { value: 'MEMORY_UPDATE', label: words.memoryChanged },
  { value: 'MEMORY_DELETE', label: words.memoryDeleted },
  { value: 'MEMORY_CATEGORIZE', label: words.memoryCategorized },
  { value: 'INGEST_JOB_COMPLETED', label: words.ingestionDone },
  { value: 'INGEST_JOB_PARTIALLY_COMPLETED', label: words.ingestionPartial },
  { value: 'INGEST_JOB_FAILED', label: words.ingestionFailed },
  { value: 'INGEST_JOB_CANCELLED', label: words.ingestionCancelled },
  { value: 'MEMBER_INVITED', label: words.userInvited },
  { value: 'MEMBER_ADDED', label: words.memberAdded },
  { value: 'MEMBER_ROLE_CHANGED', label: words.memberRoleChanged },
  { value: 'MEMBER_REMOVED', label: words.memberRemoved },
  { value: 'API_KEY_CREATED', label: words.apiKeyCreated },
  { value: 'API_KEY_REVOKED', label: words.apiKeyRevoked },
  { value: 'PROJECT_UPDATED', label: words.projectUpdated },
  { value: 'AUDIT_LOGGED', label: words.auditLogged },
];

/** Returns the name of an event type in deliveries, such as `memory_add` or `member.added`. */
export const wireName = (type: string): string => type.replace(/^(AUDIT|MEMBER|API_KEY|PROJECT)_/, '$1.').toLowerCase();
