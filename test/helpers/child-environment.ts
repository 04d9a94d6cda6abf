import { cp } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { emptyDatabase, testDatabase, testDatabaseEnvironment } from '../setup/database.js';
import { migratedTemplate } from '../setup/embedded.js';

/**
 * Returns the environment of a process that shares an empty database with the test: the test database on Postgres, or
 * an embedded one below `folder`.
 */
export async function createChildEnvironment(folder: string): Promise<Record<string, string>> {
  if (inject('databases').kind === 'postgres') {
    await emptyDatabase(await testDatabase());
    return testDatabaseEnvironment();
  }
  await cp(await migratedTemplate(), path.join(folder, 'data'), { recursive: true });
  return { DATA_DIR: path.join(folder, 'data') };
}
