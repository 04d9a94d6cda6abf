// The client decides when it is loaded whether to report its use, and only this spelling says no.
process.env.MEM0_TELEMETRY = 'false';

const loaded = await import('mem0ai');

/** The published client, unmodified, which reports to nobody. */
export const { MemoryClient, MemoryNotFoundError, AuthenticationError, ValidationError } = loaded;

/** One client. */
export type MemoryClient = InstanceType<typeof MemoryClient>;
