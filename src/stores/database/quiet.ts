import type { Database } from './types.js';

/**
 * Returns the milliseconds between looks at a queue in which nothing waits, neither due nor later. What is added announces itself.
 * Looks find what another process announced while the connection for messages was lost; the embedded database has one process.
 */
export function quietMsOf({ kind }: Pick<Database, 'kind'>): number {
  return kind === 'embedded' ? 60_000 : 3_000;
}
