import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { testConnectionString } from '../setup/database.js';

// The embedded database runs one statement at a time, so no lock of another session can hold an add there.
describe.runIf(inject('databases').kind === 'postgres')('more adds than the pool has connections', () => {
  let gateway: TestApp;
  const other = new pg.Client({ connectionString: testConnectionString() });

  beforeAll(async () => {
    const { load } = loadConfig({
      JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
      MAX_CONCURRENT_ADDS: '32',
      MAX_QUEUE_WAIT_MS: '0',
      MAX_EVENT_LOOP_DELAY_MS: '0',
    });
    gateway = await startTestApp({ load });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await gateway.close();
  });

  const countBlocked = async (): Promise<number> => {
    const { rows } = await other.query<{ blocked: string }>(
      `SELECT count(*) AS blocked FROM pg_locks WHERE relation = 'entities'::regclass AND NOT granted`,
    );
    return Number(rows[0]?.blocked);
  };

  it('leave connections for reads while all of them wait for a lock, and are all stored afterwards', async () => {
    const { database } = gateway.app.services;
    const client = gateway.as(gateway.admin.apiKey);
    const add = (number: number) => {
      const messages = [{ role: 'user', content: `The lamp has the number ${number}.` }];
      // Of other users, because adds for one user wait for each other.
      const ids = { user_id: `user-${number}`, app_id: 'lamps' };
      return client.rest('POST', '/v3/memories/add/', { messages, ...ids, infer: false });
    };
    expect((await add(0)).status).toBe(200);
    await other.query('BEGIN');
    await other.query('LOCK TABLE entities IN EXCLUSIVE MODE');
    const adds = Array.from({ length: database.pool.options.max + 2 }, (_, index) => add(index + 1));
    while ((await countBlocked()) < 8 || database.waitingForConnection() === 0)
      await new Promise((resolve) => setImmediate(resolve));

    for (let time = 0; time < 10; time += 1) {
      const page = await client.rest('POST', '/v3/memories/', { filters: { app_id: 'lamps' } });
      expect([page.status, page.body]).toMatchObject([200, { count: 1 }]);
    }

    await other.query('COMMIT');
    expect((await Promise.all(adds)).map(({ status }) => status)).toEqual(adds.map(() => 200));
    const page = await client.rest('POST', '/v3/memories/', { filters: { app_id: 'lamps' } });
    expect(page.body).toMatchObject({ count: adds.length + 1 });
  });
});
