import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@memory-gateway/database';
import { migrate } from '@memory-gateway/database/migrations';
import { openEmbeddedDatabase } from '@memory-gateway/embedded-postgres';
import { createJobQueue } from '../../src/jobs/queue.js';
import { replaceSlowIndexes } from '../../src/stores/search/vector-index.js';
import type { PreparedDatabases } from './global-setup.js';

/** No power loss in tests, so the databases of workers need not wait for the disk. A server in a process of its own keeps its settings. */
const workerSettings = '\nfsync = off\nfull_page_writes = off\nwal_init_zero = off\n';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Creates an embedded database for each worker, copied from a migrated template that is kept between runs. */
export async function prepareEmbedded(workers: number): Promise<PreparedDatabases> {
  const template = await migratedTemplate();
  const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-test-'));
  const servers = await Promise.all(
    Array.from({ length: workers }, async (_, index) => {
      const dataDir = path.join(folder, `worker-${index + 1}`);
      await cp(template, dataDir, { recursive: true });
      await appendFile(path.join(dataDir, 'database', 'postgresql.conf'), workerSettings);
      return openEmbeddedDatabase({ dataDir });
    }),
  );
  return {
    kind: 'embedded',
    connectionStrings: servers.map((server) => server.connectionString),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the data directory of a migrated, empty, closed database to copy, which takes milliseconds instead of
 * seconds. Its name changes with everything that its content depends on.
 */
export async function migratedTemplate(): Promise<string> {
  return makeOnce(await hashOf(await migrationFiles()), async (dataDir) => {
    await cp(await createdTemplate(), dataDir, { recursive: true });
    const database = await openDatabase({ kind: 'embedded', dataDir });
    await migrate(database);
    // As a server does at its first start. Apps of tests share a database, so they leave its indexes alone.
    await replaceSlowIndexes(database);
    await (await createJobQueue(database)).close();
    await database.close();
  });
}

/** Returns the data directory of a closed database without tables to copy. */
export async function createdTemplate(): Promise<string> {
  return makeOnce(await hashOf([]), async (dataDir) => {
    const server = await openEmbeddedDatabase({ dataDir });
    await server.close();
  });
}

async function makeOnce(name: string, make: (dataDir: string) => Promise<void>): Promise<string> {
  const cache = path.join(root, 'node_modules', '.cache', 'memory-gateway-test');
  const template = path.join(cache, name);
  if (existsSync(template)) return template;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(path.join(cache, 'draft-'));
  await make(draft);
  // Another run may have created the same template first.
  await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
  return template;
}

const migrations = path.join(root, 'prisma', 'migrations');
const migrationFiles = async () =>
  (await readdir(migrations, { recursive: true })).filter((name) => name.endsWith('.sql')).sort();

/** What a new database depends on besides migrations: the engine, its indexes, the tables of jobs. */
const parts = [
  'packages/embedded-postgres/src/engine.ts',
  'node_modules/@electric-sql/pglite/package.json',
  'src/stores/search/vector-index.ts',
  'src/jobs/queue.ts',
  'node_modules/pg-boss/package.json',
];

/** Hashes these parts, and the migrations that are applied. */
async function hashOf(applied: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const name of applied) hash.update(name).update(await readFile(path.join(migrations, name)));
  for (const part of parts) hash.update(await readFile(path.join(root, part)));
  return hash.digest('hex').slice(0, 16);
}
