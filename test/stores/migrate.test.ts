import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { advisoryLocks, type Database } from '@memory-gateway/database';
import { listHeldMigrations, listPendingMigrations, migrate } from '@memory-gateway/database/migrations';
import { MigrationError } from '../../packages/database/src/migration-files.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { testDatabase } from '../setup/database.js';

const MIGRATION_LOCK = `locktype = 'advisory' AND classid = 0 AND objid = ${advisoryLocks.migrations} AND pid <> pg_backend_pid()
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

// The migrations of these tests come after those of the product, and are reverted after each test.
const product = path.resolve('prisma', 'migrations');

let database: Database;
let directory: string;

beforeEach(async () => {
  database = await testDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'memory-gateway-migrations-'));
  await cp(product, directory, { recursive: true });
});

afterEach(async () => {
  await database.query(
    "DROP TABLE IF EXISTS migrate_test; DELETE FROM _prisma_migrations WHERE migration_name LIKE '9%'",
  );
  await rm(directory, { recursive: true, force: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(directory, name), { recursive: true });
  await writeFile(path.join(directory, name, 'migration.sql'), sql);
}

async function recordOf(name: string): Promise<unknown> {
  const rows = await database.query('SELECT * FROM _prisma_migrations WHERE migration_name = $1', [name]);
  return rows[0];
}

describe('migrate', () => {
  it('finds nothing to do on a migrated database, from the default folder', async () => {
    expect(await migrate(database)).toEqual({ applied: [] });
    expect(await listPendingMigrations(database)).toEqual([]);
  });

  it('applies what is missing in order of name and records it as Prisma would', async () => {
    await addMigration('9002_b', 'INSERT INTO migrate_test VALUES (2); INSERT INTO migrate_test VALUES (3);');
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
    expect(await listPendingMigrations(database, { directory })).toEqual(['9001_a', '9002_b']);
    expect(await migrate(database, { directory })).toEqual({ applied: ['9001_a', '9002_b'] });
    expect(await database.query('SELECT a FROM migrate_test ORDER BY a')).toEqual([{ a: 2 }, { a: 3 }]);
    const rows = await database.query("SELECT * FROM _prisma_migrations WHERE migration_name = '9001_a'");
    expect(rows).toMatchObject([
      {
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
        finishedAt: expect.any(Date),
        rolledBackAt: null,
        appliedStepsCount: 1,
      },
    ]);
  });

  it('applies each migration once when several start at the same time', async () => {
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int); SELECT pg_sleep(0.1);');
    await addMigration('9002_b', 'INSERT INTO migrate_test VALUES (1);');
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database, { directory })));
    expect(runs.flatMap((run) => run.applied).sort()).toEqual(['9001_a', '9002_b']);
    expect(await database.query('SELECT a FROM migrate_test')).toEqual([{ a: 1 }]);
  });

  it('rolls a failing migration back as a whole and keeps those before it', async () => {
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
    await addMigration('9002_b', 'INSERT INTO migrate_test VALUES (1); SELECT 1 / 0;');
    await expect(migrate(database, { directory })).rejects.toThrow(
      'Migration 9002_b failed and was rolled back: division by zero',
    );
    expect(await database.query('SELECT a FROM migrate_test')).toEqual([]);
    expect(await listPendingMigrations(database, { directory })).toEqual(['9002_b']);
  });

  it('refuses a migration that was edited after it was applied', async () => {
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
    await migrate(database, { directory });
    await addMigration('9001_a', 'CREATE TABLE migrate_test (b int);');
    await expect(migrate(database, { directory })).rejects.toThrow('Migration 9001_a was edited after it was applied');
  });

  it('refuses a database that is newer than this build', async () => {
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
    await migrate(database, { directory });
    // As earlier builds and other tools record it: nothing says that this build can live with it.
    await database.query("UPDATE _prisma_migrations SET logs = NULL WHERE migration_name = '9001_a'");
    await expect(migrate(database)).rejects.toThrow(
      '9001_a, which this version does not know. Run the version that created it',
    );
  });

  it('refuses a migration that slipped in before an applied one', async () => {
    await addMigration('9002_b', 'CREATE TABLE migrate_test (a int);');
    await migrate(database, { directory });
    await addMigration('9001_a', 'SELECT 1;');
    await expect(migrate(database, { directory })).rejects.toThrow(MigrationError);
  });
});

describe('a migration of steps', () => {
  it('builds an index outside of a transaction and fills a column in batches', async () => {
    await addMigration(
      '9001_a',
      'CREATE TABLE migrate_test (a int, b int); INSERT INTO migrate_test SELECT generate_series(1, 25);',
    );
    await addMigration(
      '9002_b',
      `-- The column is filled in batches of ten.
