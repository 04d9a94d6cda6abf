import type { Database } from './open-database.js';

// The lock of the migrations: processes that start together must not each add a default organization.
const lockKey = 72_707_369;

/** Makes sure that there is a default organization with a default project, also after somebody deleted them. */
export async function ensureDefaults(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(${lockKey})`);
    await tx.query('SELECT seed_defaults()');
  });
}
