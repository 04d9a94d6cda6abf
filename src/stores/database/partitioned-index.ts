import type { Queryable } from './types.js';

const CREATE =
  /CREATE\s+(UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?\s+ON\s+"?(\w+)"?\s+([^;]*)/i;
const DROP = /DROP\s+INDEX\s+CONCURRENTLY\s+(?:IF\s+EXISTS\s+)?"?(\w+)"?/i;

/**
 * Returns what to run for a statement outside of a transaction: the statement itself, unless it builds or drops an index of a
 * partitioned table. Postgres does neither concurrently there, so that the partitions have their turns. Remains of an interrupted
 * build are dropped.
 */
export async function toIndexStatements(db: Queryable, sql: string): Promise<string[]> {
  const dropped = DROP.exec(sql)?.[1];
  if (dropped !== undefined) return [(await kindOf(db, dropped)) === 'I' ? sql.replace(/\bCONCURRENTLY\b/i, '') : sql];
  const [, unique = '', index, table, rest = ''] = CREATE.exec(sql) ?? [];
  if (index === undefined || table === undefined) return [sql];
  if ((await kindOf(db, table)) !== 'p') return [...(await dropUnfinished(db, index)), sql];
  const partitions = await db.query<{ name: string }>(PARTITIONS, [table]);
  const statements = [`CREATE ${unique}INDEX IF NOT EXISTS "${index}" ON ONLY "${table}" ${rest}`];
  for (const { name } of partitions) {
    const own = `${index}${name.slice(table.length)}`;
    statements.push(
      ...(await dropUnfinished(db, own)),
      `CREATE ${unique}INDEX CONCURRENTLY IF NOT EXISTS "${own}" ON "${name}" ${rest}`,
      `ALTER INDEX "${index}" ATTACH PARTITION "${own}"`,
    );
  }
  return statements;
}

const PARTITIONS = `
SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass($1) ORDER BY c.oid`;

async function kindOf(db: Queryable, name: string): Promise<string | undefined> {
  const sql = 'SELECT relkind::text AS kind FROM pg_class WHERE oid = to_regclass($1)';
  return (await db.query<{ kind: string }>(sql, [`"${name}"`]))[0]?.kind;
}

/** An interrupted build leaves an index that is never used and never finished. */
async function dropUnfinished(db: Queryable, name: string): Promise<string[]> {
  const [found] = await db.query(
    'SELECT indexrelid FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [`"${name}"`],
  );
  return found === undefined ? [] : [`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`];
}
