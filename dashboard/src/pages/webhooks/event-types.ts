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
];

/** Returns the name of an event type in webhook messages. */
export const wireName = (type: string): string => type.toLowerCase();
