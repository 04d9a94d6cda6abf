import type pg from 'pg';
import { sendUnheard } from './database-pool.js';
import { inOneTurn } from './in-one-turn.js';
import { OutdatedMembershipsError, type TenantMemberships } from './tenant-memberships.js';

/** The start of a transaction, which waits for its first statement. */
export interface TransactionStart {
  /** Begins the transaction if nothing has begun it. Resolves once it is open, under the role of the tenant if there is one. */
  begin(): Promise<void>;
  /** Whether anything was sent. */
  hasBegun(): boolean;
  /** Sends a statement inside the transaction. */
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
  /** Lets `send` send statements inside the transaction: at once if it is open, so that they come before its end. */
  run<T>(send: () => Promise<T>): Promise<T>;
  /** Refuses further statements: on the connection of an ended transaction, they could become part of another caller's. */
  end(): void;
}

/** Creates the start of a transaction on a connection. BEGIN and the role of the tenant take one round trip. */
export function createTransactionStart(client: pg.PoolClient, tenant: TenantMemberships | null): TransactionStart {
  let opening: Promise<void> | null = null;
  let isOpen = false;
  let isOver = false;

  async function open(): Promise<void> {
    const send = (statement: pg.QueryConfig) => sendUnheard(client, statement);
    try {
      // No statement of the work goes out before both have succeeded: outside of the transaction, it would run as the owner.
      await inOneTurn(tenant ? [send({ text: 'BEGIN' }), tenant.takeRole(send)] : [send({ text: 'BEGIN' })]);
    } catch (error) {
      if (!(error instanceof OutdatedMembershipsError)) throw error;
      await client.query('ROLLBACK');
      await open();
    }
    isOpen = true;
  }
  const refuseLate = () => {
    if (isOver) throw new Error('The transaction has ended.');
  };
  const begin = () => (opening ??= open());
  async function run<T>(send: () => Promise<T>): Promise<T> {
    refuseLate();
    if (!isOpen) await begin();
    refuseLate();
    return send();
  }
  return {
    begin,
    hasBegun: () => opening !== null,
    query: (statement) => run(() => client.query(statement)),
    run,
    end: () => void (isOver = true),
  };
}
