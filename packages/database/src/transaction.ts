import type pg from 'pg';
import { meterDatabase } from '@memory-gateway/meter';
import { isRetryable, toDatabaseError } from './database-errors.js';
import { sendUnheard } from './database-pool.js';
import { sendLogEnd } from './log-position.js';
import type { PrismaClients, PrismaUnit } from './prisma-client.js';
import { statementsWith, type Connection, type Executor } from './run-statement.js';
import type { TenantMemberships } from './tenant-memberships.js';
import { createTransactionStart, type TransactionStart } from './transaction-start.js';
import type { AfterCommit, RunStatement, Statement, Transaction } from './types.js';
import { prepared } from './prepared.js';

/** The tenant of a transaction, and how its statements are named. */
export interface TransactionTenant {
  readonly memberships: TenantMemberships;
  readonly nameOf: Executor['nameOf'];
}

export interface Connections extends Executor {
  readonly pool: pg.Pool;
  /** Null: the owner of the tables. */
  readonly tenant: TransactionTenant | null;
  readonly prisma: PrismaClients;
  /** Whether each commit notes where it ends in the log. */
  readonly notesCommits: boolean;
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
  const start = createTransactionStart(client, connections.tenant?.memberships ?? null);
  const callbacks: AfterCommit[] = [];
  const last: SendLast[] = [];
  let hasWritten = false;
  const inTransaction = { failed: health.failed, wrote: () => void (hasWritten = true) };
  const unit = lazyUnit(async () => {
    await start.begin();
    return connections.prisma.join(client);
  });
  try {
    const parts = {
      client,
      start,
      last,
      prisma: unit.prisma,
      afterCommit: (run: AfterCommit) => void callbacks.push(run),
    };
    const result = await work(createUnit({ ...connections, health: inTransaction }, parts));
    await unit.close();
    const position = await commit({
      client,
      start,
      last,
      notesPosition: connections.notesCommits && callbacks.length > 0,
    });
    client.release();
    if (hasWritten) health.wrote();
    callbacks.forEach((callback) => runAfterCommit(() => callback(position)));
    return result;
  } catch (error) {
    start.end();
    health.failed(error);
    await unit.close().catch(() => undefined);
    await rollBack(client, start);
    throw error;
  }
}

type SendLast = () => Promise<unknown>;

interface Commit {
  readonly client: pg.PoolClient;
  readonly start: TransactionStart;
  readonly last: readonly SendLast[];
  readonly notesPosition: boolean;
}

/** Sends the last statements and COMMIT in one round trip. @returns where the log ended after the commit, if that is noted */
async function commit({ client, start, last, notesPosition }: Commit): Promise<string | null> {
  if (!start.hasBegun() && last.length === 0) return null;
  const begun = await start.begin().then(
    () => true,
    () => false,
  );
  const sent = begun ? last.map((send) => send()) : [];
  start.end();
  const committed = meterDatabase(() => client.query('COMMIT'));
  const position = notesPosition ? sendLogEnd(client) : null;
  const [{ command }] = await Promise.all([committed, ...sent]);
  // Postgres responds to COMMIT with ROLLBACK if a statement failed and `work` ignored the error.
  if (!begun || command === 'ROLLBACK')
    throw new Error('The transaction was rolled back because one of its statements had failed.');
  return position;
}

interface UnitParts extends Pick<Transaction, 'prisma' | 'afterCommit'> {
  readonly client: pg.PoolClient;
  readonly start: TransactionStart;
  readonly last: SendLast[];
}

function createUnit(connections: Connections, { start, last, ...parts }: UnitParts): Transaction {
  const { nameOf, health, tenant } = connections;
  const client = joinStart(parts.client, start);
  const sendLastWith = (execute: RunStatement) => (toStatement: () => Statement) =>
    void last.push(() => {
      const { text, values } = toStatement();
      return execute(prepared(text), values);
    });
  const statements = statementsWith(start, { nameOf, health });
  const owner: Transaction = {
    ...parts,
    ...statements,
    client,
    queryLast: sendLastWith(statements.execute),
    get asOwner() {
      return owner;
    },
    runAsOwner: (work) => work(owner),
  };
  if (!tenant) return owner;
  const { memberships } = tenant;
  const withoutRole: Connection = {
    query(statement) {
      const send = (part: pg.QueryConfig) => sendUnheard(parts.client, part);
      return start.run(() => memberships.runAsOwner(send, () => parts.client.query(statement)));
    },
  };
  const asTenant = statementsWith(start, { nameOf: tenant.nameOf, health });
  const asOwner = statementsWith(withoutRole, { nameOf, health });
  return {
    ...parts,
    ...asTenant,
    client,
    queryLast: sendLastWith(asTenant.execute),
    asOwner: { ...asOwner, client: { query: (text, values) => withoutRole.query({ text, values }) } },
    async runAsOwner(work) {
      const send = (statement: pg.QueryConfig) => meterDatabase(() => start.query(statement));
      await memberships.leaveRole(send);
      try {
        // The last statements run after the role was taken again.
        return await work({ ...owner, queryLast: sendLastWith(asOwner.execute) });
      } finally {
        // Fails after a failed statement. Then only the rollback to a savepoint can go on, which restores the role.
        await memberships.retakeRole(send).catch(() => undefined);
      }
    },
  };
}

/** Returns the connection for libraries, whose first statement begins the transaction. */
function joinStart(client: pg.PoolClient, start: TransactionStart): pg.PoolClient {
  const send = client.query.bind(client) as (...parameters: unknown[]) => Promise<unknown>;
  const query = (...parameters: unknown[]) => start.run(() => send(...parameters));
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

async function rollBack(client: pg.PoolClient, start: TransactionStart): Promise<void> {
  try {
    if (start.hasBegun()) await client.query('ROLLBACK');
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
