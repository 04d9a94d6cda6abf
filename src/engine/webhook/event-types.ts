export const webhookEventTypes = [
  'memory_add',
  'memory_update',
  'memory_delete',
  'memory_categorize',
  'ingest_job_completed',
  'ingest_job_partially_completed',
  'ingest_job_failed',
  'ingest_job_cancelled',
] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];
