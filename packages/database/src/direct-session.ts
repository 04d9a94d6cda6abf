import pg from 'pg';
import type { Database } from './types.js';

/**
 * Runs statements in a session of its own, outside of transactions and without a time limit. On Postgres it goes past a pooler, which
 * would give the settings of this session to other requests.
 */
export async function onDirectSession(
  { kind, pool, directConnectionString }: Pick<Database, 'kind' | 'pool' | 'directConnectionString'>,
  statements: readonly string[],
): Promise<void> {
  const run = async (client: Pick<pg.ClientBase, 'query'>) => {
    for (const statement of ['SET statement_timeout = 0', ...statements]) await client.query(statement);
  };
  if (kind === 'embedded') {
    const client = await pool.connect();
    try {
      await run(client);
    } finally {
      await client.query('RESET statement_timeout').catch(() => undefined);
      client.release();
    }
    return;
  }
  const client = new pg.Client({ connectionString: directConnectionString });
  // A lost connection already fails the running statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await run(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
