import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database, Queryable } from './open-database.js';

/** The database and the migration files do not match, or a migration failed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

// The same lock as Prisma's migration engine, so that both never run together.
const LOCK = 72707369;

const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

/**
 * Applies the missing migrations of a folder (`<name>/migration.sql`, in order of name), each in its own transaction,
 * and records them in Prisma's table. Safe to run in several processes at once. A migration cannot contain statements
 * that do not run inside a transaction (CREATE INDEX CONCURRENTLY).
 * @param directory default `prisma/migrations` of this package
 * @throws MigrationError if an applied migration was edited, if the database has a migration that the folder lacks (the
 * database is newer than this build), or if a migration fails; earlier migrations stay applied
 */
export async function migrate(
  database: Pick<Database, 'transaction'>,
  directory: string = defaultDirectory(),
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory);
  const applied: string[] = [];
  for (;;) {
    const name = await applyNext(database, migrations);
    if (name === undefined) return { applied };
    applied.push(name);
  }
}

/** Lists the migrations that {@link migrate} would apply. Changes nothing. */
export async function listPendingMigrations(
  database: Queryable,
  directory: string = defaultDirectory(),
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const [found] = await database.query<{ exists: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists",
  );
  const recorded = found?.exists === true ? await readRecorded(database) : [];
  const done = new Set(recorded.filter((row) => row.isFinished).map((row) => row.migrationName));
  return migrations.map((migration) => migration.name).filter((name) => !done.has(name));
}

// The state is read under the transaction's lock. Connections of the embedded database share one session, in which the
// lock is no barrier, but there an open transaction blocks every other statement.
function applyNext(
  database: Pick<Database, 'transaction'>,
  migrations: readonly Migration[],
): Promise<string | undefined> {
  return database.transaction(async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    await tx.query(CREATE_TABLE);
    const recorded = await readRecorded(tx);
    refuseMismatch(migrations, recorded);
    const next = migrations[recorded.length];
    if (next === undefined) return undefined;
    await run(tx, next);
    return next.name;
  });
}

async function run(tx: Queryable, migration: Migration): Promise<void> {
  const startedAt = new Date();
  try {
    await tx.query(migration.sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${migration.name} failed and was rolled back: ${reason}`, { cause: error });
  }
  await tx.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
    [randomUUID(), migration.checksum, migration.name, startedAt],
  );
}

interface Recorded {
  migrationName: string;
  checksum: string;
  isFinished: boolean;
}

function readRecorded(database: Queryable): Promise<Recorded[]> {
  return database.query<Recorded>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS is_finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
}

function refuseMismatch(migrations: readonly Migration[], recorded: readonly Recorded[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of recorded) {
    const migration = known.get(row.migrationName);
    if (migration === undefined) {
      throw new MigrationError(
        `The database has migration ${row.migrationName}, which this version does not know. Run the version that created it, or start with an empty database.`,
      );
    }
    if (!row.isFinished)
      throw new MigrationError(`Migration ${row.migrationName} was begun and not finished by another tool.`);
    if (row.checksum !== migration.checksum) {
      throw new MigrationError(
        `Migration ${row.migrationName} was edited after it was applied; restore the file and add a new one.`,
      );
    }
  }
  const [skipped] = migrations
    .slice(0, recorded.length)
    .filter((one) => !recorded.some((row) => row.migrationName === one.name));
  if (skipped !== undefined) {
    throw new MigrationError(
      `Migration ${skipped.name} comes before one that is applied already; give it a later name.`,
    );
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const file = await readFile(path.join(directory, name, 'migration.sql'));
      return { name, sql: file.toString('utf8'), checksum: createHash('sha256').update(file).digest('hex') };
    }),
  );
}

// This module runs from src/ and from dist/, which differ in depth.
function defaultDirectory(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new MigrationError('The folder prisma/migrations was not found beside this program.');
    folder = parent;
  }
  return path.join(folder, 'prisma', 'migrations');
}
