import { isOfDatabase } from './database-errors.js';
import { connectDatabase, type Database } from './open-database.js';

/** `DATABASE_DIRECT_URL` leads to a connection that fails, with the reason as its cause. */
class DirectUrlError extends Error {
  override readonly name = 'DirectUrlError';
}

/** Runs `work` on a database of one session past a pooler. @throws DirectUrlError if the session has another URL and fails */
export async function withDirectDatabase<Result>(
  { connectionString, directConnectionString, partitions }: Database,
  work: (direct: Database) => Promise<Result>,
): Promise<Result> {
  const direct = connectDatabase({
    kind: 'postgres',
    connectionString: directConnectionString,
    maxConnections: 1,
    partitions,
    close: async () => undefined,
  });
  try {
    return await work(direct);
  } catch (cause) {
    if (directConnectionString === connectionString || !isOfDatabase(cause)) throw cause;
    throw new DirectUrlError('The connection of DATABASE_DIRECT_URL failed.', { cause });
  } finally {
    await direct.close();
  }
}
