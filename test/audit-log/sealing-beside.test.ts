import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createAuditSealer } from '../../src/jobs/audit-sealer.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

// The embedded database has one process, and one sealer.
it.runIf(inject('databases').kind === 'postgres')(
  'a process seals a chain while another one is busy with another chain, and waits for that one last',
  async () => {
    const { database, sealer, log } = test.app.services;
    const newSealer = () => createAuditSealer({ database, sealer, log, now: () => new Date() });
    const [first, second] = [newSealer(), newSealer()];
    await first.seal();
    const insert = (chain: string) =>
      database.query(
        `INSERT INTO audit_logs (id, actor_type, action, target_type, target_id, changes, chain, request_id, created_at)
         SELECT gen_random_uuid(), actor_type, action, target_type, target_id, changes, $1, 'beside', now() FROM audit_logs LIMIT 1`,
        [chain],
      );
    const sealed = async () =>
      (
        await database.query<{ chain: string }>(
          "SELECT chain FROM audit_logs WHERE request_id = 'beside' AND sequence IS NOT NULL ORDER BY chain",
        )
      ).map(({ chain }) => chain);
    await insert('org_busy');
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query("SELECT FROM audit_logs WHERE chain = 'org_busy' FOR UPDATE");
    const held = first.seal();
    await expect
      .poll(() => database.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 72707371"), {
        timeout: 10_000,
      })
      .not.toEqual([]);
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
