import type { Queryable } from './types.js';

/** An index of a table that may be partitioned. */
export interface IndexSpec {
  readonly name: string;
  readonly table: string;
  readonly isUnique?: boolean;
  /** What follows the table: `(project_id, created_at DESC) WHERE deleted_at IS NULL`. */
  readonly definition: string;
}

/** Returns the statement that builds an index, and keeps writers of the table waiting meanwhile. */
export const createIndex = (index: IndexSpec): string => toStatement(index);

/**
 * Returns the statements that build an index outside of a transaction, while rows are written. Postgres does not build that of a
 * partitioned table so, but those of its partitions. Remains of an interrupted build are dropped.
 */
export async function buildIndex(db: Queryable, index: IndexSpec): Promise<string[]> {
  const { name, table } = index;
  if ((await kindOf(db, table)) !== 'p')
    return [...(await dropUnfinished(db, name)), WAIT, toStatement(index, { how: 'CONCURRENTLY' })];
  const partitions = await db.query<{ partition: string }>(PARTITIONS, [table]);
  const statements = [toStatement(index, { only: 'ONLY' })];
  for (const { partition } of partitions) {
    const own = { ...index, table: partition, name: `${name}${partition.slice(table.length)}` };
    statements.push(
      ...(await dropUnfinished(db, own.name)),
      WAIT,
      toStatement(own, { how: 'CONCURRENTLY' }),
      'SET lock_timeout = 2000',
      `ALTER INDEX "${name}" ATTACH PARTITION "${own.name}"`,
    );
  }
  return statements;
}

/** Returns the statement that drops an index outside of a transaction. */
export async function dropIndex(db: Queryable, name: string): Promise<string> {
  const isPartitioned = (await kindOf(db, name)) === 'I';
  return `DROP INDEX ${isPartitioned ? '' : 'CONCURRENTLY '}IF EXISTS "${name}"`;
}

// Building an index concurrently waits for transactions and blocks none, so it may wait.
const WAIT = 'SET lock_timeout = 0';

function toStatement(
  { name, table, isUnique = false, definition }: IndexSpec,
  { how = '', only = '' }: { how?: 'CONCURRENTLY' | ''; only?: 'ONLY' | '' } = {},
): string {
  return `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${how} IF NOT EXISTS "${name}" ON ${only} "${table}" ${definition}`;
}

const PARTITIONS = `
SELECT c.relname AS partition FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass($1) ORDER BY c.oid`;

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

/**
 * Drops what interrupted builds of all indexes left, except those on vectors and those of tables on which another process, such as
 * an operator, may be building one: it holds this lock from begin to end. An index of a partitioned table is unfinished until it has
 * those of all partitions.
 */
export const DROP_UNFINISHED = `
SELECT format('DROP INDEX CONCURRENTLY IF EXISTS %s', i.indexrelid::regclass) AS statement
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
WHERE NOT i.indisvalid AND c.relkind = 'i' AND c.relnamespace = current_schema()::regnamespace AND a.amname <> 'hnsw'
  AND NOT EXISTS (SELECT FROM pg_locks l WHERE l.relation = i.indrelid AND l.mode = 'ShareUpdateExclusiveLock')`;
