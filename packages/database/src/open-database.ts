import { createConnectionTimeout, toDatabaseError } from './database-errors.js';
import { openPool, type QueryListener } from './database-pool.js';
import { createWriteHealth } from './write-health.js';
import { connectToHolder, DataDirLockedError, openEmbeddedDatabase } from '@memory-gateway/embedded-postgres';
import { endSilentConnections } from './silent-connections.js';
import { hasSharedSessions, withSettings } from './session-settings.js';
import { preparedName } from './prepared.js';
import { createPrismaClients, type PrismaWrites } from './prisma-client.js';
import { accessAs, createTenantView, toTransactionTenant } from './tenant-view.js';
import { createTurns } from './turns.js';
import type { Database, Queryable, Transaction } from './types.js';

export type { Database, Queryable, Transaction } from './types.js';

/** Returns the typed writes of a transaction. @throws Error outside of a transaction */
export function prismaWrites(db: Queryable): Promise<PrismaWrites> {
  if (!('afterCommit' in db)) throw new Error('Prisma writes inside transactions only.');
  return (db as Transaction).prisma();
}

export type DatabaseConfig =
  | {
      kind: 'embedded';
      dataDir: string;
      /** If another process holds the data directory, connects through that process instead of failing. */
      joinHolder?: boolean;
    }
  | ({ kind: 'postgres'; connectionString: string } & Pick<
      ConnectOptions,
      'directConnectionString' | 'maxConnections' | 'partitions' | 'notesCommits'
    >);

const channel = 'memory_gateway';

const MAX_RETRIES = 3;

/** One of so many connections is for single statements, most of them reads: transactions that write never take all. */
const connectionsPerReserved = 5;

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
): Promise<Pick<ConnectOptions, 'connectionString' | 'isPrepared' | 'isGuest' | 'notified' | 'close'>> {
  const notified = new Set<(payload: string) => void>();
  const receive = (payload: string) => notified.forEach((listener) => listener(payload));
  try {
    const server = await openEmbeddedDatabase({ dataDir, notifications: { channel, receive } });
    return { ...server, notified };
  } catch (error) {
    if (!join || !(error instanceof DataDirLockedError)) throw error;
    const connectionString = await connectToHolder(dataDir);
    if (connectionString === undefined) throw error;
    // The holder may be of an earlier version, in which connections cannot share prepared statements.
    return { connectionString, isPrepared: false, isGuest: true, close: async () => undefined };
  }
}

export interface ConnectOptions {
  kind: Database['kind'];
  connectionString: string;
  directConnectionString?: string;
  /** Whether frequent statements are prepared under a name. Default: unless a pooler shares sessions. */
  isPrepared?: boolean;
  /** Default 20; 10 on the embedded database, which runs one statement at a time. */
  maxConnections?: number;
  /** Number of partitions of a new database. */
  partitions?: number | null;
  /** Notes for each request where its commits end in the log, for reads on a replica. */
  notesCommits?: boolean;
  isGuest?: boolean;
  /** Listeners that the holder of an embedded database calls. */
  notified?: Set<(payload: string) => void>;
  close(): Promise<void>;
}

/** Connects to a running database. */
export function connectDatabase(options: ConnectOptions): Database {
  const listeners = new Set<QueryListener>();
  const isEmbedded = options.kind === 'embedded';
  // A pooler that shares sessions refuses startup options, or drops them without a word: see session-settings.ts.
  const isShared = hasSharedSessions(options.connectionString);
  const maxConnections = options.maxConnections ?? (isEmbedded ? 10 : 20);
  const connectTimeout = isEmbedded ? 30_000 : 5_000;
  const pool = openPool({
    connectionString: isEmbedded || isShared ? options.connectionString : withSettings(options.connectionString),
    maxConnections,
    connectTimeout,
    listeners,
  });
  // The thread of the embedded database answers nothing during a statement.
  if (!isEmbedded) endSilentConnections(pool, options.directConnectionString ?? options.connectionString);
  const { isPrepared = !isShared } = options;
  const nameOf = isPrepared ? preparedName : () => undefined;
  const health = createWriteHealth();
  const prisma = createPrismaClients(pool);
  const turns = createTurns(Math.max(1, maxConnections - Math.ceil(maxConnections / connectionsPerReserved)), {
    ms: connectTimeout,
    tooLate: createConnectionTimeout,
  });
  const connections = {
    pool,
    turns,
    prisma,
    nameOf,
    health,
    retries: isEmbedded ? 0 : MAX_RETRIES,
    tenant: null,
    notesCommits: options.notesCommits === true,
  };
  const owner: Database = {
    ...accessAs(connections),
    kind: options.kind,
    connectionString: options.connectionString,
    directConnectionString: options.directConnectionString ?? options.connectionString,
    partitions: options.partitions ?? null,
    channel,
    isGuest: options.isGuest === true,
    onNotification(listener) {
      options.notified?.add(listener);
      return () => void options.notified?.delete(listener);
    },
    pool,
    waitingForConnection: () => pool.waitingCount + turns.waiting(),
    get rootPrisma() {
      return prisma.root;
    },
    prisma: () => Promise.resolve(prisma.reads),
    get asOwner() {
      return owner;
    },
    asTenant: (tenant) =>
      isEmbedded
        ? owner
        : createTenantView(owner, { ...connections, tenant: toTransactionTenant(tenant, { nameOf, isPrepared }) }),
    expectProject: () => undefined,
    onQuery(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async ping() {
      await owner.query('SELECT 1');
      const fault = health.fault();
      if (fault !== null) throw toDatabaseError(fault);
    },
    async close() {
      await prisma.disconnect();
      await pool.end();
      await options.close();
    },
  };
  return owner;
}
