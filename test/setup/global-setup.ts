import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { root } from '../../scripts/build.mjs';
import { builtPrograms } from './built-programs.js';
import { prepareEmbedded } from './embedded.js';
import { preparePostgres } from './postgres.js';

/** Databases for the workers. */
export interface PreparedDatabases {
  kind: 'embedded' | 'postgres';
  /** Connection string of each worker's database, in the order of workers. */
  connectionStrings: string[];
  /** The same behind PgBouncer. Absent: the suite runs without a pooler. */
  pooledConnectionStrings?: string[];
  close(): Promise<void>;
}

declare module 'vitest' {
  interface ProvidedContext {
    databases: Omit<PreparedDatabases, 'close'>;
  }
}

/**
 * Prepares one migrated database for each worker before the first test. `TEST_DATABASE` is `embedded` (default), or
 * `postgres` for the server at `TEST_POSTGRES_URL`, with `TEST_PGBOUNCER=true` behind PgBouncer in transaction mode,
 * and with `TEST_PARTITIONS=n` partitioned by project.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = Number(project.vitest.config.maxWorkers);
  const prepared = await prepare(process.env.TEST_DATABASE ?? 'embedded', workers);
  const { close, ...databases } = prepared;
  project.provide('databases', databases);
  return async () => {
    await close();
    await rm(path.join(root, builtPrograms(process.pid)), { recursive: true, force: true });
  };
}

function prepare(kind: string, workers: number): Promise<PreparedDatabases> {
  if (kind === 'embedded') return prepareEmbedded(workers);
  if (kind === 'postgres') return preparePostgres(workers, process.env.TEST_POSTGRES_URL);
  throw new Error(`TEST_DATABASE is "${kind}"; it may be "embedded" or "postgres".`);
}
