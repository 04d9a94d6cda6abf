import { onDirectSession } from './direct-session.js';
import type { Database } from './open-database.js';
import { firstNumber } from './first-row.js';

// VACUUM alone leaves deleted texts in the free space of pages, and a checkpoint alone leaves them in the current log segment.
const REWRITE = ['VACUUM FULL', 'CHECKPOINT', 'SELECT pg_switch_wal()', 'CHECKPOINT'];

// VACUUM FULL would lock each table of a database that several servers may use.
const RECLAIM = ['VACUUM'];

/**
 * Frees the space of removed rows. The files of the embedded database are rewritten, so that they hold no removed text; on Postgres
 * the space is only reused.
 */
export function vacuum(database: Pick<Database, 'kind' | 'pool' | 'directConnectionString'>): Promise<void> {
  return onDirectSession(database, database.kind === 'embedded' ? REWRITE : RECLAIM);
}

/** Size of the database in bytes. */
export function readDatabaseSize(database: Database): Promise<number> {
  return firstNumber(database.query('SELECT pg_database_size(current_database()) AS bytes'));
}
