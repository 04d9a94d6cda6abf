import type pg from 'pg';
import { sendUnheard } from './database-pool.js';
import { inOneTurn } from './in-one-turn.js';
import type { Connection } from './run-statement.js';
import { OutdatedMembershipsError, type TenantMemberships } from './tenant-memberships.js';

// Not the cause of the error that is thrown: it would say that the database cannot store anything.
const READ_ONLY = '25006';

/**
 * Returns a connection for single reads of a tenant. Each has a transaction of its own, whose statements take one round trip, because none
 * waits for the one before. If the start fails, no row of the read is returned.
 */
export function createTenantReads(pool: pg.Pool, tenant: TenantMemberships): Connection {
  async function read(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await pool.connect();
    try {
      const send = (part: pg.QueryConfig) => sendUnheard(client, part);
      const [, , result] = await inOneTurn([
        send({ text: 'BEGIN READ ONLY' }),
        tenant.takeRole(send),
        client.query(statement),
        send({ text: 'COMMIT' }),
      ]);
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
