import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src/stores/database/open-database.js';
import { openEmbeddedDatabase } from '@memory-gateway/embedded-postgres';
import { migrate } from '../../src/stores/database/migrate.js';
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
  const cache = path.join(root, 'node_modules', '.cache', 'memory-gateway-test');
  const template = path.join(cache, await fingerprint());
  if (existsSync(template)) return template;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(path.join(cache, 'draft-'));
  const database = await openDatabase({ kind: 'embedded', dataDir: draft });
  await migrate(database);
  await database.close();
  // Another run may have created the same template first.
  await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
  return template;
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const migrations = path.join(root, 'prisma', 'migrations');
  for (const name of (await readdir(migrations, { recursive: true })).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(await readFile(path.join(migrations, name)));
  }
  hash.update(await readFile(path.join(root, 'packages', 'embedded-postgres', 'src', 'engine.ts')));
  hash.update(await readFile(path.join(root, 'node_modules', '@electric-sql', 'pglite', 'package.json')));
  return hash.digest('hex').slice(0, 16);
}
