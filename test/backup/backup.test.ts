import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '@memory-gateway/cli';
import { backupCommands, type BackupMeans } from '../../src/commands/backup-commands.js';
import { createJobQueue } from '../../src/jobs/queue.js';
import { backUpIfDue } from '../../src/jobs/scheduled-backups.js';
import { createBackup } from '../../src/resolvers/backup/create-backup.js';
import { restoreBackup } from '../../src/resolvers/backup/restore-backup.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { createStores } from '../../src/stores/create-stores.js';
import { rewindInstallation } from '../../src/stores/dump/installation-dump.js';
import { migrate } from '@memory-gateway/database/migrations';
import { type Database, openDatabase } from '@memory-gateway/database';
import { adminKey, as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { migratedTemplate } from '../setup/embedded.js';

let folder: string;
let otherDatabase: Database;
let services: TestServices;
/**
 * An installation on an embedded database. With tests on Postgres, backups are restored to the other kind of database.
 */
let other: TestServices;
let files = 0;

const newFile = () => path.join(folder, `backup-${(files += 1)}.gz`);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-backup-'));
  await cp(await migratedTemplate(), path.join(folder, 'data'), { recursive: true });
  otherDatabase = await openDatabase({ kind: 'embedded', dataDir: path.join(folder, 'data') });
  services = await testServices();
  for (const database of [services.database, otherDatabase]) await (await createJobQueue(database)).close();
});
afterAll(async () => {
  await otherDatabase.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  services = await testServices();
  await emptyDatabase(otherDatabase);
  other = { ...services, database: otherDatabase, stores: createStores(otherDatabase, otherDatabase) };
});

/** Creates users, a project, memories with vectors, and a waiting job. */
async function fill(): Promise<void> {
  const { ada } = await people(services);
  const { projectId } = await tenant(services, [[ada, 'OWNER']]);
  for (const content of ['Ada lives in Lisbon', 'Ada likes tea'])
    await addMemories(as(services, adminKey), {
      projectId,
      userId: 'ada',
      infer: false,
      messages: [{ role: 'user', content }],
    });
  const vector = `[${Array.from({ length: 384 }, (_, index) => (index / 7).toFixed(4)).join(',')}]`;
  await services.database.query(
    `INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding) SELECT id, 1, project_id, $1::halfvec FROM memories`,
    [vector],
  );
  const queue = await createJobQueue(services.database);
  await services.database.transaction((tx) => queue.enqueue(tx, 'reEmbed', { eventId: null, completed: 0 }));
  await queue.close();
}

describe('a backup', () => {
  it('restores every table of a running installation into an empty one', async () => {
    await fill();
    const first = newFile();
    const manifest = await createBackup(services, { file: first });
    expect((await stat(first)).mode & 0o777).toBe(0o600);
    await restoreBackup(other, { file: first });
    const second = newFile();
    const again = await createBackup(other, { file: second });
    const tables = ({ sections }: typeof manifest) => sections.map(({ name, rows, sha256 }) => [name, rows, sha256]);
    // The audit log records the backup.
    expect(tables(again)).toEqual(tables(manifest));
    expect(manifest.sections.find(({ name }) => name === 'memory_embeddings')?.rows).toBe(2);
    expect(manifest.sections.find(({ name }) => name === 'pgboss.job')?.rows).toBe(1);
  });

  it('restores sequences and indexes, so that work goes on', async () => {
    await fill();
    const file = newFile();
    await createBackup(services, { file });
    await restoreBackup(other, { file });
    // The other database has no partitions by project, in which keys have the project besides.
    const indexes = (database: Database) =>
      database.query(`SELECT indexname, replace(replace(indexdef, ' ON ONLY ', ' ON '), ', project_id)', ')') AS definition
        FROM pg_indexes WHERE schemaname = 'public' AND tablename !~ '(_p[0-9]+|^id_projects)$' ORDER BY 1`);
    expect(await indexes(otherDatabase)).toEqual(await indexes(services.database));
    const [place] = await otherDatabase.query<{ projectId: string }>(
      "SELECT id AS project_id FROM projects WHERE name = 'Lamp room'",
    );
    await addMemories(as(other, adminKey), {
      projectId: place?.projectId ?? '',
      userId: 'ada',
      infer: false,
      messages: [{ role: 'user', content: 'Ada plays chess' }],
    });
    const texts = await otherDatabase.query<{ text: string }>('SELECT text FROM memories ORDER BY sequence');
    expect(texts.map(({ text }) => text)).toEqual(['Ada lives in Lisbon', 'Ada likes tea', 'Ada plays chess']);
  });

  it('has no table of another program, and a restore leaves such tables and functions as they are', async () => {
    await fill();
    for (const database of [services.database, otherDatabase]) {
      await database.query('CREATE TABLE visits (id serial)');
      await database.query('INSERT INTO visits DEFAULT VALUES');
      await database.query("CREATE FUNCTION visit() RETURNS text LANGUAGE sql AS 'SELECT count(*)::text FROM visits'");
    }
    const visits = () => otherDatabase.query('SELECT visit() AS visits');
    try {
      const file = newFile();
      const manifest = await createBackup(services, { file });
      const all = await services.database.query<{ name: string }>(
        "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S') AND NOT relispartition",
      );
      const { sequences } = manifest.about as { sequences: { name: string }[] };
      const stored = new Set([...manifest.sections, ...sequences].map(({ name }) => name));
      const missing = all.map(({ name }) => name).filter((name) => !stored.has(name) && name !== 'id_projects');
      expect(missing.sort()).toEqual([
        '_prisma_migrations',
        'membership_versions',
        'rate_limits',
        'visits',
        'visits_id_seq',
      ]);
      await restoreBackup(other, { file });
      expect(await visits()).toEqual([{ visits: '1' }]);
      // As before the restore of a backup of an earlier version.
      expect(
        await rewindInstallation(otherDatabase, { ...manifest, migrations: manifest.migrations.slice(0, -1) }),
      ).toBe(true);
      expect(await otherDatabase.query('SELECT FROM memories')).toEqual([]);
      expect(await visits()).toEqual([{ visits: '1' }]);
      await migrate(otherDatabase);
    } finally {
      for (const database of [services.database, otherDatabase]) {
        await database.query('DROP FUNCTION IF EXISTS visit()');
        await database.query('DROP TABLE IF EXISTS visits');
      }
    }
  });

  it('is refused when it is damaged, and by an installation that is not empty', async () => {
    await fill();
    const file = newFile();
    await createBackup(services, { file });
    await expect(restoreBackup(services, { file })).rejects.toThrow('The database is not empty.');
    const bytes = await readFile(file);
    const damaged = newFile();
    await writeFile(damaged, bytes.subarray(0, bytes.length - 100));
    await expect(restoreBackup(other, { file: damaged })).rejects.toThrow('damaged or ends too early');
    expect(await otherDatabase.query('SELECT FROM memories')).toEqual([]);
  });
});