-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS migrate_test_a ON migrate_test (a);
-- step: repeat
UPDATE migrate_test SET b = a WHERE a IN (SELECT a FROM migrate_test WHERE b IS NULL LIMIT 10) RETURNING 1;
-- step: transaction
ALTER TABLE migrate_test ALTER b SET NOT NULL;
`,
    );
    const told: string[] = [];
    const { applied } = await migrate(database, { directory, onProgress: (text) => void told.push(text) });
    expect(applied).toEqual(['9001_a', '9002_b']);
    expect(told.filter((text) => text.includes('rows'))).toEqual(
      [10, 20, 25].map((rows) => `9002_b, step 2 of 3: ${rows} rows`),
    );
    expect(await database.query('SELECT count(*) AS rows FROM migrate_test WHERE a = b')).toEqual([{ rows: 25 }]);
    expect(
      await database.query("SELECT indisvalid FROM pg_index WHERE indexrelid = 'migrate_test_a'::regclass"),
    ).toEqual([{ indisvalid: true }]);
    expect(await recordOf('9002_b')).toMatchObject({ appliedStepsCount: 3, finishedAt: expect.any(Date) });
  });

  it('goes on with the step that failed', async () => {
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
    await addMigration(
      '9002_b',
      `-- step: transaction
INSERT INTO migrate_test VALUES (1);
-- step: repeat
UPDATE migrate_test SET a = a + 1 WHERE a < 10 AND 1 / (SELECT count(*) FROM pg_class WHERE relname = 'migrate_ready') = 1 RETURNING 1;
`,
    );
    await expect(migrate(database, { directory })).rejects.toThrow(
      'Migration 9002_b, step 2 of 2 failed; run it again: division by zero',
    );
    expect(await recordOf('9002_b')).toMatchObject({ appliedStepsCount: 1, finishedAt: null });
    expect(await listPendingMigrations(database, { directory })).toEqual(['9002_b']);
    await database.query('CREATE TABLE migrate_ready ()');
    try {
      await migrate(database, { directory });
    } finally {
      await database.query('DROP TABLE migrate_ready');
    }
    expect(await database.query('SELECT a FROM migrate_test')).toEqual([{ a: 10 }]);
    expect(await recordOf('9002_b')).toMatchObject({ appliedStepsCount: 2, finishedAt: expect.any(Date) });
  });

  it.runIf(inject('databases').kind === 'postgres')('builds an index again whose build was interrupted', async () => {
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int); INSERT INTO migrate_test VALUES (1), (1);');
    await addMigration(
      '9002_b',
      '-- step: alone\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS migrate_test_a ON migrate_test (a);\n',
    );
    await expect(migrate(database, { directory })).rejects.toThrow('could not create unique index');
    await database.query('DELETE FROM migrate_test WHERE ctid = (SELECT min(ctid) FROM migrate_test)');
    await migrate(database, { directory });
    expect(
      await database.query("SELECT indisvalid FROM pg_index WHERE indexrelid = 'migrate_test_a'::regclass"),
    ).toEqual([{ indisvalid: true }]);
  });

  it.runIf(inject('databases').kind === 'postgres')('leaves an index alone that an operator is building', async () => {
    await addMigration(
      '9001_a',
      'CREATE TABLE migrate_test (a int); CREATE TABLE migrate_test_other (a int); INSERT INTO migrate_test_other VALUES (1);',
    );
    await migrate(database, { directory });
    await addMigration('9002_b', '-- step: alone\nCREATE INDEX CONCURRENTLY migrate_test_a ON migrate_test (a);\n');
    const indexes = () =>
      database.query(
        "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('migrate_test_operator') AND indrelid = to_regclass('migrate_test_other')",
      );
    const writer = await database.pool.connect();
    try {
      // The build waits for this writer.
      await writer.query('BEGIN');
      await writer.query('INSERT INTO migrate_test_other VALUES (2)');
      const build = database.query('CREATE INDEX CONCURRENTLY migrate_test_operator ON migrate_test_other (a)');
      await vi.waitFor(async () => expect(await indexes()).toEqual([{ indisvalid: false }]), 10_000);
      const migrated = migrate(database, { directory });
      await Promise.race([migrated, delay(5_000)]);
      await writer.query('COMMIT');
      await Promise.all([build, migrated]);
      expect(await indexes()).toEqual([{ indisvalid: true }]);
    } finally {
      await writer.query('ROLLBACK');
      writer.release();
      await database.query('DROP TABLE IF EXISTS migrate_test_other');
    }
  });

  it.runIf(inject('databases').kind === 'postgres')(
    'does not keep others waiting for a lock that it does not get',
    async () => {
      await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
      await migrate(database, { directory });
      await addMigration('9002_b', 'ALTER TABLE migrate_test ADD b int;');
      const told: string[] = [];
      let [release, begin] = [(): void => undefined, (): void => undefined];
      const released = new Promise<void>((resolve) => (release = resolve));
      const locked = new Promise<void>((resolve) => (begin = resolve));
      const held = database.transaction(async (tx) => {
        await tx.query('LOCK TABLE migrate_test IN ACCESS SHARE MODE');
        begin();
        await released;
      });
      await locked;
      const migrated = migrate(database, {
        directory,
        onProgress(text) {
          told.push(text);
          if (text.includes('a lock is taken')) release();
        },
      });
      expect(await migrated).toEqual({ applied: ['9002_b'] });
      await held;
      expect(told[1]).toMatch(
        /^9002_b: a lock is taken, try 1 of 30; the oldest transaction is that of process \d+, idle in transaction for \d+ s\.$/,
      );
    },
  );

  it.runIf(inject('databases').kind === 'postgres')(
    'takes the lock again after its session was lost, and waits for the process that has it meanwhile',
    { timeout: 60_000 },
    async () => {
      await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
      await migrate(database, { directory });
      await addMigration('9002_b', 'ALTER TABLE migrate_test ADD b int;');
      const other = await database.pool.connect();
      const told: string[] = [];
      const takeOver = async () => {
        await other.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE ${MIGRATION_LOCK}`);
        await other.query(`SELECT pg_advisory_lock(${advisoryLocks.migrations})`);
        await other.query('COMMIT');
      };
      const taken: Promise<void>[] = [];
      try {
        await other.query('BEGIN; LOCK TABLE migrate_test IN ACCESS SHARE MODE');
        const migrated = migrate(database, {
          directory,
          onProgress(text) {
            told.push(text);
            if (text.includes('a lock is taken')) taken.push(takeOver());
          },
        });
        await vi.waitFor(
          () => expect(told).toContain('Another process migrates the database; waiting for it.'),
          30_000,
        );
        expect(await recordOf('9002_b')).toBeUndefined();
        await other.query(`SELECT pg_advisory_unlock(${advisoryLocks.migrations})`);
        expect(await migrated).toEqual({ applied: ['9002_b'] });
      } finally {
        await Promise.all(taken);
        await other.query('SELECT pg_advisory_unlock_all()');
        other.release(true);
      }
    },
  );

  it.runIf(inject('databases').kind === 'postgres')(
    'names the process for which a build of an index waits',
    { timeout: 60_000 },
    async () => {
      await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
      await migrate(database, { directory });
      await addMigration('9002_b', '-- step: alone\nCREATE INDEX CONCURRENTLY migrate_test_a ON migrate_test (a);\n');
      const writer = await database.pool.connect();
      const told: string[] = [];
      try {
        await writer.query('BEGIN');
        await writer.query('INSERT INTO migrate_test VALUES (2)');
        const migrated = migrate(database, {
          directory,
          onProgress(text) {
            told.push(text);
            if (text.includes('waits for')) void writer.query('COMMIT');
          },
        });
        expect(await migrated).toEqual({ applied: ['9002_b'] });
      } finally {
        await writer.query('ROLLBACK');
        writer.release();
      }
      expect(told).toEqual([
        '9002_b',
        expect.stringMatching(/^9002_b: waits for process \d+, idle in transaction for \d+ s\.$/),
      ]);
    },
  );

  it.runIf(inject('databases').kind === 'postgres')(
    'names the prepared transaction for which a build of an index waits, which has no process',
    { timeout: 60_000 },
    async () => {
      await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
      await migrate(database, { directory });
      await addMigration('9002_b', '-- step: alone\nCREATE INDEX CONCURRENTLY migrate_test_a ON migrate_test (a);\n');
      await database.query("BEGIN; INSERT INTO migrate_test VALUES (2); PREPARE TRANSACTION 'migrate_test'");
      const end = () => database.query("ROLLBACK PREPARED 'migrate_test'");
      const told: string[] = [];
      const ended: Promise<unknown>[] = [];
      const migrated = migrate(database, {
        directory,
        onProgress(text) {
          told.push(text);
          if (text.includes('waits for')) ended.push(end());
        },
      });
      expect(await migrated).toEqual({ applied: ['9002_b'] });
      await Promise.all(ended);
      // An autovacuum may hold the lock of the table for a moment.
      expect(told.filter((text) => !text.includes('a lock is taken'))).toEqual([
        '9002_b',
        expect.stringMatching(/^9002_b: waits for the transaction migrate_test, prepared for \d+ s\.$/),
      ]);
    },
  );

  it('refuses statements that belong to no step', async () => {
    await addMigration('9001_a', 'SELECT 1;\n-- step: alone\nSELECT 2;\n');
    await expect(migrate(database, { directory })).rejects.toThrow('a statement before its first line');
  });
});

