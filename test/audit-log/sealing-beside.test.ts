import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createAuditSealer } from '../../src/jobs/audit-sealer.js';
import { advisoryLocks, hashedAdvisoryLocks } from '@memory-gateway/database';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

// The embedded database has one process, and one sealer.
const onPostgres = it.runIf(inject('databases').kind === 'postgres');

onPostgres(
  'a process seals a chain while another one is busy with another chain, and waits for that one last',
  async () => {
    const { database, sealer, log } = test.app.services;
    const newSealer = () => createAuditSealer({ database, sealer, log, now: () => new Date() });
    const [first, second] = [newSealer(), newSealer()];
    await first.seal();
    await insert('org_busy');
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query("SELECT FROM audit_logs WHERE chain = 'org_busy' FOR UPDATE");
    const held = first.seal();
    await expect.poll(() => database.query(SEALING), { timeout: 10_000 }).not.toEqual([]);
    await insert('org_free');
    const other = second.seal();
    try {
      await expect.poll(sealed, { timeout: 10_000 }).toEqual(['org_free']);
    } finally {
      await client.query('COMMIT');
      client.release();
    }
    await Promise.all([held, other]);
    expect(await sealed()).toEqual(['org_busy', 'org_free']);
  },
);

onPostgres('sealing does not wait for a server that starts and creates the tables of the job queue', async () => {
  const { database, auditSealer } = test.app.services;
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.jobQueueTables})`);
  await insert('org_beside_start');
  const sealing = auditSealer?.seal();
  try {
    await expect.poll(sealed, { timeout: 5_000 }).toContain('org_beside_start');
  } finally {
    await client.query('COMMIT');
    client.release();
  }
  await sealing;
});

// Other databases of the server have locks with the same number.
const SEALING = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = ${hashedAdvisoryLocks.sealing}
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const insert = (chain: string) =>
  test.app.services.database.query(
    `INSERT INTO audit_logs (id, actor_type, action, target_type, target_id, changes, chain, request_id, created_at)
     SELECT gen_random_uuid(), actor_type, action, target_type, target_id, changes, $1, 'beside', now() FROM audit_logs LIMIT 1`,
    [chain],
  );

async function sealed(): Promise<string[]> {
  const rows = await test.app.services.database.query<{ chain: string }>(
    "SELECT chain FROM audit_logs WHERE request_id = 'beside' AND sequence IS NOT NULL ORDER BY chain",
  );
  return rows.map(({ chain }) => chain);
}
