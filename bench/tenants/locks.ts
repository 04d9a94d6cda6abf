import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Entries of one database in the lock table of Postgres, which all databases share. */
export interface LockWatch {
  /** Entries for which the table has room. Locks that a session keeps to itself ("fast path") need none. */
  readonly room: number;
  /** Begins to look at the table every few milliseconds. Its result ends that. @returns the greatest number of entries */
  begin(): () => Promise<number>;
  close(): Promise<void>;
}

const ROOM = `
SELECT current_setting('max_locks_per_transaction')::int
  * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int) AS room`;

const ENTRIES = `
SELECT count(*)::int AS entries FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
WHERE NOT l.fastpath AND a.datname = current_database() AND a.pid <> pg_backend_pid()`;

/** Opens a connection that looks at the locks. */
export async function watchLocks(connectionString: string): Promise<LockWatch> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ room: number }>(ROOM);
  const count = async () => (await client.query<{ entries: number }>(ENTRIES)).rows[0]?.entries ?? 0;
  return {
    room: rows[0]?.room ?? 0,
    begin() {
      let most = 0;
      let isDone = false;
      const watching = (async () => {
        while (!isDone) {
          most = Math.max(most, await count());
          await delay(10);
        }
      })();
      return async () => {
        isDone = true;
        await watching;
        return most;
      };
    },
    close: () => client.end(),
  };
}
