// The client decides when it is loaded whether to report its use, and only this spelling says no.
process.env.MEM0_TELEMETRY = 'false';

const loaded = await import('mem0ai');

/** The published client, unmodified, with telemetry off. */
export const {
  MemoryClient,
  MemoryError,
  MemoryNotFoundError,
  MemoryQuotaExceededError,
  AuthenticationError,
  NetworkError,
  RateLimitError,
  ValidationError,
  Feedback,
  WebhookEvent,
} = loaded;

/** One client. */
export type MemoryClient = InstanceType<typeof MemoryClient>;

/** Event types of webhooks. */
export type WebhookEvent = (typeof WebhookEvent)[keyof typeof WebhookEvent];

/** Judgements of a memory. */
export type Feedback = (typeof Feedback)[keyof typeof Feedback];
