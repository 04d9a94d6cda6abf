import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { advisoryLocks } from './advisory-locks.js';
import { MigrationError, readMigrations, type Migration, type MigrationFiles } from './migration-files.js';
import { withDirectDatabase } from './direct-database.js';
import type { Database, Queryable } from './open-database.js';
import { runStep } from './migration-step.js';
import { arePartitionsMissing, partitionByProject } from './partitions.js';
import { assertMayCreate, assertRequirements } from './requirements.js';
import { firstNumber } from './first-row.js';

export interface MigrateOptions {
  /** Default: `prisma/migrations` of this package. */
  readonly directory?: string;
  /** Name of the last migration to apply. Default: all. */
  readonly to?: string;
  /** Also runs the contract steps that are held back for a downgrade. */
  readonly contract?: boolean;
  readonly onProgress?: (text: string) => void;
  /** Runs after each step in its transaction. */
  readonly inspect?: (tx: Queryable, migration: Migration, step: number) => Promise<void>;
}

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
 * Applies the missing migrations in order, and records them in Prisma's table. Then partitions a new database, if that is wanted. Safe to run in several processes at once, and again
 * after it was interrupted: it goes on with the first step that is missing.
 * @throws MigrationError if an applied migration was edited, if the database has a migration that this build does not know and
 * cannot live with, if it has another number of partitions, or if a migration fails; earlier migrations stay applied
 * @throws RequirementError if the database lacks something that the server needs
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  await assertRequirements(database);
  const files = await readMigrations(options.directory);
  const recorded = await readRecorded(database);
  refuseMismatch(files.migrations, recorded);
  const run = { ...options, isNew: recorded.length === 0, observer: database, lock: async () => undefined };
  const isSplit = !(await arePartitionsMissing(database));
  if (isSplit && pendingOf(files, recorded, run).length === 0) return { applied: [] };
  // The embedded database has one session and one process.
  if (database.kind === 'embedded') return { applied: await applyAll(database, files, run) };
  return withDirectDatabase(database, async (direct) => {
    await assertMayCreate(direct);
    const lock = () => lockSession(direct, run);
    await lock();
    const applied = await applyAll(direct, files, { ...run, lock });
    await lock();
    await partitionByProject(direct);
    return { applied };
  });
}

/** Rejects a database that this build cannot work with. @throws MigrationError, RequirementError */
export async function refuseUnfitDatabase(database: Database): Promise<void> {
  await assertRequirements(database);
  const { migrations } = await readMigrations();
  refuseMismatch(migrations, await readRecorded(database));
  if (database.kind === 'postgres' && (await listPendingMigrations(database)).length > 0)
    await withDirectDatabase(database, assertMayCreate);
}

/** Lists the migrations that {@link migrate} would apply. Changes nothing. */
export async function listPendingMigrations(database: Queryable, options: MigrateOptions = {}): Promise<string[]> {
  const recorded = await readRecorded(database);
  const run = { ...options, isNew: recorded.length === 0 };
  return pendingOf(await readMigrations(options.directory), recorded, run).map(({ name }) => name);
}

/**
 * Rejects a database whose migrations are missing, unless it has none: to migrate an empty one loses no way back.
 * @throws MigrationError
 */
export async function refusePendingMigrations(database: Database): Promise<void> {
  await refuseUnfitDatabase(database);
  const pending = await listPendingMigrations(database);
  if (pending.length === 0 || (await listAppliedMigrations(database)).length === 0) return;
  throw new MigrationError(
    `Migrations are missing: ${pending.join(', ')}. A start of the server applies them, and so does \`memory-gateway migrate\`.`,
  );
}

/** Lists the contract steps that wait until no older version runs. */
export async function listHeldMigrations(database: Queryable, options: MigrateOptions = {}): Promise<string[]> {
  const pending = await listPendingMigrations(database, options);
  const all = await listPendingMigrations(database, { ...options, contract: true });
  return all.filter((name) => !pending.includes(name));
}

/** Lists the migrations that the database has, in order. */
export async function listAppliedMigrations(database: Queryable): Promise<string[]> {
  const recorded = await readRecorded(database);
  return recorded.filter((row) => row.isFinished).map((row) => row.migrationName);
}

interface Run extends Selection {
  /** Not the session that migrates. */
  readonly observer: Queryable;
  lock(): Promise<void>;
}

interface Selection extends MigrateOptions {
  readonly isNew: boolean;
}

/** Takes the lock for the session. One that has the lock keeps it; a lost session has been replaced by one without. */
async function lockSession(direct: Database, { onProgress }: MigrateOptions): Promise<void> {
  // Waiting inside of a statement would hold a snapshot, for which CREATE INDEX CONCURRENTLY of the other process waits.
  for (let waits = 0; ; waits += 1) {
    const [row] = await direct.query<{ isOurs: boolean }>(
      `SELECT pg_try_advisory_lock(${advisoryLocks.migrations}) AS is_ours`,
    );
    if (row?.isOurs) break;
    if (waits === 0) onProgress?.('Another process migrates the database; waiting for it.');
    await delay(200);
  }
  await direct.query('SET statement_timeout = 0');
}

