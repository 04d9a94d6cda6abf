import type { Queryable } from '../database/open-database.js';

/** The key that stored secrets are sealed with, as far as the database knows it. */
export function sealingKeyStore(db: Queryable) {
  return {
    /** The random key that takes the place of a secret where there is none; `proposal` becomes it when there is none yet, in whichever process is first. */
    async get(proposal: Buffer): Promise<Buffer> {
      await db.query(INSERT, [name, JSON.stringify(proposal.toString('base64'))]);
      const [row] = await db.query<{ value: string }>('SELECT value FROM settings WHERE key = $1', [name]);
      if (!row) throw new Error('The sealing key was not stored.');
      return Buffer.from(row.value, 'base64');
    },
    /** How many signing secrets of webhooks were sealed with another key than that with this id (bytes 2 to 5 of a sealed value). Webhooks are few: a scan. */
    async countSealedOtherwise(id: Buffer): Promise<number> {
      const [row] = await db.query<{ count: number }>(
        'SELECT count(*) FROM webhooks WHERE substring(secret FROM 2 FOR 4) <> $1',
        [id],
      );
      return row?.count ?? 0;
    },
  };
}

const name = 'internal.sealing-key';

// settings_pkey
const INSERT = 'INSERT INTO settings (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO NOTHING';
