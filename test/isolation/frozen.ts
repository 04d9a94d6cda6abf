import { type Database, prepared } from '@memory-gateway/database';

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
  const tables: Frozen[] = [];
  for (const table of await database.query<Table>(TABLES)) tables.push(await save(database, table));
  const changes = prepared(tables.map(({ change }) => change).join(' UNION ALL '));
  // Transactions that restored rows: a row of another one has changed.
  const own: string[] = [];
  // A request changes few tables, and to restore all of them takes twice as long.
  const restore = async (): Promise<void> => {
    const changed = new Set((await database.query<Pick<Table, 'name'>>(changes, [own])).map(({ name }) => name));
    if (changed.size === 0) return;
    const scripts = tables.filter(({ name }) => changed.has(name)).map(({ script }) => script);
    const [done] = await database.query<{ id: string }>(toTransaction(scripts));
    own.push(done?.id ?? '');
  };
  await restore();
  return () => runAgain(restore);
}

interface Table {
  readonly name: string;
  readonly columns: string;
}

interface Frozen {
  readonly name: string;
  /** Query for the name, if a row was changed. `$1`: transactions that restored rows */
  readonly change: string;
  /** Statements that restore all rows. */
  readonly script: string;
}

async function save(database: Database, { name, columns }: Table): Promise<Frozen> {
  const [saved] = await database.query<{ rows: string; count: number }>(
    `SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]')::text AS rows, count(*)::int AS count FROM ${name} t`,
  );
  const { rows = '[]', count = 0 } = saved ?? {};
  const given = `'${rows.replaceAll("'", "''")}'::jsonb`;
  const insert = `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, ${given});`;
  const isChanged = `(SELECT count(*) <> ${count} FROM ${name}) OR EXISTS (SELECT FROM ${name} WHERE xmin::text <> ALL ($1::text[]))`;
  return {
    name,
    change: `SELECT '${name}' AS name WHERE ${isChanged}`,
    script: `DELETE FROM ${name};${count === 0 ? '' : insert}`,
  };
}

/** Returns a text that runs the statements in a transaction, without triggers, and returns its ID. */
const toTransaction = (scripts: readonly string[]): string =>
  [
    'DO $restore$ BEGIN SET LOCAL session_replication_role = replica;',
    ...scripts,
    'SET LOCAL session_replication_role = origin; END $restore$;',
    'SELECT pg_current_xact_id()::xid::text AS id',
  ].join('\n');

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
