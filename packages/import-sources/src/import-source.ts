import type pg from 'pg';
import { openPool, withSettings } from '@memory-gateway/database';

export interface ImportSourceOptions {
  readonly url: string;
  /** Database on the same server with users and API keys. */
  readonly accountsDatabase: string;
  readonly collection: string;
}

/** A user of the source. Columns that its version lacks are absent. */
export interface SourceUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** bcrypt hash. */
  readonly passwordHash: string;
  readonly role?: string | null;
  readonly createdAt?: Date | null;
  readonly lastLoginAt?: Date | null;
}

export interface SourceApiKey {
  readonly id: string;
  readonly keyPrefix: string;
  /** bcrypt hash of the whole key. */
  readonly keyHash: string;
  readonly label?: string | null;
  readonly createdBy: string;
  readonly lastUsedAt?: Date | null;
  readonly revokedAt?: Date | null;
  readonly createdAt?: Date | null;
}

export interface SourceMemory {
  readonly id: string;
  readonly payload: unknown;
}

/** Reads from the Postgres of the source server. Never writes. */
export interface ImportSource {
  countMemories(): Promise<number>;
  users(): Promise<SourceUser[]>;
  apiKeys(): Promise<SourceApiKey[]>;
  /** Yields all memories in batches, oldest first, as a snapshot of the start of reading. */
  memories(batchSize: number): AsyncGenerator<SourceMemory[]>;
  close(): Promise<void>;
}

/** The source cannot be read. The message names the host, database or table, never a password. */
export class ImportSourceError extends Error {
  override readonly name = 'ImportSourceError';
}

/** Opens the source. Connects on the first read. @throws ImportSourceError if `url` is not a Postgres URL */
export function openImportSource({ url, accountsDatabase, collection }: ImportSourceOptions): ImportSource {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new ImportSourceError(
      'The source must be a URL that begins with postgresql:// (percent-encode special characters in the password).',
    );
  const accounts = connect(withDatabase(url, accountsDatabase));
  const memories = connect(url);
  const table = `"${collection.replaceAll('"', '""')}"`;
  return {
    countMemories: async () =>
      Number(
        (
          await memories.read<{ count: string }>({ table, columns: ['id', 'payload'] }, `SELECT count(*) FROM ${table}`)
        )[0]?.count ?? 0,
      ),
    users: async () =>
      (
        await accounts.read(
          { table: 'users', columns: ['id', 'email', 'password_hash'] },
          'SELECT * FROM users ORDER BY created_at, id',
        )
      ).map(camelCased<SourceUser>),
    apiKeys: async () =>
      (
        await accounts.read(
          { table: 'api_keys', columns: ['id', 'key_prefix', 'key_hash', 'created_by'] },
          'SELECT * FROM api_keys ORDER BY created_at, id',
        )
      ).map(camelCased<SourceApiKey>),
    memories: (batchSize) => memories.walk({ table, columns: ['id', 'payload'] }, batchSize),
    async close() {
      await Promise.all([accounts.close(), memories.close()]);
    },
  };
}

interface Needed {
  readonly table: string;
  readonly columns: readonly string[];
}

function connect(url: string) {
  const { hostname, port, pathname } = new URL(url);
  const place = `${hostname}:${port || 5432}${pathname}`;
  // Also makes Postgres reject writes, so that the source cannot be changed.
  const settings = { default_transaction_read_only: 'on', TimeZone: 'UTC' };
  const pool = openPool({
    connectionString: withSettings(url, settings),
    maxConnections: 1,
    connectTimeout: 10_000,
    listeners: new Set(),
  });
  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof ImportSourceError
        ? error
        : new ImportSourceError(`${place} cannot be read: ${reasonOf(error)}`, { cause: error });
    }
  };
  return {
    read: <Row extends pg.QueryResultRow>(needed: Needed, text: string): Promise<Row[]> =>
      explained(async () => {
        await requireTable(pool, needed, place);
        return (await pool.query<Row>(text)).rows;
      }),
    async *walk(needed: Needed, batchSize: number): AsyncGenerator<SourceMemory[]> {
      const client = await explained(async () => {
        await requireTable(pool, needed, place);
        const opened = await pool.connect();
        await opened.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
        // All values are ISO 8601 in one format, so text order is time order.
        await opened.query(
          `DECLARE walk NO SCROLL CURSOR FOR SELECT id, payload FROM ${needed.table} ORDER BY payload->>'created_at', id`,
        );
        return opened;
      });
      try {
        for (;;) {
          const { rows } = await explained(() => client.query<SourceMemory>(`FETCH FORWARD ${batchSize} FROM walk`));
          if (rows.length === 0) return;
          yield rows;
        }
      } finally {
        // Closing the connection also ends the cursor and its transaction.
        client.release(true);
      }
    },
    close: () => pool.end(),
  };
}

async function requireTable(pool: pg.Pool, { table, columns }: Needed, place: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped',
    [table],
  );
  if (rows.length === 0) throw new ImportSourceError(`${place} has no table ${table.replaceAll('"', '')}.`);
  const missing = columns.filter((column) => !rows.some(({ name }) => name === column));
  if (missing.length > 0)
    throw new ImportSourceError(
      `The table ${table.replaceAll('"', '')} of ${place} has no column ${missing.join(', ')}: it is not one of the original server.`,
    );
}

function camelCased<Row>(row: pg.QueryResultRow): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
    value as unknown,
  ]);
  return Object.fromEntries(entries) as Row;
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(database)}`;
  return changed.href;
}

/** Returns the message of an error. Driver messages name users and databases, but no password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.message || code || error.name;
}
