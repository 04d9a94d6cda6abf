import type pg from 'pg';
import { meterDatabase } from '../../meter.js';
import { isRetryable, toDatabaseError } from './database-errors.js';
import type { Transaction } from './types.js';
import type { PrismaClients, PrismaUnit } from './prisma-client.js';
import { queryWith, type Executor } from './run-statement.js';
import type { TenantReach } from './tenant-reach.js';
import type { Escort, QueryWithEscort } from './tenant-statement.js';

/** What transactions of a tenant send to take the role of tenants. */
export interface TenantSteps {
  readonly reach: TenantReach;
  readonly begin: () => Escort;
  readonly single: () => Escort;
  readonly asOwner: () => Escort;
  readonly nameOf: Executor['nameOf'];
}

export interface Connections extends Executor {
  readonly pool: pg.Pool;
  /** Null: the owner of the tables. */
  readonly tenant: TenantSteps | null;
  readonly prisma: PrismaClients;
}

/** Runs `work` in a transaction, as {@link Database.transaction} describes, as the owner or as a tenant. */
export async function runTransaction<T>(
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
  const { pool, health, tenant } = connections;
  const client = await pool.connect();
  const callbacks: (() => void)[] = [];
  const texts: string[] = [];
  const inTransaction = { failed: health.failed, succeeded: (text: string) => void texts.push(text) };
  const unit = lazyUnit(() => connections.prisma.join(client));
  try {
    await begin(client, tenant);
    const parts = { prisma: unit.prisma, afterCommit: (callback: () => void) => void callbacks.push(callback) };
    const result = await work(createUnit(client, { ...connections, health: inTransaction }, parts));
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

async function begin(client: pg.PoolClient, tenant: TenantSteps | null): Promise<void> {
  const escort = tenant?.begin();
  try {
    await client.query({ text: 'BEGIN', escort } as QueryWithEscort);
  } catch (error) {
    if (!escort?.isOutdated?.()) throw error;
    await client.query('ROLLBACK');
    await begin(client, tenant);
  }
}

function createUnit(
  client: pg.PoolClient,
  { nameOf, health, tenant }: Connections,
  parts: Pick<Transaction, 'prisma' | 'afterCommit'>,
): Transaction {
  const owner: Transaction = {
    ...parts,
    client,
    query: queryWith(client, { nameOf, health }),
    get asOwner() {
      return owner;
    },
    runAsOwner: (work) => work(owner),
  };
  if (!tenant) return owner;
  const { reach, asOwner: escort } = tenant;
  const query = queryWith(client, { nameOf: tenant.nameOf, health });
  return {
    ...parts,
    client,
    query,
    asOwner: {
      query: queryWith(client, { nameOf, health, escort }),
      client: {
        query: (text, values) => client.query<pg.QueryResultRow>({ text, values, escort: escort() } as QueryWithEscort),
      },
    },
    async runAsOwner(work) {
      await query(reach.leave.text);
      try {
        return await work(owner);
      } finally {
        // Fails after a failed statement. Then only the rollback to a savepoint can go on, which restores the role.
        await query(reach.enterAgain.text, reach.enterAgain.values).catch(() => undefined);
      }
    },
  };
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
