import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/stores/database/open-database.js';
import { migrate, MigrationError, listPendingMigrations } from '../../src/stores/database/migrate.js';
import { testDatabase } from '../setup/database.js';

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

describe('migrate', () => {
  it('finds nothing to do on a migrated database, from the default folder', async () => {
    expect(await migrate(database)).toEqual({ applied: [] });
    expect(await listPendingMigrations(database)).toEqual([]);
  });

  it('applies what is missing in order of name and records it as Prisma would', async () => {
    await addMigration('9002_b', 'INSERT INTO migrate_test VALUES (2); INSERT INTO migrate_test VALUES (3);');
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
    expect(await listPendingMigrations(database, directory)).toEqual(['9001_a', '9002_b']);
    expect(await migrate(database, directory)).toEqual({ applied: ['9001_a', '9002_b'] });
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
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database, directory)));
    expect(runs.flatMap((run) => run.applied).sort()).toEqual(['9001_a', '9002_b']);
    expect(await database.query('SELECT a FROM migrate_test')).toEqual([{ a: 1 }]);
  });

  it('rolls a failing migration back as a whole and keeps those before it', async () => {
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
    await addMigration('9002_b', 'INSERT INTO migrate_test VALUES (1); SELECT 1 / 0;');
    await expect(migrate(database, directory)).rejects.toThrow(
      'Migration 9002_b failed and was rolled back: division by zero',
    );
    expect(await database.query('SELECT a FROM migrate_test')).toEqual([]);
    expect(await listPendingMigrations(database, directory)).toEqual(['9002_b']);
  });

  it('refuses a migration that was edited after it was applied', async () => {
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
    await migrate(database, directory);
    await addMigration('9001_a', 'CREATE TABLE migrate_test (b int);');
    await expect(migrate(database, directory)).rejects.toThrow('Migration 9001_a was edited after it was applied');
  });

  it('refuses a database that is newer than this build', async () => {
    await addMigration('9001_a', 'CREATE TABLE migrate_test (a int);');
    await migrate(database, directory);
    await expect(migrate(database)).rejects.toThrow(
      '9001_a, which this version does not know. Run the version that created it',
    );
  });

  it('refuses a migration that slipped in before an applied one', async () => {
    await addMigration('9002_b', 'CREATE TABLE migrate_test (a int);');
    await migrate(database, directory);
    await addMigration('9001_a', 'SELECT 1;');
    await expect(migrate(database, directory)).rejects.toThrow(MigrationError);
  });
});
