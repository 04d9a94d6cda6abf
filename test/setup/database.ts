import { createHash } from 'node:crypto';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '@memory-gateway/database';

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

/** Waits until one transaction waits for another one. The embedded database runs transactions one at a time. */
export async function waitForLock(database: Database): Promise<void> {
  if (inject('databases').kind === 'embedded') return;
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await database.query(waiting)).length === 0) await new Promise((resolve) => setImmediate(resolve));
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
// truncated, because their index would keep dead rows. Embedder numbers restart, because a leftover index would have the
// length of another embedder's vectors. The replica role leaves out foreign keys, which take long for many rows; to change
// it drops the plans of all prepared statements.
const toEmpty = (tables: readonly { name: string }[]): string => `
DECLARE
  name text;
BEGIN
  IF EXISTS (SELECT FROM memories OFFSET 100) THEN SET LOCAL session_replication_role = replica; END IF;
  ${tables.map(({ name }) => `IF EXISTS (SELECT FROM ${name}) THEN ${name === 'public.memory_embeddings' ? 'TRUNCATE' : 'DELETE FROM'} ${name}; END IF;`).join('\n  ')}
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pgboss.job) THEN DELETE FROM pgboss.job; END IF;
  END IF;
  IF current_setting('session_replication_role') = 'replica' THEN SET LOCAL session_replication_role = origin; END IF;
  FOR name IN
    SELECT relname FROM pg_class
    WHERE relkind IN ('i', 'I') AND relname ~ '^memory_embeddings_hnsw_[0-9]+$' AND relname <> 'memory_embeddings_hnsw_1'
  LOOP
    EXECUTE format('DROP INDEX %I', name);
  END LOOP;
  PERFORM seed_defaults();
END`;

const TABLES = `
SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
-- Users after the triggers that note changes of their memberships.
ORDER BY c.relname = 'users', c.relname`;

// Lists the tables of the migrations once for each test file. The first app of a worker installs the job queue later than that.
const bodies = new WeakMap<Database, string>();

async function emptyingBody(database: Database): Promise<string> {
  const body = bodies.get(database) ?? toEmpty(await database.query<{ name: string }>(TABLES));
  bodies.set(database, body);
  return body;
}

/**
 * Restores a database to its state after the migrations: default rows only, no jobs. Keeps sequences, because log
 * readers continue after the last id. `after` is the body of a function that runs in the same transaction.
 */
export async function emptyDatabase(database: Database, after?: string): Promise<void> {
  const body = await emptyingBody(database);
  const functions = [body, ...(after === undefined ? [] : [after])].map(temporaryFunction);
  for (let left = 5; ; left -= 1) {
    try {
      await callEach(database, functions);
      return;
    } catch (error) {
      // Leftover work of a test, such as a batch of the request log, may lock rows in another order.
      if (left === 0 || (error as { code?: string }).code !== '40P01') throw error;
    }
  }
}

interface TemporaryFunction {
  readonly create: string;
  readonly call: string;
}

/** A function of one connection, whose plans are kept: most of the time of such a text is to plan it. */
function temporaryFunction(body: string): TemporaryFunction {
  const name = `pg_temp.test_${createHash('sha256').update(body).digest('hex').slice(0, 16)}`;
  return {
    create: `CREATE OR REPLACE FUNCTION ${name}() RETURNS void LANGUAGE plpgsql AS $test$${body}$test$;`,
    call: `SELECT ${name}();`,
  };
}

async function callEach(database: Database, functions: readonly TemporaryFunction[]): Promise<void> {
  const calls = functions.map(({ call }) => call).join(' ');
  try {
    await database.query(calls);
  } catch (error) {
    // Another connection has its own functions, or no temporary schema yet.
    if (!['42883', '3F000'].includes((error as { code?: string }).code ?? '')) throw error;
    await database.query(functions.map(({ create }) => create).join('\n') + calls);
  }
}
