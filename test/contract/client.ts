// The client reads this variable on import, and only this spelling disables telemetry.
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

/** Ratings of a memory. */
export type Feedback = (typeof Feedback)[keyof typeof Feedback];
