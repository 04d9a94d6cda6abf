import type pg from 'pg';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { meterDatabase } from '../../meter.js';
import { isRetryable, toDatabaseError } from './database-errors.js';
import { openPool, type QueryListener } from './database-pool.js';
import { createWriteHealth, type WriteHealth } from './write-health.js';
import { connectToHolder, DataDirLockedError, openEmbeddedDatabase } from '../embedded/embedded-database.js';
import { preparedName } from '../sql/prepared.js';
import {
  createPrismaClients,
  type PrismaClients,
  type PrismaReads,
  type PrismaUnit,
  type PrismaWrites,
} from './prisma-client.js';

export interface Queryable {
  /** Runs one statement, with camelCase columns, numbers for int8 and numeric, and strings for dates. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns typed reads, also of the transaction's own writes. About 3 times slower than prepared SQL (ADR 5). */
  prisma(): Promise<PrismaReads>;
}

export interface Transaction extends Queryable {
  /** The connection, for libraries that write inside this transaction. */
  readonly client: pg.PoolClient;
  /** Returns typed reads and writes inside this transaction. Prisma joins it on first use. */
  prisma(): Promise<PrismaWrites>;
  afterCommit(work: () => void): void;
}

/** Returns the typed writes of a transaction. @throws Error outside of a transaction */
export function prismaWrites(db: Queryable): Promise<PrismaWrites> {
  if (!('afterCommit' in db)) throw new Error('Prisma writes inside transactions only.');
  return (db as Transaction).prisma();
}

export interface Database extends Queryable {
  readonly kind: 'embedded' | 'postgres';
  readonly connectionString: string;
  readonly pool: pg.Pool;
  /** Prisma on the pool, for the GraphQL library only. Inside a transaction it would wait for a second connection. */
  readonly rootPrisma: PrismaClient;
  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. Postgres repeats it up to three
   * times after a serialization failure or deadlock, so `work` must have no effects outside of the database.
   * Use only `tx` inside: on the embedded database, any other connection waits for this transaction to end.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Calls the listener with every statement, including Prisma's. @returns a function that removes the listener */
  onQuery(listener: QueryListener): () => void;
  /** Resolves if the database responds and the latest write succeeded. @throws DatabaseUnavailableError */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type DatabaseConfig =
  | {
      kind: 'embedded';
      dataDir: string;
      /** If another process holds the data directory, connects through that process instead of failing. */
      joinHolder?: boolean;
    }
  | { kind: 'postgres'; connectionString: string; maxConnections?: number };

const MAX_RETRIES = 3;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;

/**
 * Opens the database. Postgres is contacted on the first query; the embedded database is running when this resolves.
 * @throws DataDirLockedError if another process holds the data directory of the embedded database
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.kind === 'postgres') return connectDatabase({ ...config, close: async () => undefined });
  const server = await openOrJoin(config.dataDir, config.joinHolder === true);
  return connectDatabase({ kind: 'embedded', ...server });
}

async function openOrJoin(
  dataDir: string,
  join: boolean,
): Promise<{ connectionString: string; close(): Promise<void> }> {
  try {
    return await openEmbeddedDatabase({ dataDir });
  } catch (error) {
    if (!join || !(error instanceof DataDirLockedError)) throw error;
    const connectionString = await connectToHolder(dataDir);
    if (connectionString === undefined) throw error;
    return { connectionString, close: async () => undefined };
  }
}

export interface ConnectOptions {
  kind: Database['kind'];
  connectionString: string;
  /** Default 20; 10 on the embedded database, which runs one statement at a time. */
  maxConnections?: number;
  close(): Promise<void>;
}

