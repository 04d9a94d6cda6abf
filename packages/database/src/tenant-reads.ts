import type pg from 'pg';
import { sendUnheard } from './database-pool.js';
import { inOneTurn } from './in-one-turn.js';
import type { Connection } from './run-statement.js';
import { OutdatedMembershipsError, type TenantMemberships } from './tenant-memberships.js';

type Send = (statement: pg.QueryConfig) => Promise<pg.QueryResult>;

// Not the cause of the error that is thrown: it would say that the database cannot store anything.
const READ_ONLY = '25006';

/**
 * Returns a connection for single reads of a tenant, or of the owner of the tables (null). Each has a transaction of its own, whose statements take one round trip, because none
 * waits for the one before. If the start fails, no row of the read is returned.
 * `first` sends further statements of the start.
 */
export function createTenantReads(
  pool: pg.Pool,
  tenant: TenantMemberships | null,
  first: (send: Send) => Promise<unknown>[] = () => [],
): Connection {
  async function read(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await pool.connect();
    try {
      const send: Send = (part) => sendUnheard(client, part);
      const start = [send({ text: 'BEGIN READ ONLY' }), ...first(send), tenant?.takeRole(send)];
      const [, result] = await inOneTurn([inOneTurn(start), client.query(statement), send({ text: 'COMMIT' })]);
      return result;
    } finally {
      // A connection in an unknown state must not return to the pool.
      client.release(client.getTransactionStatus() !== 'I');
    }
  }
  return {
    async query(statement) {
      try {
        return await read(statement);
      } catch (error) {
        // The statement has not run, and the next attempt reads the memberships.
        if (error instanceof OutdatedMembershipsError) return read(statement);
        if (error instanceof Error && 'code' in error && error.code === READ_ONLY)
          throw new Error('A statement that writes must be sent with `execute`.');
        throw error;
      }
    },
  };
}
