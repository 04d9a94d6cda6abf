import type { Database } from './open-database.js';

// VACUUM alone leaves deleted texts in the free space of pages, and a checkpoint alone leaves them in the current log segment.
const REWRITE = ['SET statement_timeout = 0', 'VACUUM FULL', 'CHECKPOINT', 'SELECT pg_switch_wal()', 'CHECKPOINT'];

// VACUUM FULL would lock each table of a database that several servers may use.
const RECLAIM = ['SET statement_timeout = 0', 'VACUUM'];

/**
 * Frees the space of removed rows. The files of the embedded database are rewritten, so that they hold no removed text; on Postgres
 * the space is only reused.
 */
export async function vacuum({ kind, pool }: Pick<Database, 'kind' | 'pool'>): Promise<void> {
  const client = await pool.connect();
  try {
    for (const statement of kind === 'embedded' ? REWRITE : RECLAIM) await client.query(statement);
  } finally {
    await client.query('RESET statement_timeout').catch(() => undefined);
    client.release();
  }
}

/** Size of the database in bytes. */
export async function readDatabaseSize(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
  return row?.bytes ?? 0;
}
