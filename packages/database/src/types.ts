import type pg from 'pg';
import type { PrismaClient } from './generated/prisma/client.js';
import type { QueryListener } from './database-pool.js';
import type { PrismaReads, PrismaWrites } from './prisma-client.js';

/** The caller whose rows a unit of work may see. `keyProjectId` restricts the caller's projects to one. */
export interface Tenant {
  readonly userId: string;
  readonly keyProjectId: string | null;
}

/** Runs one statement, with camelCase columns, numbers for int8 and numeric, and strings for dates. */
export type RunStatement = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export interface Statements {
  /** Runs a statement that reads. Under row-level security, Postgres refuses to write with it outside of a transaction. */
  readonly query: RunStatement;
  /** Runs a statement that writes or locks rows. */
  readonly execute: RunStatement;
}

export interface Queryable extends Statements {
  /** Returns typed reads, also of the transaction's own writes. About 3 times slower than prepared SQL (ADR 5). */
  prisma(): Promise<PrismaReads>;
  /**
   * The same without row-level security, for statements that no policy fits, or whose index a policy would exclude.
   * They check the project themselves.
   */
  readonly asOwner: Statements;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs after a commit. `position`: where it ended in the log, if the database notes that for reads on a replica. */
export type AfterCommit = (position: string | null) => void;

export interface Transaction extends Queryable {
  /** The connection, for libraries that write inside this transaction. */
  readonly client: pg.PoolClient;
  /** Returns typed reads and writes inside this transaction. Prisma joins it on first use. */
  prisma(): Promise<PrismaWrites>;
  readonly asOwner: Statements & { readonly client: Pick<Connection, 'query'> };
  /** Runs `work` in this transaction without row-level security. */
  runAsOwner<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Sends a statement together with the commit, in one round trip, and drops its rows. If it fails, nothing is committed. */
  queryLast(toStatement: () => Statement): void;
  afterCommit(work: AfterCommit): void;
}

interface Connection {
  query(text: string, values: unknown[]): Promise<pg.QueryResult>;
}

export interface Database extends Queryable {
  readonly kind: 'embedded' | 'postgres';
  readonly connectionString: string;
  /** Past a pooler that shares sessions. The same as `connectionString` if there is none. */
  readonly directConnectionString: string;
  /** Number of partitions that a new database gets. Null: none, and an existing one stays as it is. */
  readonly partitions: number | null;
  /** Name under which processes on this database notify each other. */
  readonly channel: string;
  /** Whether another process holds this embedded database. */
  readonly isGuest: boolean;
  /**
   * Calls the listener with notifications of processes that use this embedded database through this one. Postgres is listened to by
   * the bus.
   * @returns a function that removes the listener
   */
  onNotification(listener: (payload: string) => void): () => void;
  readonly pool: pg.Pool;
  /** Number of statements and transactions that wait for a connection. */
  readonly waitingForConnection: () => number;
  /** Prisma on the pool, for the GraphQL library only. Inside a transaction it would wait for a second connection. */
  readonly rootPrisma: PrismaClient;
  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. Postgres repeats it up to three
   * times after a serialization failure or deadlock, so `work` must have no effects outside of the database.
   * Use only `tx` inside: on the embedded database, any other connection waits for this transaction to end.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Like {@link transaction}, for work that only reads: it may run on a replica. */
  readTransaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** The database as its owner, without row-level security. The database itself, unless {@link asTenant} returned it. */
  readonly asOwner: Database;
  /**
   * Returns the database as a caller sees it through row-level security. Requests of the caller can share it: each unit of work
   * confirms that the memberships are those that an earlier one has read. The embedded database returns itself.
   */
  asTenant(tenant: Tenant): Database;
  /**
   * Says that the statements that follow are about a project, which makes row-level security faster for callers with many projects.
   * Changes nothing else.
   */
  expectProject(projectId: string): void;
  /**
   * Calls the listener with every statement, including Prisma's, but without BEGIN and the statements that take the role of tenants.
   * @returns a function that removes the listener
   */
  onQuery(listener: QueryListener): () => void;
  /** Resolves if the database responds and the latest write succeeded. @throws DatabaseUnavailableError */
  ping(): Promise<void>;
  close(): Promise<void>;
}