/** Connects to a running database. */
export function connectDatabase(options: ConnectOptions): Database {
  const listeners = new Set<QueryListener>();
  const isEmbedded = options.kind === 'embedded';
  const pool = openPool({
    connectionString: options.connectionString,
    maxConnections: options.maxConnections ?? (isEmbedded ? 10 : 20),
    connectTimeout: isEmbedded ? 30_000 : 5_000,
    // Prisma's driver reads and writes dates as UTC.
    ...(isEmbedded ? {} : { sessionOptions: sessionOptions() }),
    listeners,
  });
  // Connections of the embedded database share one session, in which names of prepared statements would collide.
  const nameOf = isEmbedded || hasSharedSessions(options.connectionString) ? () => undefined : preparedName;
  const health = createWriteHealth();
  const executor = { nameOf, health };
  const prisma = createPrismaClients(pool);
  return {
    kind: options.kind,
    connectionString: options.connectionString,
    pool,
    get rootPrisma() {
      return prisma.root;
    },
    prisma: () => Promise.resolve(prisma.reads),
    query: queryWith(pool, executor),
    transaction: (work) => transaction({ pool, ...executor, prisma }, work, isEmbedded ? 0 : MAX_RETRIES),
    onQuery(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async ping() {
      await queryWith(pool, executor)('SELECT 1');
      const fault = health.fault();
      if (fault !== null) throw toDatabaseError(fault);
    },
    async close() {
      await prisma.disconnect();
      await pool.end();
      await options.close();
    },
  };
}

function sessionOptions(): string {
  return [
    'TimeZone=UTC',
    // Compiling a search takes many times as long as running it.
    'jit=off',
    `statement_timeout=${STATEMENT_TIMEOUT_MS}`,
    `idle_in_transaction_session_timeout=${IDLE_TRANSACTION_TIMEOUT_MS}`,
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');
}

/** Returns the name for a prepared statement, or undefined for an unprepared one. */
type NameOf = (text: string) => string | undefined;

// Same parameter as Prisma's: behind a pooler, the next statement may run in a session that does not know the name.
function hasSharedSessions(connectionString: string): boolean {
  return URL.canParse(connectionString) && new URL(connectionString).searchParams.get('pgbouncer') === 'true';
}

interface Executor {
  readonly nameOf: NameOf;
  readonly health: Pick<WriteHealth, 'failed' | 'succeeded'>;
}

function queryWith(client: pg.Pool | pg.PoolClient, { nameOf, health }: Executor): Queryable['query'] {
  return async <Row>(text: string, values?: readonly unknown[]) => {
    const config = {
      name: nameOf(text),
      text,
      rowMode: 'array' as const,
      ...(values === undefined ? {} : { values: [...values] }),
    };
    try {
      // The driver returns an array for a text of several statements, which its types omit.
      const result = (await meterDatabase(() => client.query(config))) as ArrayResult | ArrayResult[];
      health.succeeded(text);
      const last = Array.isArray(result) ? result.at(-1) : result;
      return last === undefined ? [] : (toRows(last) as Row[]);
    } catch (error) {
      health.failed(error);
      throw toDatabaseError(error);
    }
  };
}

type ArrayResult = pg.QueryArrayResult<unknown[]>;

function toRows(result: ArrayResult): Record<string, unknown>[] {
  const names = result.fields.map((field) => camelCase(field.name));
  return result.rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index];
    return row;
  });
}

// Stays small: only columns of the product's own statements.
const camelCased = new Map<string, string>();

function camelCase(name: string): string {
  const known = camelCased.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
  camelCased.set(name, made);
  return made;
}

interface Connections extends Executor {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClients;
}

async function transaction<T>(
  connections: Connections,
  work: (tx: Transaction) => Promise<T>,
  retries: number,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptTransaction(connections, work);
    } catch (error) {
      if (attempt >= retries || !isRetryable(error)) throw toDatabaseError(error);
    }
  }
}

async function attemptTransaction<T>(connections: Connections, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { pool, nameOf, health } = connections;
  const client = await pool.connect();
  const callbacks: (() => void)[] = [];
  const texts: string[] = [];
  const inTransaction = { failed: health.failed, succeeded: (text: string) => void texts.push(text) };
  const unit = lazyUnit(() => connections.prisma.join(client));
  try {
    await client.query('BEGIN');
    const result = await work({
      client,
      query: queryWith(client, { nameOf, health: inTransaction }),
      prisma: unit.prisma,
      afterCommit: (callback) => void callbacks.push(callback),
    });
    await unit.close();
    const { command } = await meterDatabase(() => client.query('COMMIT'));
    // Postgres responds to COMMIT with ROLLBACK if a statement failed and `work` ignored the error.
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back because one of its statements had failed.');
    client.release();
    texts.forEach(health.succeeded);
    callbacks.forEach(runAfterCommit);
    return result;
  } catch (error) {
    health.failed(error);
    await unit.close().catch(() => undefined);
    await rollBack(client);
    throw error;
  }
}

function lazyUnit(open: () => Promise<PrismaUnit>): { prisma: Transaction['prisma']; close: () => Promise<void> } {
  let opened: Promise<PrismaUnit> | null = null;
  let isClosed = false;
  return {
    prisma: async () => {
      if (isClosed) throw new Error('The transaction has ended.');
      return (await (opened ??= open())).prisma;
    },
    close: async () => {
      isClosed = true;
      await (await opened)?.close();
    },
  };
}

async function rollBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch (error) {
    // A connection in an unknown state must not return to the pool.
    client.release(error instanceof Error ? error : true);
  }
}

// The commit stands. A rejection here would make the caller repeat the transaction.
function runAfterCommit(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
