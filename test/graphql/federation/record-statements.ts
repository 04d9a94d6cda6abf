import type { Database } from '@memory-gateway/database';

// Those of authentication, logs and workers, which run beside it, are left out.
const isOther = (text: string): boolean => /request_logs|audit_|pgboss|api_keys|log_streams|webhook/.test(text);

/**
 * Runs `work` three times, because timers of the server read the same tables. @returns the statements on memories and
 * projects of the run with the fewest
 */
export async function recordStatements(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const runs: string[][] = [];
  for (let run = 0; run < 3; run += 1) {
    const statements: string[] = [];
    const stop = database.onQuery((text) => {
      if (/\b(memories|projects)\b/.test(text) && !isOther(text)) statements.push(text);
    });
    await work().finally(stop);
    runs.push(statements);
  }
  return runs.toSorted((a, b) => a.length - b.length)[0] ?? [];
}
