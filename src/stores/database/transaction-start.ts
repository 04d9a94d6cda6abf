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
}

/** Creates the start of a transaction on a connection. BEGIN and the role of the tenant take one round trip. */
export function createTransactionStart(client: pg.PoolClient, tenant: TenantMemberships | null): TransactionStart {
  let opening: Promise<void> | null = null;
  let isOpen = false;

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
  const begin = () => (opening ??= open());
  return {
    begin,
    hasBegun: () => opening !== null,
    async query(statement) {
      if (!isOpen) await begin();
      return client.query(statement);
    },
  };
}
