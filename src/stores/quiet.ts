import type { Database } from '@memory-gateway/database';

/**
 * Returns the milliseconds between looks at a queue in which nothing waits. What this process adds announces itself, and so does on
 * Postgres what others add; looks find what was announced while the connection for messages was lost.
 */
export function quietMsOf({ kind }: Pick<Database, 'kind'>): number {
  return kind === 'embedded' ? 10_000 : 3_000;
}
