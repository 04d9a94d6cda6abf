import { advisoryLocks, type Database } from '@memory-gateway/database';

/** Creates the default organization and its default project if they are missing or deleted. */
export async function ensureDefaults(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async (tx) => {
    // Processes that start together must not each create a default organization. Not the lock of the migrations, for which a server of the
    // version before would wait until it fails.
    await tx.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.defaults})`);
    await tx.query('SELECT seed_defaults()');
  });
}