async function applyAll(database: Database, files: MigrationFiles, run: Run): Promise<string[]> {
  await database.query(CREATE_TABLE);
  const applied: string[] = [];
  for (;;) {
    const recorded = await readRecorded(database);
    refuseMismatch(files.migrations, recorded);
    const [next] = pendingOf(files, recorded, run);
    if (next === undefined) return applied;
    if (await apply(database, { migration: next, version: files.version, run })) applied.push(next.name);
  }
}

interface Application {
  readonly migration: Migration;
  readonly version: string;
  readonly run: Run;
}

/** @returns false if another client of the embedded database applied it meanwhile */
async function apply(database: Database, { migration, version, run }: Application): Promise<boolean> {
  const { steps, name } = migration;
  const startedAt = new Date();
  let isApplied = false;
  for (;;) {
    const index = await stepsDone(database, name);
    if (index >= steps.length) return isApplied;
    const label = steps.length === 1 ? name : `${name}, step ${index + 1} of ${steps.length}`;
    run.onProgress?.(label);
    await runStep(database, {
      step: steps[index] ?? { kind: 'alone', sql: '' },
      label,
      onProgress: run.onProgress,
      observer: run.observer,
      lock: run.lock,
      // Read again in the transaction of the step: all clients of the embedded database share one session and its lock.
      isDue: async (tx) => (await stepsDone(tx, name)) === index,
      record: async (tx) => {
        await run.inspect?.(tx, migration, index);
        await tx.execute(index === 0 ? FIRST_STEP : FURTHER_STEP, [
          ...(index === 0 ? [randomUUID(), migration.checksum, startedAt, describe(migration, version)] : [index + 1]),
          name,
          index + 1 === steps.length,
        ]);
        isApplied = index + 1 === steps.length;
      },
    });
  }
}

/** Tells earlier versions whether they can work with the database after this migration. */
const describe = ({ contract }: Migration, version: string) =>
  `memory-gateway ${version}: ${contract === null ? 'expand' : 'contract'}`;
const EXPANDED = /^memory-gateway \S+: expand$/;

const FIRST_STEP = `
  INSERT INTO _prisma_migrations (id, checksum, started_at, logs, migration_name, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN clock_timestamp() END, 1)`;

const FURTHER_STEP = `
  UPDATE _prisma_migrations SET applied_steps_count = $1, finished_at = CASE WHEN $3 THEN clock_timestamp() END
  WHERE migration_name = $2 AND rolled_back_at IS NULL`;

function stepsDone(db: Queryable, name: string): Promise<number> {
  return firstNumber(
    db.query(
      'SELECT applied_steps_count AS steps FROM _prisma_migrations WHERE migration_name = $1 AND rolled_back_at IS NULL',
      [name],
    ),
  );
}

interface Recorded {
  migrationName: string;
  checksum: string;
  isFinished: boolean;
  logs: string | null;
}

async function readRecorded(database: Queryable): Promise<Recorded[]> {
  const [found] = await database.query<{ exists: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists",
  );
  if (found?.exists !== true) return [];
  return database.query<Recorded>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS is_finished, logs
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
}

function pendingOf(
  { migrations, version }: MigrationFiles,
  recorded: readonly Recorded[],
  run: Selection,
): Migration[] {
  const done = new Set(recorded.filter((row) => row.isFinished).map((row) => row.migrationName));
  const missing = migrations.filter(({ name }) => !done.has(name) && (run.to === undefined || name <= run.to));
  // A database without rows has no earlier version beside it.
  return missing.filter(({ contract }) => contract === null || run.isNew || run.contract || isPast(contract, version));
}

/** Whether a version comes after the minor version of another. */
function isPast(contract: string, version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = contract.split('.').map(Number);
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}

function refuseMismatch(migrations: readonly Migration[], recorded: readonly Recorded[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of recorded) {
    const migration = known.get(row.migrationName);
    const isOurs = row.logs?.startsWith('memory-gateway ') === true;
    if (migration === undefined) {
      if (EXPANDED.test(row.logs ?? '')) continue;
      throw new MigrationError(
        `The database has migration ${row.migrationName}, which this version does not know. Run the version that created it, or start with an empty database.`,
      );
    }
    if (!row.isFinished && !isOurs)
      throw new MigrationError(`Migration ${row.migrationName} was begun and not finished by another tool.`);
    if (row.checksum !== migration.checksum) {
      throw new MigrationError(
        `Migration ${row.migrationName} was edited after it was applied; restore the file and add a new one.`,
      );
    }
  }
  const names = recorded.map((row) => row.migrationName);
  const skipped = migrations.find(
    ({ name, contract }) => contract === null && name < (names.at(-1) ?? '') && !names.includes(name),
  );
  if (skipped !== undefined) {
    throw new MigrationError(
      `Migration ${skipped.name} comes before one that is applied already; give it a later name.`,
    );
  }
}
