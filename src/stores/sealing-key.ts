import type { Queryable } from './database.js';

/** The random key that takes the place of JWT_SECRET where there is none. */
export function sealingKeyStore(db: Queryable) {
  return {
    /** The stored key; `proposal` becomes it when there is none yet, in whichever process is first. */
    async get(proposal: Buffer): Promise<Buffer> {
      await db.query(INSERT, [name, JSON.stringify(proposal.toString('base64'))]);
      const [row] = await db.query<{ value: string }>('SELECT value FROM settings WHERE key = $1', [name]);
      if (!row) throw new Error('The sealing key was not stored.');
      return Buffer.from(row.value, 'base64');
    },
  };
}

const name = 'internal.sealing-key';

// settings_pkey
const INSERT = 'INSERT INTO settings (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO NOTHING';
