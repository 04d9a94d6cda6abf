import type pg from 'pg';
import { sendUnheard } from './database-pool.js';

/** Whether a position in the log of Postgres, such as `0/16B3748`, is `other` or after it. */
export function hasReached(position: string, other: string): boolean {
  return toNumber(position) >= toNumber(other);
}

/** Returns the later of two positions. */
export function laterPosition(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return hasReached(one, other) ? one : other;
}

function toNumber(position: string): bigint {
  const [segment = '0', offset = '0'] = position.split('/');
  return (BigInt(`0x${segment}`) << 32n) + BigInt(`0x${offset}`);
}

/** Where the log of the primary ends now, behind everything that was committed before the statement. */
export const LOG_END = 'SELECT pg_current_wal_insert_lsn()::text AS position';

/** Sends {@link LOG_END} on a connection, behind a COMMIT. Null: the connection broke in between. */
export async function sendLogEnd(client: pg.PoolClient): Promise<string | null> {
  try {
    const { rows } = await sendUnheard(client, { text: LOG_END });
    return (rows as { position: string }[])[0]?.position ?? null;
  } catch {
    return null;
  }
}
