import type { WebhookEventType } from '../../../../client/generated/graphql';

/** Labels of the event types of webhooks. */
export const eventTypes: readonly { readonly value: WebhookEventType; readonly label: string }[] = [
  { value: 'MEMORY_ADD', label: 'A memory was added' },
  { value: 'MEMORY_UPDATE', label: 'A memory was changed' },
  { value: 'MEMORY_DELETE', label: 'A memory was deleted' },
  { value: 'MEMORY_CATEGORIZE', label: 'A memory was given categories' },
  { value: 'INGEST_JOB_COMPLETED', label: 'An import, or an add of several messages, is done' },
  { value: 'INGEST_JOB_PARTIALLY_COMPLETED', label: 'An import is done, but some of it could not be taken' },
  { value: 'INGEST_JOB_FAILED', label: 'An import, or an add of several messages, has failed' },
  { value: 'INGEST_JOB_CANCELLED', label: 'An import was cancelled' },
  { value: 'MEMBER_INVITED', label: 'A user was invited' },
  { value: 'MEMBER_ADDED', label: 'A member was added' },
  { value: 'MEMBER_ROLE_CHANGED', label: 'The role of a member was changed' },
  { value: 'MEMBER_REMOVED', label: 'A member was removed' },
  { value: 'API_KEY_CREATED', label: 'An API key of the project was created' },
  { value: 'API_KEY_REVOKED', label: 'An API key of the project was revoked' },
  { value: 'PROJECT_UPDATED', label: 'Project settings were changed' },
  { value: 'AUDIT_LOGGED', label: 'Any change in the audit log of the project' },
];

/** Returns the name of an event type in deliveries, such as `memory_add` or `member.added`. */
export const wireName = (type: string): string => type.replace(/^(AUDIT|MEMBER|API_KEY|PROJECT)_/, '$1.').toLowerCase();
