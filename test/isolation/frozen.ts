import type { Database } from '../../src/stores/database/open-database.js';

// Logs are kept: readers continue after the last id, and rows are written after the responses.
const isKept =
  "t.table_name <> '_prisma_migrations' AND t.table_name NOT LIKE 'request_log%' AND t.table_name NOT LIKE 'audit_%'";

const TABLES = `
  SELECT t.table_name AS name, string_agg(quote_ident(c.column_name), ', ' ORDER BY c.ordinal_position) AS columns
  FROM information_schema.tables t
  JOIN information_schema.columns c ON c.table_schema = t.table_schema AND c.table_name = t.table_name AND c.is_generated = 'NEVER'
  WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND ${isKept}
    AND NOT (SELECT p.relispartition FROM pg_class p WHERE p.oid = t.table_name::regclass)
  GROUP BY t.table_name`;

/**
 * Saves every row. @returns a function that restores them, so that a permitted change does not affect later requests
 */
export async function freeze(database: Database): Promise<() => Promise<void>> {
  const tables = await database.query<{ name: string; columns: string }>(TABLES);
  const restore: string[] = [];
  for (const { name, columns } of tables) {
    const [row] = await database.query<{ rows: string | null }>(
      `SELECT jsonb_agg(to_jsonb(t))::text AS rows FROM ${name} t`,
    );
    if (!row?.rows) continue;
    const rows = `'${row.rows.replaceAll("'", "''")}'::jsonb`;
    restore.push(
      `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, ${rows});`,
    );
  }
  const script = [
    'DO $restore$ BEGIN SET LOCAL session_replication_role = replica;',
    ...tables.map(({ name }) => `DELETE FROM ${name};`),
    ...restore,
    'SET LOCAL session_replication_role = origin; END $restore$;',
  ].join('\n');
  return () => runAgain(() => database.query(script));
}

/** Retries, because uses of keys are recorded after the response and may lock rows in another order. */
async function runAgain(work: () => Promise<unknown>): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (left === 0 || (error as { code?: string }).code !== '40P01') throw error;
    }
  }
}
