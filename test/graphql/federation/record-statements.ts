import type { Database } from '../../../src/stores/database/open-database.js';

// Those of authentication, logs and workers, which run beside it, are left out.
const isOther = (text: string): boolean => /request_logs|audit_|pgboss|api_keys|log_streams|webhook/.test(text);

/** Runs `work`. @returns the statements on memories and projects that the database executed meanwhile */
export async function recordStatements(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const stop = database.onQuery((text) => {
    if (/\b(memories|projects)\b/.test(text) && !isOther(text)) statements.push(text);
  });
  try {
    await work();
  } finally {
    stop();
  }
  return statements;
}
