import type { Queryable } from '@memory-gateway/database';
import type { SectionSource } from '@memory-gateway/dump-file';
import { readOwnNames } from './own-names.js';

/** A table and its columns, without generated columns. */
export interface TableColumns {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
}

export interface TableRead extends TableColumns {
  /** Condition on `t`. `$1` is the first value. */
  readonly where?: string;
  /** Default: physical order. */
  readonly order?: string;
  readonly values?: readonly unknown[];
  /** Columns that are not read as they are, as expressions on `t`. */
  readonly shown?: Readonly<Record<string, string>>;
}

const fetchRows = 200;

/**
 * Lists the tables of the product's schema with their columns, alphabetically. Partitions are read through their table. Triggers write
 * the versions of memberships and the projects of IDs, and rate limits count a minute, so that a dump does without them.
 */
export async function listTables(db: Queryable): Promise<TableColumns[]> {
  return db.query<TableColumns>(TABLES, [(await readOwnNames(db))?.tables ?? null]);
}

/** Makes the transaction a read-only snapshot with the same text output on every server. Call it first. */
export async function beginSnapshot(tx: Queryable): Promise<void> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  await liftTimeouts(tx);
  await tx.query("SET LOCAL TimeZone = 'UTC'");
  await tx.query("SET LOCAL bytea_output = 'hex'");
  await tx.query('SET LOCAL extra_float_digits = 1');
}

/** Removes the statement and idle timeouts of a transaction. */
export async function liftTimeouts(tx: Queryable): Promise<void> {
  await tx.query('SET LOCAL statement_timeout = 0');
  await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
}

/** Returns a section that fetches rows through a cursor, so that memory use does not depend on the table's size. */
export function sectionOf(tx: Queryable, name: string, read: TableRead): SectionSource {
  return { name, columns: read.columns, rows: () => readRows(tx, read) };
}

async function* readRows(tx: Queryable, { schema, table, columns, where, order, values = [], shown = {} }: TableRead) {
  const list = columns.map((column) => `${shown[column] ?? `t.${quote(column)}`} AS ${quote(column)}`).join(', ');
  const condition = where === undefined ? '' : ` WHERE ${where}`;
  const sorted = order === undefined ? '' : ` ORDER BY ${order}`;
  await tx.query(
    `DECLARE dump NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS line FROM (SELECT ${list} FROM ${quote(schema)}.${quote(table)} t${condition}${sorted}) r`,
    values,
  );
  for (;;) {
    const rows = await tx.query<{ line: string }>(`FETCH FORWARD ${fetchRows} FROM dump`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await tx.query('CLOSE dump');
}

export interface TableWrite extends TableColumns {
  /** Columns that the rows lack, as expressions on the row `r` and the value `$2`. */
  readonly computed?: Readonly<Record<string, string>>;
  readonly value?: unknown;
}

/** Inserts rows in the given order. */
export async function insertRows(
  tx: Queryable,
  { schema, table, columns, computed = {}, value }: TableWrite,
  rows: readonly string[],
): Promise<void> {
  const target = `${quote(schema)}.${quote(table)}`;
  const into = [...columns, ...Object.keys(computed)].map(quote).join(', ');
  const from = [...columns.map((column) => `r.${quote(column)}`), ...Object.values(computed)].join(', ');
  await tx.execute(
    `INSERT INTO ${target} (${into}) SELECT ${from} FROM json_populate_recordset(NULL::${target}, $1::json) AS r`,
    [`[${rows.join(',')}]`, ...(value === undefined ? [] : [value])],
  );
}

/** Quotes a name, which comes from the database catalog or was checked against it. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const TABLES = `
SELECT n.nspname AS schema, c.relname AS "table",
  array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN ('_prisma_migrations', 'membership_versions', 'id_projects', 'rate_limits')
  AND ($1::text[] IS NULL OR c.relname = ANY ($1)) AND a.attnum > 0 AND NOT a.attisdropped
GROUP BY 1, 2 ORDER BY 1, 2`;
