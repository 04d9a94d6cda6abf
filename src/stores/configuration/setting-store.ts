import type { Json } from '@memory-gateway/memory-engine';
import { advisoryLocks, type Queryable } from '@memory-gateway/database';

export type SettingKey = 'config_overrides' | 'internal.embedder' | 'internal.renewal' | 'internal.traits';

/** Creates the store of installation settings. Uses SQL: processes read settings at start, before Prisma loads. */
export function settingStore(db: Queryable) {
  return {
    /** Returns the stored settings among these keys, which belong to no tenant. Index: settings_pkey. */
    async get(keys: readonly SettingKey[]): Promise<Partial<Record<SettingKey, Json>>> {
      const rows = await db.asOwner.query<{ key: SettingKey; value: Json }>(
        'SELECT key, value FROM settings WHERE key = ANY($1::text[])',
        [keys],
      );
      return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    },
    /** Blocks other transactions that change settings until this one ends. */
    lock: () => db.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.settings]),
    put: (key: SettingKey, value: Json | object, now: Date) => db.execute(PUT, [key, JSON.stringify(value), now]),
    remove: (key: SettingKey) => db.execute('DELETE FROM settings WHERE key = $1', [key]),
  };
}

const PUT = `
INSERT INTO settings (key, value, updated_at) VALUES ($1, $2::jsonb, $3::timestamptz)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`;
