import type { Json } from '../../engine/filter-values.js';
import type { Queryable } from '../database/open-database.js';

/** Settings of the installation that code here may read and write: nothing else in the table is anybody's business. */
export type SettingKey = 'config_overrides' | 'internal.embedder';

/** Reads and writes settings of the installation. */
export function settingStore(db: Queryable) {
  return {
    /** Of these, those that are set. settings_pkey */
    async get(keys: readonly SettingKey[]): Promise<Partial<Record<SettingKey, Json>>> {
      const rows = await db.query<{ key: SettingKey; value: Json }>(
        'SELECT key, value FROM settings WHERE key = ANY($1::text[])',
        [keys],
      );
      return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    },
    /** Makes everybody else who wants to change settings wait until the transaction ends. */
    lock: () => db.query('SELECT pg_advisory_xact_lock($1)', [lockNumber]),
    put: (key: SettingKey, value: Json, now: Date) => db.query(PUT, [key, JSON.stringify(value), now]),
    remove: (key: SettingKey) => db.query('DELETE FROM settings WHERE key = $1', [key]),
  };
}

// Any number that nothing else locks.
const lockNumber = 72_707_374;

const PUT = `
INSERT INTO settings (key, value, updated_at) VALUES ($1, $2::jsonb, $3::timestamptz)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`;
