import type { WebhookEventType } from '../../../../client/generated/graphql';
import { webhooksTexts as words } from '../../texts/webhooks';

/** Labels of the event types of webhooks. */
export const eventTypes: readonly { readonly value: WebhookEventType; readonly label: string }[] = [
  { value: 'MEMORY_ADD', label: words.aMemoryWasAdded },
  { value: 'MEMORY_UPDATE', label: words.aMemoryWasChanged },
  { value: 'MEMORY_DELETE', label: words.aMemoryWasDeleted },
  { value: 'MEMORY_CATEGORIZE', label: words.aMemoryWasGivenCategories },
  { value: 'INGEST_JOB_COMPLETED', label: words.anImportOrAnAdd },
  { value: 'INGEST_JOB_PARTIALLY_COMPLETED', label: words.anImportIsDoneBut },
  { value: 'INGEST_JOB_FAILED', label: words.anImportOrAnAdd2 },
  { value: 'INGEST_JOB_CANCELLED', label: words.anImportWasCancelled },
  { value: 'MEMBER_INVITED', label: words.aUserWasInvited },
  { value: 'MEMBER_ADDED', label: words.aMemberWasAdded },
  { value: 'MEMBER_ROLE_CHANGED', label: words.theRoleOfAMember },
  { value: 'MEMBER_REMOVED', label: words.aMemberWasRemoved },
  { value: 'API_KEY_CREATED', label: words.anApiKeyOfThe },
  { value: 'API_KEY_REVOKED', label: words.anApiKeyOfThe2 },
  { value: 'PROJECT_UPDATED', label: words.projectSettingsWereChanged },
  { value: 'AUDIT_LOGGED', label: words.anyChangeInTheAudit },
];

/** Returns the name of an event type in deliveries, such as `memory_add` or `member.added`. */
export const wireName = (type: string): string => type.replace(/^(AUDIT|MEMBER|API_KEY|PROJECT)_/, '$1.').toLowerCase();