describe('a backup that cannot be written', () => {
  it('is refused with the reason, and leaves nothing', async () => {
    await fill();
    const missing = path.join(folder, 'missing', 'backup.gz');
    await expect(createBackup(services, { file: missing })).rejects.toThrow(`${missing} cannot be written: ENOENT.`);
  });

  it.runIf(existsSync('/dev/full'))('ends on a full disk, and the server goes on', async () => {
    await fill();
    const directory = await mkdtemp(path.join(folder, 'full-'));
    const file = path.join(directory, 'backup.gz');
    await symlink('/dev/full', `${file}.rows.partial`);
    await expect(createBackup(services, { file })).rejects.toThrow(`${file} cannot be written: ENOSPC.`);
    expect(await readdir(directory)).toEqual([]);
  });
});

describe('scheduled backups', () => {
  it('are written when they are due, verified, and thinned out', async () => {
    const directory = path.join(folder, 'scheduled');
    const at = (time: string): TestServices => ({
      ...services,
      now: () => new Date(time),
      config: { ...services.config, backup: { directory, intervalMs: 86_400_000, keep: 2 } },
    });
    expect(await backUpIfDue(services)).toBeNull();
    const first = await backUpIfDue(at('2026-05-01T00:00:00Z'));
    expect(path.basename(first ?? '')).toBe('memory-gateway-20260501T000000Z.backup.gz');
    expect(await backUpIfDue(at('2026-05-01T23:59:59Z'))).toBeNull();
    await writeFile(path.join(directory, 'memory-gateway-20260501T120000Z.backup.gz.rows.partial'), 'half');
    for (const day of ['02', '03']) expect(await backUpIfDue(at(`2026-05-${day}T00:00:00Z`))).not.toBeNull();
    expect((await readdir(directory)).sort()).toEqual([
      'memory-gateway-20260502T000000Z.backup.gz',
      'memory-gateway-20260503T000000Z.backup.gz',
    ]);
  });
});

describe('scheduled backups after the clock was wrong', () => {
  it('are still written, and replace those with a time in the future', async () => {
    const directory = path.join(folder, 'future');
    const at = (time: string): TestServices => ({
      ...services,
      now: () => new Date(time),
      config: { ...services.config, backup: { directory, intervalMs: 86_400_000, keep: 1 } },
    });
    expect(await backUpIfDue(at('2099-01-01T00:00:00Z'))).not.toBeNull();
    expect(await backUpIfDue(at('2026-05-01T00:00:00Z'))).not.toBeNull();
    expect(await readdir(directory)).toEqual(['memory-gateway-20260501T000000Z.backup.gz']);
    expect(await backUpIfDue(at('2026-05-01T12:00:00Z'))).toBeNull();
  });
});

describe('memory-gateway backup and restore', () => {
  const printed = { out: '', err: '' };
  const io = {
    stdout: { write: (text: string) => (printed.out += text) },
    stderr: { write: (text: string) => (printed.err += text) },
  };
  const means = () => ({
    open: async () => ({ services, close: async () => undefined }),
    openAlone: async () => ({ services: other, close: async () => undefined }),
  });
  const run = (...argv: string[]) => {
    printed.out = '';
    printed.err = '';
    return runCommand(argv, io, means());
  };

  it('name a file in a directory, verify it, and restore it', async () => {
    await fill();
    expect(await run('backup', folder, '--json')).toBe(0);
    const { file, rows } = JSON.parse(printed.out) as { file: string; rows: number };
    expect(path.basename(file)).toMatch(/^memory-gateway-\d{8}T\d{6}Z\.backup\.gz$/);
    expect(await run('restore', file, '--verify-only')).toBe(0);
    expect(printed.out).toContain(`${rows} rows in`);
    expect(await run('restore', file)).toBe(0);
    expect(await run('restore', file)).toBe(1);
    expect(printed.err).toContain('not empty');
    expect(await run('restore', path.join(folder, 'missing.gz'))).toBe(1);
    expect(await run('backup')).toBe(2);
  });
});

function runCommand(argv: readonly string[], io: Parameters<typeof runCommandLine>[2], means: BackupMeans) {
  return runCommandLine([backupCommands(means)], argv, io);
}
