import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { PrismaClient, type Prisma } from './generated/prisma/client.js';
import { meterDatabase } from '@memory-gateway/meter';
import { toDatabaseError } from './database-errors.js';
import { createTurns } from './turns.js';

type Models = Omit<Prisma.TransactionClient, `$${string}`>;
type ReadMethod =
  | 'findUnique'
  | 'findUniqueOrThrow'
  | 'findFirst'
  | 'findFirstOrThrow'
  | 'findMany'
  | 'count'
  | 'groupBy';

/** Typed reads of every table. Throws DatabaseUnavailableError if the database is unavailable, like `query`. */
export type PrismaReads = { readonly [Model in keyof Models]: Pick<Models[Model], ReadMethod & keyof Models[Model]> };

/** Typed reads and writes inside one transaction. Throws P2028 once the transaction has ended. */
export type PrismaWrites = Models;

export interface PrismaUnit {
  readonly prisma: PrismaWrites;
  /** Ends Prisma's part without sending a statement. The transaction itself sends COMMIT or ROLLBACK. */
  close(): Promise<void>;
}

export interface PrismaClients {
  /** Prisma on the pool. For reads outside of a transaction, use {@link reads}. */
  readonly root: PrismaClient;
  readonly reads: PrismaReads;
  /** Lets Prisma use the transaction that is open on this connection. */
  join(connection: pg.PoolClient): Promise<PrismaUnit>;
  disconnect(): Promise<void>;
}

/** Creates the clients on first use: each takes 10 MB, because it unpacks a graph of the whole schema. */
export function createPrismaClients(pool: pg.Pool): PrismaClients {
  const driver = new PrismaPg(pool);
  const slot: ConnectionSlot = { connection: null };
  const inTurn = createTurns(1).run;
  const root = once(
    () =>
      new PrismaClient({
        adapter: { ...named(driver), connect: async () => metered(await driver.connect()) },
      }),
  );
  // The extended client has more methods than `PrismaReads` names, with types of its own.
  const reads = once(
    () =>
      root.get().$extends({
        query: { $allOperations: ({ args, query }) => query(args).catch(throwDatabaseError) },
      }) as unknown as PrismaReads,
  );
  // A second client, because a client uses one adapter for all of its transactions.
  const inUnits = once(
    () =>
      new PrismaClient({
        adapter: { ...named(driver), connect: async () => unitAdapter(await driver.connect(), slot) },
      }),
  );
  return {
    get root() {
      return root.get();
    },
    get reads() {
      return reads.get();
    },
    join: (connection) => inTurn(() => openUnit(inUnits.get(), slot, connection)),
    disconnect: async () => {
      await root.made()?.$disconnect();
      await inUnits.made()?.$disconnect();
    },
  };
}

/** Makes a value on first use. `made` returns it, or undefined before that. */
function once<Value>(make: () => Value): { get(): Value; made(): Value | undefined } {
  let value: Value | undefined;
  return { get: () => (value ??= make()), made: () => value };
}

function throwDatabaseError(error: unknown): never {
  throw toDatabaseError(error);
}

/** Passes a connection to the adapter. Prisma forwards no arguments, so only one unit can open at a time. */
interface ConnectionSlot {
  connection: pg.PoolClient | null;
}

// Maximum delay of a timer. The unit ends with its transaction; Prisma must not time out before.
const unlimitedMs = 2 ** 31 - 1;

function openUnit(client: PrismaClient, slot: ConnectionSlot, connection: pg.PoolClient): Promise<PrismaUnit> {
  return new Promise((resolve, reject) => {
    let end = () => {};
    const ended = new Promise<void>((resolveEnded) => (end = resolveEnded));
    slot.connection = connection;
    const done = client.$transaction(
      async (prisma) => {
        const close = () => {
          end();
          return done;
        };
        resolve({ prisma, close });
        await ended;
      },
      { maxWait: unlimitedMs, timeout: unlimitedMs },
    );
    done.catch(reject);
  });
}

function named(driver: PrismaPg): Pick<SqlDriverAdapterFactory, 'provider' | 'adapterName'> {
  return { provider: driver.provider, adapterName: driver.adapterName };
}

// Prisma calls methods on the adapter object, so an object that inherits from the adapter can override some of them.
function derive<Base extends object, Parts extends object>(base: Base, parts: Parts): Base & Parts {
  return Object.assign(Object.create(base) as Base, parts);
}

function metered<Adapter extends SqlDriverAdapter>(adapter: Adapter): Adapter {
  return derive(adapter, {
    queryRaw: (query: Parameters<Adapter['queryRaw']>[0]) => meterDatabase(() => adapter.queryRaw(query)),
    executeRaw: (query: Parameters<Adapter['executeRaw']>[0]) => meterDatabase(() => adapter.executeRaw(query)),
  });
}

/**
 * Wraps the adapter, so that its transactions run on the connection in the slot, where a transaction is already open.
 */
function unitAdapter(adapter: SqlDriverAdapter, slot: ConnectionSlot): SqlDriverAdapter {
  const outside = () => Promise.reject(new Error('This Prisma client works inside transactions only.'));
  return derive(adapter, {
    queryRaw: outside,
    executeRaw: outside,
    startTransaction: async (): Promise<Transaction> => {
      const { connection } = slot;
      slot.connection = null;
      if (!connection) throw new Error('No transaction is open for Prisma to take part in.');
      // With phantom queries, Prisma calls `commit` and `rollback` without sending a statement.
      return derive(metered(derive(adapter, { client: connection })), {
        options: { usePhantomQuery: true },
        commit: () => Promise.resolve(),
        rollback: () => Promise.resolve(),
      });
    },
  });
}
