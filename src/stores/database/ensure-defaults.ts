import type { Database } from './open-database.js';

// Processes that start together must not each create a default organization. Not the lock of the migrations, for which a server of the
// version before would wait until it fails.
const lockKey = 72_707_376;

/** Creates the default organization and its default project if they are missing or deleted. */
export async function ensureDefaults(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(${lockKey})`);
    await tx.query('SELECT seed_defaults()');
  });
}
