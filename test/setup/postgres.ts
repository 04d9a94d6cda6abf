import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase, storeRoleSettings } from '@memory-gateway/database';
import { migrate } from '@memory-gateway/database/migrations';
import { hasPgBouncer, startPgBouncer, type Pooler } from '../pooler/pgbouncer.js';
import type { PreparedDatabases } from './global-setup.js';

/**
 * Creates a database for each worker on a Postgres server, copied from a migrated template. Drops all of them at the
 * end.
 * @param url a database on that server, with the right to create databases and the extension `vector`
 */
export async function preparePostgres(workers: number, url: string | undefined): Promise<PreparedDatabases> {
  if (url === undefined) {
    throw new Error(
      'TEST_DATABASE=postgres needs TEST_POSTGRES_URL, for instance from `scripts/postgres-cluster.sh url`.',
    );
  }
  const prefix = `memory_gateway_test_${randomBytes(4).toString('hex')}`;
  const names = Array.from({ length: workers }, (_, index) => `${prefix}_${index + 1}`);
  const template = `${prefix}_template`;
  await onServer(url, async (run) => {
    await run(`CREATE DATABASE ${template}`);
    await migrateTemplate(databaseUrl(url, template));
    for (const name of names) {
      await run(`CREATE DATABASE ${name} TEMPLATE ${template}`);
      // No power loss in tests, so commits need not wait for the disk.
      await run(`ALTER DATABASE ${name} SET synchronous_commit = off`);
    }
  });
  const connectionStrings = names.map((name) => databaseUrl(url, name));
  const pooler = process.env.TEST_PGBOUNCER === 'true' ? await startPooler(url, connectionStrings) : null;
  return {
    kind: 'postgres',
    connectionStrings,
    ...(pooler && { pooledConnectionStrings: names.map((name) => databaseUrl(pooler.url, name)) }),
    async close() {
      await pooler?.close();
      await onServer(url, async (run) => {
        for (const name of [...names, template]) await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      });
    },
  };
}

/** Starts PgBouncer after the settings of its sessions were stored, as docs/postgres-and-scaling.md says. */
async function startPooler(url: string, connectionStrings: readonly string[]): Promise<Pooler> {
  if (!hasPgBouncer) throw new Error('TEST_PGBOUNCER needs PgBouncer (apt-get install pgbouncer).');
  for (const connectionString of connectionStrings) {
    const database = await openDatabase({ kind: 'postgres', connectionString });
    await storeRoleSettings(database);
    await database.close();
  }
  return startPgBouncer(url);
}

async function migrateTemplate(connectionString: string): Promise<void> {
  const partitions = Number(process.env.TEST_PARTITIONS ?? 0) || null;
  const database = await openDatabase({ kind: 'postgres', connectionString, partitions });
  await migrate(database);
  await database.close();
}

async function onServer(url: string, work: (run: (sql: string) => Promise<unknown>) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    const reason =
      error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error);
    throw new Error(`The Postgres server of TEST_POSTGRES_URL cannot be reached (${reason}). Is it running?`, {
      cause: error,
    });
  }
  try {
    await work((sql) => client.query(sql));
  } finally {
    await client.end();
  }
}

function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
