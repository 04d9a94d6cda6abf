import { firstRow, type Queryable } from '@memory-gateway/database';

/** Creates the store of the key that encrypts stored secrets. SQL, because every start reads it. */
export function sealingKeyStore(db: Queryable) {
  return {
    /** Returns the key for servers without a configured secret. Stores `proposal` unless a process has stored one. */
    async get(proposal: Buffer): Promise<Buffer> {
      await db.execute(INSERT, [name, JSON.stringify(proposal.toString('base64'))]);
      const [row] = await db.query<{ value: string }>('SELECT value FROM settings WHERE key = $1', [name]);
      if (!row) throw new Error('The sealing key was not stored.');
      return Buffer.from(row.value, 'base64');
    },
    /** Counts webhooks and log streams with a secret that was encrypted with another key than `id` (bytes 2 to 5). Scans the tables, which are small. */
    async countSealedOtherwise(id: Buffer): Promise<UnreadableSecrets> {
      return (await firstRow(db.query<UnreadableSecrets>(COUNT, [id]))) ?? { webhooks: 0, logStreams: 0 };
    },
  };
}

/** Numbers of what has a secret that the current key cannot decrypt. */
export interface UnreadableSecrets {
  readonly webhooks: number;
  readonly logStreams: number;
}

const name = 'internal.sealing-key';

const COUNT = `
SELECT (SELECT count(*) FROM webhooks WHERE substring(secret FROM 2 FOR 4) <> $1 OR substring(headers FROM 2 FOR 4) <> $1) AS webhooks,
  (SELECT count(*) FROM log_streams WHERE substring(credential FROM 2 FOR 4) <> $1) AS log_streams`;

// Index: settings_pkey.
const INSERT = 'INSERT INTO settings (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO NOTHING';
