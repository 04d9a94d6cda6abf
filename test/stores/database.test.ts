import { existsSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type Database, isDatabaseUnavailable, openDatabase } from '@memory-gateway/database';
import { startFreezableProxy } from '../helpers/freezable-proxy.js';
import { emptyDatabase, testDatabase } from '../setup/database.js';

let database: Database;

beforeEach(async () => {
  database = await testDatabase();
  await emptyDatabase(database);
});

describe('query', () => {
  it('names columns in camelCase and leaves keys inside JSON alone', async () => {
    const rows = await database.query(`SELECT 1 AS some_column_1, '{"inner_key": 1}'::jsonb AS a_document`);
    expect(rows).toEqual([{ someColumn1: 1, aDocument: { inner_key: 1 } }]);
  });

  it('reads big integers and numerics as numbers, days as text and times as dates', async () => {
    const [row] = await database.query(`SELECT
      9007199254740991::int8 AS big, 1.25::numeric AS exact, '2026-03-29'::date AS day, '{1,2}'::int8[] AS many,
      '{2026-03-29,NULL}'::date[] AS days, '2026-03-29T10:00:00.123Z'::timestamptz AS at`);
    expect(row).toEqual({
      big: 9007199254740991,
      exact: 1.25,
      day: '2026-03-29',
      many: [1, 2],
      days: ['2026-03-29', null],
      at: new Date('2026-03-29T10:00:00.123Z'),
    });
  });

  // The timer of a connection in /proc/net/tcp: 02 is that of keepalive.
  it.runIf(inject('databases').kind === 'postgres' && existsSync('/proc/net/tcp'))(
    'finds out that the machine of the database is gone',
    async () => {
      const [session] = await database.query<{ port: number }>('SELECT inet_client_port() AS port');
      const port = Number(session?.port).toString(16).toUpperCase().padStart(4, '0');
      const readTimer = () =>
        readFileSync('/proc/net/tcp', 'utf8')
          .split('\n')
          .map((line) => line.trim().split(/\s+/))
          .find(([, local = '']) => local.endsWith(`:${port}`))?.[5]
          ?.slice(0, 2);
      await expect.poll(readTimer).toBe('02');
    },
  );

  it('works in UTC', async () => {
    expect(await database.query('SHOW TimeZone')).toEqual([{ TimeZone: 'UTC' }]);
  });

  it.runIf(inject('databases').kind === 'postgres')('has its settings beside those of the URL', async () => {
    const url = new URL(database.connectionString);
    url.searchParams.set('options', '-c search_path=public -c TimeZone=Europe/Berlin');
    const own = await openDatabase({ kind: 'postgres', connectionString: url.href });
    const read = (name: string) => own.query(`SELECT current_setting('${name}') AS ${name}`);
    expect([await read('search_path'), await read('statement_timeout'), await read('timezone')]).toEqual([
      [{ searchPath: 'public' }],
      [{ statementTimeout: '30s' }],
      [{ timezone: 'UTC' }],
    ]);
    await own.close();
  });

  it('answers the rows of the last of several statements', async () => {
    expect(await database.query('SELECT 1 AS a; SELECT 2 AS b')).toEqual([{ b: 2 }]);
  });

  it('keeps simultaneous statements with large parameters apart', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const size = index % 2 === 0 ? 10 : 300_000;
        return database.query(`SELECT ${index} AS own, $1::int AS given, length($2::text) AS size`, [
          index,
          'x'.repeat(size),
        ]);
      }),
    );
    expect(answers).toEqual(
      answers.map((_, index) => [{ own: index, given: index, size: index % 2 === 0 ? 10 : 300_000 }]),
    );
  });
});

