import type pg from 'pg';
import { meterDatabase } from '../../meter.js';
import { createBeginning, type Beginning } from './beginning.js';
import { isRetryable, toDatabaseError } from './database-errors.js';
import type { Statement, Transaction } from './types.js';
import { prepared } from '../sql/prepared.js';
import type { PrismaClients, PrismaUnit } from './prisma-client.js';
import { queryWith, type Executor } from './run-statement.js';
import type { Entry, TenantReach } from './tenant-reach.js';
import type { Escort } from './tenant-statement.js';

/** What transactions of a tenant send to take the role of tenants. */
export interface TenantSteps {
  readonly reach: TenantReach;
  readonly enter: () => Entry;
  readonly single: () => Escort;
  readonly asOwner: () => Escort;
  readonly nameOf: Executor['nameOf'];
}

export interface Connections extends Executor {
  readonly pool: pg.Pool;
  /** False if names of prepared statements collide. */
  readonly isPrepared: boolean;
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
  const { pool, health } = connections;
  const client = await pool.connect();
  const beginning = createBeginning(client, connections);
  const callbacks: (() => void)[] = [];
  const texts: string[] = [];
  const last: Send[] = [];
  const inTransaction = { failed: health.failed, succeeded: (text: string) => void texts.push(text) };
  const unit = lazyUnit(async () => {
    await beginning.begin();
    return connections.prisma.join(client);
  });
  try {
    const parts = {
      client,
      beginning,
      last,
      prisma: unit.prisma,
      afterCommit: (run: () => void) => void callbacks.push(run),
    };
    const result = await work(createUnit({ ...connections, health: inTransaction }, parts));
    await unit.close();
    await commit(client, beginning, last);
    client.release();
    texts.forEach(health.succeeded);
    callbacks.forEach(runAfterCommit);
    return result;
  } catch (error) {
    health.failed(error);
    await unit.close().catch(() => undefined);
    await rollBack(client, beginning);
    throw error;
  }
}

type Send = () => Promise<unknown>;

/** Sends the last statements and COMMIT in one round trip. */
async function commit(client: pg.PoolClient, beginning: Beginning, last: readonly Send[]): Promise<void> {
  if (!beginning.hasBegun() && last.length === 0) return;
  const begun = await beginning.begin().then(
    () => true,
    () => false,
  );
  const sent = begun ? last.map((send) => send()) : [];
  const committed = meterDatabase(() => client.query('COMMIT'));
  const [{ command }] = await Promise.all([committed, ...sent]);
  // Postgres responds to COMMIT with ROLLBACK if a statement failed and `work` ignored the error.
  if (!begun || command === 'ROLLBACK')
    throw new Error('The transaction was rolled back because one of its statements had failed.');
}

interface UnitParts extends Pick<Transaction, 'prisma' | 'afterCommit'> {
  readonly client: pg.PoolClient;
  readonly beginning: Beginning;
  readonly last: Send[];
}

function createUnit(connections: Connections, { beginning, last, ...parts }: UnitParts): Transaction {
  const { nameOf, health, tenant } = connections;
  const client = joinBeginning(parts.client, beginning);
  const queryLastWith = (query: Transaction['query']) => (toStatement: () => Statement) =>
    void last.push(() => {
      const { text, values } = toStatement();
      return query(prepared(text), values);
    });
  const query = queryWith(beginning, { nameOf, health });
  const owner: Transaction = {
    ...parts,
    client,
    query,
    queryLast: queryLastWith(query),
    get asOwner() {
      return owner;
    },
    runAsOwner: (work) => work(owner),
  };
  if (!tenant) return owner;
  const { reach, asOwner: escort } = tenant;
  const queryAsTenant = queryWith(beginning, { nameOf: tenant.nameOf, health });
  const queryAsOwner = queryWith(beginning, { nameOf, health, escort });
  return {
    ...parts,
    client,
    query: queryAsTenant,
    queryLast: queryLastWith(queryAsTenant),
    asOwner: {
      query: queryAsOwner,
      client: {
        query: (text, values) => beginning.query({ text, values, escort: escort() }),
      },
    },
    async runAsOwner(work) {
      await queryAsTenant(reach.leave.text);
      try {
        // The last statements run after the role was taken again.
        return await work({ ...owner, queryLast: queryLastWith(queryAsOwner) });
      } finally {
        // Fails after a failed statement. Then only the rollback to a savepoint can go on, which restores the role.
        await queryAsTenant(reach.enterAgain.text, reach.enterAgain.values).catch(() => undefined);
      }
    },
  };
}

/** Returns the connection for libraries, whose first statement begins the transaction. */
function joinBeginning(client: pg.PoolClient, beginning: Beginning): pg.PoolClient {
  const send = client.query.bind(client) as (...parameters: unknown[]) => Promise<unknown>;
  const query = async (...parameters: unknown[]) => {
    await beginning.begin();
    return send(...parameters);
  };
  return Object.assign(Object.create(client) as pg.PoolClient, { query });
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

async function rollBack(client: pg.PoolClient, beginning: Beginning): Promise<void> {
  try {
    if (beginning.hasBegun()) await client.query('ROLLBACK');
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
