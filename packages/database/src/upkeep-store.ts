import { advisoryLocks } from './advisory-locks.js';
import type { Database } from './open-database.js';
import { firstNumber } from './first-row.js';

/** A table whose statistics are outdated, or that has many dead rows. */
export interface TableUpkeep {
  /** As statements name it: with its schema, quoted, where that is needed. */
  readonly table: string;
  readonly isOutdated: boolean;
  readonly isVacuumDue: boolean;
  /** Whether at least as many rows are dead as alive. */
  readonly isVacuumUrgent: boolean;
  /** Bytes of the table with its indexes. */
  readonly bytes: number;
  readonly hasVectorIndex: boolean;
}

/** Makes a transaction count its changes when it ends, not up to ten seconds later. */
export const noteChanges = ({ query }: Pick<Database, 'query'>) => query('SELECT pg_stat_force_next_flush()');

/** Creates the store that does what autovacuum does on Postgres, where it has background processes, or would do a minute later. */
export function upkeepStore({ kind, pool, query, execute }: Pick<Database, 'kind' | 'pool' | 'query' | 'execute'>) {
  const run = async (statements: readonly string[]) => {
    const client = await pool.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      client.release();
    }
  };
  const store = {
    /** Updates what the planner knows of tables with many changes. Several processes may call it at once, in sessions of a pooler too. */
    async updateStatistics(): Promise<void> {
      if (kind === 'postgres') {
        await execute(ANALYZE_CHANGED);
        await execute(ANALYZE_WHOLE);
        return;
      }
      for (const { table, isOutdated } of await store.listDue()) if (isOutdated) await store.analyze(table);
    },
    /** Number of bytes that were ever written to the log of changes. */
    readLogPosition(): Promise<number> {
      return firstNumber(query(LOG_POSITION));
    },
    /** Lists tables by the thresholds of autovacuum, those with most changes first. */
    async listDue(): Promise<TableUpkeep[]> {
      // Changes of the last second would be counted after the table was analyzed, and make it due again.
      await noteChanges({ query });
      return query<TableUpkeep>(DUE);
    },
    /** Updates what the planner knows of a table, in some ten milliseconds for any size, and sorts up to 4 MB of new words into each word index. */
    async analyze(table: string): Promise<void> {
      await run([`SET default_statistics_target = ${SAMPLED}`, `ANALYZE ${table}`, RESET]);
      await query(SORT_IN, [table]);
    },
    /**
     * Makes the space of dead rows available to new ones, and updates what the planner knows. Takes longer for larger tables. Leaves
     * vector indexes as they are, because to remove entries from one takes as long as to build it.
     */
    vacuum: ({ table, hasVectorIndex }: TableUpkeep) =>
      run([
        `SET default_statistics_target = ${SAMPLED}`,
        `VACUUM (ANALYZE, INDEX_CLEANUP ${hasVectorIndex ? 'OFF' : 'AUTO'}) ${table}`,
        RESET,
      ]),
  };
  return store;
}

const LOG_POSITION = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes";

// 300 rows for each, 3,000 in all. Every connection waits meanwhile, and plans depend on the number of rows far more than on their values.
const SAMPLED = 10;
const RESET = 'RESET default_statistics_target';

// New entries of a GIN index stay in a list of up to 4 MB, which every lookup reads, until something sorts them in.
const SORT_IN = `
SELECT gin_clean_pending_list(i.indexrelid) FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am a ON a.oid = x.relam
WHERE i.indrelid = $1::regclass AND a.amname = 'gin'`;

// Counters are lost in a crash, so a table that has grown much since it was last analyzed is due as well. Sizes with indexes are read of the
// tables that are due only: of all, they take ten times as long as the rest. `pg_stat_user_tables` groups all indexes first.
const DUE = `
WITH counted AS MATERIALIZED (
  SELECT c.oid, c.relpages, greatest(c.reltuples, 0) AS rows, pg_stat_get_dead_tuples(c.oid) AS dead, pg_stat_get_mod_since_analyze(c.oid) AS changes
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_toast'
), due AS MATERIALIZED (
  SELECT oid, changes, dead > 50 + 0.2 * rows AS is_vacuum_due, dead > 50 + rows AS is_vacuum_urgent,
    changes > 50 + 0.1 * rows OR pg_relation_size(oid) > 8192 * (10 + 2 * relpages::bigint) AS is_outdated
  FROM counted
)
SELECT oid::regclass::text AS table, is_vacuum_due, is_vacuum_urgent, is_outdated, pg_total_relation_size(oid) AS bytes,
  EXISTS (SELECT FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am a ON a.oid = x.relam WHERE i.indrelid = due.oid AND a.amname = 'hnsw') AS has_vector_index
FROM due WHERE is_outdated OR is_vacuum_due ORDER BY changes DESC`;

// Counts committed rows only: an analysis in the middle of a large transaction would find an empty table. No plan for some hundred rows is slow, and
// the samples are those of autovacuum, whose next look may be far away. Tables of other owners in the same database are left alone.
const ANALYZE_CHANGED = `
DO $$
DECLARE changed regclass;
BEGIN
  IF NOT pg_try_advisory_xact_lock(${advisoryLocks.statistics}) THEN RETURN; END IF;
  FOR changed IN
    SELECT oid FROM pg_class WHERE relkind = 'r' AND relpersistence = 'p' AND oid >= 16384 AND pg_has_role(relowner, 'USAGE')
      AND pg_stat_get_mod_since_analyze(oid) > 250 + 0.5 * reltuples
  LOOP
    EXECUTE format('ANALYZE (SKIP_LOCKED) %s', changed);
  END LOOP;
END $$`;

// Autovacuum analyzes partitions, and never the table that they belong to, whose statistics plans over several partitions use. It is analyzed when
// its partitions, by their own statistics, have half as many rows more than it had. One table at a time: it reads a sample of each partition.
const ANALYZE_WHOLE = `
DO $$
DECLARE grown regclass;
BEGIN
  IF NOT pg_try_advisory_xact_lock(${advisoryLocks.statistics}) THEN RETURN; END IF;
  SELECT c.oid INTO grown
  FROM pg_class c CROSS JOIN LATERAL (
    SELECT sum(greatest(p.reltuples, 0)) AS rows FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid
  ) AS partitions
  WHERE c.relkind = 'p' AND c.relpersistence = 'p' AND c.oid >= 16384 AND pg_has_role(c.relowner, 'USAGE')
    AND partitions.rows > 250 + 1.5 * greatest(c.reltuples, 0)
  ORDER BY partitions.rows - greatest(c.reltuples, 0) DESC LIMIT 1;
  IF grown IS NOT NULL THEN EXECUTE format('ANALYZE (SKIP_LOCKED) %s', grown); END IF;
END $$`;
