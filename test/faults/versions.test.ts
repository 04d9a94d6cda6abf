import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '@memory-gateway/database/migrations';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('row 109: a newer version migrates the database while this one runs', () => {
  it('this one goes on, and does not start again', async () => {
    const { database } = test.app.services;
    const client = test.as(test.admin.apiKey);
    await database.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES (gen_random_uuid()::text, 'x', '9999_of_a_newer_version', now(), now(), 1)`,
    );
    try {
      await database.query('ALTER TABLE memories ADD COLUMN of_a_newer_version text');
      const added = { user_id: 'ada', infer: false, messages: [{ role: 'user', content: 'The lamp is green.' }] };
      expect((await client.rest('POST', '/v3/memories/add/', added)).status).toBe(200);
      expect((await client.rest('POST', '/v3/memories/', { filters: { user_id: 'ada' } })).body).toMatchObject({
        count: 1,
        results: [{ memory: 'The lamp is green.' }],
      });
      expect((await test.app.inject('/ready')).statusCode).toBe(200);
      await expect(migrate(database)).rejects.toThrow(/newer/);
    } finally {
      await database.query('ALTER TABLE memories DROP COLUMN IF EXISTS of_a_newer_version');
      await database.query(`DELETE FROM _prisma_migrations WHERE migration_name = '9999_of_a_newer_version'`);
    }
  });
});