describe('expand and contract', () => {
  // The version of this package, whatever it is.
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

  it('holds a contract step back until it is asked for or a later version comes', async () => {
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int, b int);');
    await addMigration('9002_b', `-- contract: ${version}\nALTER TABLE migrate_test DROP COLUMN a;`);
    await addMigration('9003_c', 'ALTER TABLE migrate_test ADD c int;');
    expect(await migrate(database, { directory })).toEqual({ applied: ['9001_a', '9003_c'] });
    expect(await listPendingMigrations(database, { directory })).toEqual([]);
    expect(await listHeldMigrations(database, { directory })).toEqual(['9002_b']);
    expect(await migrate(database, { directory, contract: true })).toEqual({ applied: ['9002_b'] });
    expect(await listHeldMigrations(database, { directory })).toEqual([]);
  });

  it.runIf(inject('databases').kind === 'postgres')(
    'lets the version before start, with row-level security, while a migration runs',
    { timeout: 40_000 },
    async () => {
      await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
      let before: TestApp | undefined;
      const inspect = async () => void (before = await startTestApp());
      expect(await migrate(database, { directory, inspect })).toEqual({ applied: ['9001_a'] });
      expect(before?.app.services.tenantWall).toBeDefined();
      const { status } = await before!.as(before!.admin.apiKey).rest('GET', '/v1/entities/');
      expect(status).toBe(200);
      await before?.close();
    },
  );

  it('runs it at the start of a later minor version', async () => {
    await addMigration('9001_a', '-- contract: 0.0.9\nCREATE TABLE migrate_test (a int);');
    expect(await migrate(database, { directory })).toEqual({ applied: ['9001_a'] });
  });

  it('lets the version before start after an expand step, and refuses it after a contract step', async () => {
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
    await migrate(database, { directory });
    expect(await migrate(database)).toEqual({ applied: [] });
    expect(await listPendingMigrations(database)).toEqual([]);
    await addMigration('9002_b', `-- contract: ${version}\nALTER TABLE migrate_test ADD b int;`);
    await migrate(database, { directory, contract: true });
    await expect(migrate(database)).rejects.toThrow('9002_b, which this version does not know');
  });
});
