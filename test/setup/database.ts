import { inject } from 'vitest';
import { connectDatabase, type Database } from '../../src/stores/database/open-database.js';

// Global, because each test file of a worker has its own copy of this module.
const cache = globalThis as { [key: symbol]: Promise<Database> | undefined };
const key = Symbol.for('memory-gateway.test-database');

/** Returns the connection string of this worker's database, past a pooler. */
export const testConnectionString = (): string => ofThisWorker(inject('databases').connectionStrings);

function ofThisWorker(connectionStrings: readonly string[]): string {
  const worker = Number(process.env.VITEST_POOL_ID);
  const connectionString = connectionStrings[worker - 1];
  if (connectionString === undefined) throw new Error(`No database was prepared for worker ${worker}.`);
  return connectionString;
}

/** Returns the environment of another process that uses this worker's database on Postgres, behind the pooler of this run. */
export function testDatabaseEnvironment(): Record<string, string> {
  const { pooledConnectionStrings } = inject('databases');
  if (!pooledConnectionStrings) return { DATABASE_URL: testConnectionString() };
  return { DATABASE_URL: ofThisWorker(pooledConnectionStrings), DATABASE_DIRECT_URL: testConnectionString() };
}

/**
 * Returns this worker's migrated database, which its test files share. Leave it open, and start with {@link
 * emptyDatabase}.
 */
export function testDatabase(): Promise<Database> {
  cache[key] ??= open();
  return cache[key];
}

async function open(): Promise<Database> {
  const { kind, pooledConnectionStrings } = inject('databases');
  const directConnectionString = testConnectionString();
  const database = connectDatabase({
    kind,
    connectionString: pooledConnectionStrings ? ofThisWorker(pooledConnectionStrings) : directConnectionString,
    directConnectionString,
    maxConnections: 10,
    close: async () => undefined,
  });
  // No power loss in tests, so commits need not wait for the disk. All clients of an embedded database share a session.
  if (kind === 'embedded') await database.query('SET synchronous_commit = off');
  return database;
}

// Deletes row by row: TRUNCATE creates new files for every table and takes fifteen times as long. Only vectors are
// truncated, because their index would keep dead rows. The replica role disables foreign key checks. Embedder numbers
// restart, because a leftover index would have the length of another embedder's vectors.
const EMPTY = `
DO $$
DECLARE
  name text;
  has_rows boolean;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN
    SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' AND tablename !~ '_p[0-9]+$' OR schemaname = 'pgboss' AND tablename = 'job'
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', name) INTO has_rows;
    CONTINUE WHEN NOT has_rows;
    EXECUTE format(CASE name WHEN 'public.memory_embeddings' THEN 'TRUNCATE %s' ELSE 'DELETE FROM %s' END, name);
  END LOOP;
  SET LOCAL session_replication_role = origin;
  FOR name IN SELECT indexname FROM pg_indexes WHERE indexname ~ '^memory_embeddings_hnsw_[0-9]+$' AND indexname <> 'memory_embeddings_hnsw_1' LOOP
    EXECUTE format('DROP INDEX %I', name);
  END LOOP;
  PERFORM seed_defaults();
END $$;
`;

/**
 * Restores a database to its state after the migrations: default rows only, no jobs. Keeps sequences, because log
 * readers continue after the last id. `script` runs in the same transaction.
 */
export async function emptyDatabase(database: Database, script = ''): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      await database.query(EMPTY + script);
      return;
    } catch (error) {
      // Leftover work of a test, such as a batch of the request log, may lock rows in another order.
      if (left === 0 || (error as { code?: string }).code !== '40P01') throw error;
    }
  }
}
