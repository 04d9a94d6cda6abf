import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import type { Transaction } from '@memory-gateway/database';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { testConnectionString, testDatabase } from '../setup/database.js';

// The embedded database belongs to one process.
describe.runIf(inject('databases').kind === 'postgres')('two servers with SHARED_RATE_LIMITS on one Postgres', () => {
  const logged: string[] = [];
  const log = pino(
    { level: 'warn' },
    new Writable({
      write(line: Buffer, _encoding, done) {
        logged.push(String((JSON.parse(String(line)) as { msg: string }).msg));
        done();
      },
    }),
  );
  let first: TestApp;
  let second: App;

  beforeAll(async () => {
    const { database, http } = loadConfig({
      DATABASE_URL: testConnectionString(),
      SHARED_RATE_LIMITS: 'true',
      CALLS_PER_MINUTE: '4',
      WRONG_CREDENTIALS_PER_MINUTE: '2',
      API_PORT: '0',
      DASHBOARD_PORT: '0',
    });
    first = await startTestApp({ database, http }, { log });
    second = await createApp(first.app.services.config, { database: await testDatabase(), log });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });
  beforeEach(() => first.reset());

  /** Statuses of requests that go to the two servers by turns. */
  async function byTurns(count: number, request: object): Promise<number[]> {
    const statuses: number[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const { statusCode } = await (turn % 2 === 0 ? first.app : second).inject({ method: 'GET', ...request });
      statuses.push(statusCode);
    }
    return statuses;
  }

  async function newKey(): Promise<string> {
    const admin = await first.app.services.stores.users.findByEmail(first.admin.email);
    if (!admin) throw new Error('The admin is missing.');
    return first.keyFor(admin);
  }

  const withKey = (key: string) => ({ url: '/v1/ping/', headers: { authorization: `Token ${key}` } });

  it('count the requests of an API key over both, and say how many are left', async () => {
    expect(await byTurns(6, withKey(first.admin.apiKey))).toEqual([200, 200, 200, 200, 429, 429]);
    const refused = await second.inject({ method: 'GET', ...withKey(first.admin.apiKey) });
    expect(refused.headers).toMatchObject({
      'x-ratelimit-limit': '4',
      'x-ratelimit-remaining': '0',
      'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
    });
  });

  it('count wrong credentials of an address over both', async () => {
    const wrong = { ...withKey('m0sk_wrong'), remoteAddress: '203.0.113.1' };
    expect(await byTurns(4, wrong)).toEqual([401, 401, 429, 429]);
    expect(await byTurns(1, { ...wrong, remoteAddress: '203.0.113.2' })).toEqual([401]);
  });

  it('count sign-in attempts of an address over both', async () => {
    const payload = {
      query: 'mutation { login(input: { email: "nobody@example.com", password: "wrong" }) { __typename } }',
    };
    const answers: string[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const { body } = await (turn % 2 === 0 ? first.app : second).inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json' },
        remoteAddress: '203.0.113.3',
        payload,
      });
      answers.push(/RATE_LIMITED|Rate limit/.test(body) ? 'limited' : 'wrong');
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 'wrong'), 'limited', 'limited']);
  });

  it('lose no count when requests arrive at once', async () => {
    const key = await newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        (turn % 2 === 0 ? first.app : second).inject({ method: 'GET', ...withKey(key) }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
  });

  it('count in each process while the database does not count, and log it once', async () => {
    const database = await testDatabase();
    await database.query('ALTER TABLE rate_limits RENAME TO rate_limits_away');
    try {
      expect(await byTurns(10, withKey(await newKey()))).toEqual([...Array.from({ length: 8 }, () => 200), 429, 429]);
    } finally {
      await database.query('ALTER TABLE rate_limits_away RENAME TO rate_limits');
    }
    const said = logged.filter((message) => message.startsWith('Rate limits count in this process'));
    expect(said).toHaveLength(2);
  });

  it('count in each process while another session keeps the counts locked, and hold no request back', async () => {
    const { unlock } = await lockCounts();
    try {
      expect(await byTurns(10, withKey(await newKey()))).toEqual([...Array.from({ length: 8 }, () => 200), 429, 429]);
      expect(await byTurns(2, { url: '/ready' })).toEqual([200, 200]);
    } finally {
      await unlock();
    }
    // Both count in the database again once it answers.
    await untilShared();
  });

  it(
    'wait for locked counts with few sessions, however many requests arrive at once',
    { timeout: 60_000 },
    async () => {
      const key = await newKey();
      const { waiting, unlock } = await lockCounts();
      try {
        const answers = await Promise.all(
          Array.from({ length: 240 }, (_, turn) =>
            (turn % 2 === 0 ? first.app : second).inject({ method: 'GET', ...withKey(key) }),
          ),
        );
        const countOf = (wanted: number) => answers.filter(({ statusCode }) => statusCode === wanted).length;
        expect([countOf(200), countOf(429)]).toEqual([8, 232]);
        // Four of each server.
        expect(await waiting()).toBeLessThanOrEqual(8);
      } finally {
        await unlock();
      }
    },
  );

  /** Locks the counts in another session. */
  async function lockCounts(): Promise<{ waiting: () => Promise<number>; unlock: () => Promise<void> }> {
    const database = await testDatabase();
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let locking: Promise<void> = Promise.resolve();
    const session = await new Promise<Transaction>((locked) => {
      locking = database.transaction(async (tx) => {
        await tx.query('LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE');
        locked(tx);
        await ended;
      });
    });
    return {
      async waiting() {
        const [found] = await session.query<{ count: number }>(
          `SELECT count(*) FROM pg_locks WHERE relation = 'rate_limits'::regclass AND NOT granted`,
        );
        return found?.count ?? 0;
      },
      async unlock() {
        end();
        await locking;
      },
    };
  }

  /** Waits until the two servers share their counts. */
  async function untilShared(): Promise<void> {
    const isShared = async () => {
      const statuses = await byTurns(5, withKey(await newKey()));
      return statuses.at(-1) === 429;
    };
    while (!(await isShared())) await new Promise((resolve) => setTimeout(resolve, 50));
  }
});