describe('Prisma on the same pool', () => {
  it('keeps its own types', async () => {
    await database.query(
      "INSERT INTO request_logs (method, path, status_code, latency_ms, request_id) VALUES ('GET', '/', 200, 1.5, 'r')",
    );
    const [row] = await database.rootPrisma.requestLog.findMany();
    expect(row).toMatchObject({
      id: expect.any(BigInt) as bigint,
      statusCode: 200,
      latencyMs: 1.5,
      createdAt: expect.any(Date),
    });
  });

  it('rolls an interactive transaction back', async () => {
    const broken = database.rootPrisma.$transaction(async (tx) => {
      await tx.setting.create({ data: { key: 'a', value: 1 } });
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    expect(await database.rootPrisma.setting.count()).toBe(0);
  });

  it('reports a duplicate by its code', async () => {
    await database.rootPrisma.setting.create({ data: { key: 'a', value: 1 } });
    await expect(database.rootPrisma.setting.create({ data: { key: 'a', value: 1 } })).rejects.toMatchObject({
      code: 'P2002',
    });
  });
});

describe('transaction', () => {
  const insert = "INSERT INTO settings (key, value) VALUES ('k', '1')";
  const count = async () => (await database.query<{ count: number }>('SELECT count(*) FROM settings'))[0]?.count;

  it('commits and then runs what waits for the commit', async () => {
    const seen: unknown[] = [];
    await database.transaction(async (tx) => {
      tx.afterCommit(() => seen.push('after'));
      await tx.query(insert);
      seen.push('inside');
    });
    expect(seen).toEqual(['inside', 'after']);
    expect(await count()).toBe(1);
  });

  it('rolls back when the work rejects and runs nothing after it', async () => {
    let ran = false;
    const broken = database.transaction(async (tx) => {
      tx.afterCommit(() => (ran = true));
      await tx.query(insert);
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    expect([await count(), ran]).toEqual([0, false]);
  });

  it('rejects when a failed statement was swallowed, because nothing was stored', async () => {
    const broken = database.transaction(async (tx) => {
      await tx.query(insert);
      await tx.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(broken).rejects.toThrow('rolled back');
    expect(await count()).toBe(0);
  });

  it('keeps ten at a time apart', async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        database.transaction(async (tx) => {
          await tx.query('INSERT INTO settings (key, value) VALUES ($1, $2)', [`k${index}`, '1']);
          if (index % 2 === 1) throw new Error('odd');
        }),
      ),
    );
    expect(settled.map((one) => one.status === 'fulfilled')).toEqual(settled.map((_, index) => index % 2 === 0));
    expect(await database.query('SELECT key FROM settings ORDER BY key')).toEqual(
      ['k0', 'k2', 'k4', 'k6', 'k8'].map((k) => ({ key: k })),
    );
  });

  it('goes on when the connection is lost inside it, and stores nothing', async () => {
    const broken = database.transaction(async (tx) => {
      await tx.query(insert);
      const { connection } = tx.client as unknown as { connection: { stream: { destroy(): void } } };
      connection.stream.destroy();
      await tx.query(insert);
    });
    await expect(broken).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
    expect(await count()).toBe(0);
  });
});

describe('a serialization failure', () => {
  it('is repeated three times on Postgres and never where there is one session', async () => {
    let attempts = 0;
    const broken = database.transaction(async (tx) => {
      attempts += 1;
      await tx.query("DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$");
    });
    await expect(broken).rejects.toMatchObject({ code: '40001' });
    expect(attempts).toBe(database.kind === 'postgres' ? 4 : 1);
  });
});

describe('a database that is away', () => {
  it('is reported as such by queries, transactions and Prisma', async () => {
    const away = await openDatabase({
      kind: 'postgres',
      connectionString: 'postgresql://postgres@127.0.0.1:1/postgres',
    });
    const failures = await Promise.all([
      away.ping().catch((error: unknown) => error),
      away.transaction(async () => 1).catch((error: unknown) => error),
      away.rootPrisma.setting.count().catch((error: unknown) => error),
      away.rootPrisma.$queryRaw`SELECT 1`.catch((error: unknown) => error),
    ]);
    expect(failures.map((error) => isDatabaseUnavailable(error))).toEqual([true, true, true, true]);
    expect(failures.slice(0, 2)).toMatchObject([
      { name: 'DatabaseUnavailableError' },
      { name: 'DatabaseUnavailableError' },
    ]);
    await away.close();
  });

  it.runIf(inject('databases').kind === 'postgres')(
    'is reported when it freezes during a statement, and not when the statement takes long',
    async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const proxy = await startFreezableProxy(database.connectionString);
      const passHalfMinute = async () => {
        await setImmediate();
        vi.advanceTimersByTime(30_000);
      };
      const own = await openDatabase({ kind: 'postgres', connectionString: proxy.url });
      try {
        await own.query('SELECT 1');
        const slow = own.query('SELECT pg_sleep(1)::text AS slept');
        await passHalfMinute();
        expect(await slow).toEqual([{ slept: '' }]);
        proxy.freeze();
        const waiting = own.query('SELECT 1');
        await passHalfMinute();
        await expect(waiting).rejects.toMatchObject({
          name: 'DatabaseUnavailableError',
          cause: { message: 'Connection terminated: the database does not answer.' },
        });
      } finally {
        vi.useRealTimers();
        proxy.thaw();
        await own.close();
        proxy.close();
      }
    },
  );

  it('is not reported for a wrong statement or a missing row', async () => {
    const failures = await Promise.all([
      database.query('SELEC').catch((error: unknown) => error),
      database.rootPrisma.setting.findUniqueOrThrow({ where: { key: 'none' } }).catch((error: unknown) => error),
    ]);
    expect(failures.map((error) => isDatabaseUnavailable(error))).toEqual([false, false]);
  });
});

describe('onQuery', () => {
  it('reports every statement until the listener is removed', async () => {
    const heard: string[] = [];
    const stop = database.onQuery((text) => heard.push(text));
    await database.query('SELECT 1');
    await database.rootPrisma.setting.findMany();
    await database.transaction(async (tx) => tx.query('SELECT 2'));
    stop();
    await database.query('SELECT 3');
    expect(heard).toEqual(['SELECT 1', expect.stringContaining('settings'), 'SELECT 2', 'COMMIT']);
  });
});

describe('emptyDatabase', () => {
  it('leaves one default organization with one default project', async () => {
    await database.query("INSERT INTO settings (key, value) VALUES ('k', '1')");
    await emptyDatabase(database);
    const projects = await database.rootPrisma.project.findMany({ include: { organization: true } });
    expect(projects).toMatchObject([{ isDefault: true, organization: { isDefault: true } }]);
    expect(await database.rootPrisma.setting.count()).toBe(0);
  });
});
