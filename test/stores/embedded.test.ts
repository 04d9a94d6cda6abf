import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBus } from '../../src/events/bus.js';
import { openDatabase, prepared } from '@memory-gateway/database';
import {
  connectToHolder,
  DataDirLockedError,
  openEmbeddedDatabase,
  readLockHolder,
  type EmbeddedDatabase,
  lockDataDir,
} from '@memory-gateway/embedded-postgres';
import { startChild } from '../helpers/child-program.js';
import { migratedTemplate } from '../setup/embedded.js';

let dataDir: string;
const cleanups: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'memory-gateway-embedded-'));
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a child process on the data directory. */
async function startHolder(mode: 'insert' | 'hold'): Promise<{ child: ChildProcess; lines: AsyncIterator<string> }> {
  const child = await startChild(new URL('embedded-child.ts', import.meta.url), [dataDir, mode]);
  cleanups.push(() => kill(child));
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function copyTemplate(): Promise<void> {
  await cp(await migratedTemplate(), dataDir, { recursive: true });
}

async function open(options: { idleTransactionTimeout?: number } = {}): Promise<EmbeddedDatabase> {
  await copyTemplate();
  const server = await openEmbeddedDatabase({ dataDir, ...options });
  cleanups.push(() => server.close());
  return server;
}

let shared: Promise<EmbeddedDatabase> | undefined;
let sharedDir: string | undefined;

/** Returns a server for tests that leave it as it was, started at the first call. */
function openShared(): Promise<EmbeddedDatabase> {
  shared ??= (async () => {
    sharedDir = await mkdtemp(path.join(tmpdir(), 'memory-gateway-embedded-shared-'));
    await cp(await migratedTemplate(), sharedDir, { recursive: true });
    return openEmbeddedDatabase({ dataDir: sharedDir });
  })();
  return shared;
}

afterAll(async () => {
  await (await shared)?.close();
  if (sharedDir !== undefined) await rm(sharedDir, { recursive: true, force: true });
});

async function connect(server: EmbeddedDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  cleanups.push(() => client.end().catch(() => undefined));
  return client;
}

describe('a killed process', () => {
  it('leaves every acknowledged row to the next one, and a lock that is taken over', async () => {
    await copyTemplate();
    const { child, lines } = await startHolder('insert');
    const acknowledged: string[] = [];
    while (acknowledged.length < 200) acknowledged.push((await lines.next()).value as string);
    await kill(child);
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) acknowledged.push(line.value);

    expect(existsSync(path.join(dataDir, 'gateway.lock'))).toBe(true);
    const database = await openDatabase({ kind: 'embedded', dataDir });
    const rows = await database.query<{ n: number }>('SELECT n FROM kept WHERE length(text) = 500 ORDER BY n');
    await database.close();
    const last = Number(acknowledged.at(-1));
    expect(last).toBeGreaterThan(100);
    expect(rows.slice(0, last).map((row) => row.n)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  });
});

describe('the lock', () => {
  it('refuses a second process in one line that names the holder, and lets it work through the holder', async () => {
    await copyTemplate();
    const { child, lines } = await startHolder('hold');
    expect((await lines.next()).value).toBe('open');

    const refused = openEmbeddedDatabase({ dataDir });
    await expect(refused).rejects.toBeInstanceOf(DataDirLockedError);
    await expect(refused).rejects.toThrow(
      new RegExp(`^The data directory ${dataDir} is in use by process ${child.pid} on .+$`),
    );
    expect(await readLockHolder(dataDir)).toMatchObject({ pid: child.pid, hostname: hostname() });

    const joined = await openDatabase({ kind: 'embedded', dataDir, joinHolder: true });
    const marked = prepared('SELECT count(*)::int AS names FROM pg_prepared_statements');
    // A holder of an earlier version would refuse the second connection that prepares it.
    expect(await joined.query(marked)).toEqual([{ names: 0 }]);
    await joined.close();
    expect(await connectToHolder(dataDir)).toContain('postgresql://');
  });

  it('lets the process that holds it hear at once what others do through it, once it is committed', async () => {
    await copyTemplate();
    const holder = await openDatabase({ kind: 'embedded', dataDir });
    const guest = await openDatabase({ kind: 'embedded', dataDir, joinHolder: true });
    const [bus, theirs] = [await createBus(holder), await createBus(guest)];
    const heard: unknown[] = [];
    bus.subscribe('jobQueued', (message) => heard.push(message));
    const undone = guest.transaction(async (tx) => {
      await theirs.publishIn(tx, 'jobQueued', { name: 'undone' });
      throw new Error('Undone.');
    });
    await expect(undone).rejects.toThrow('Undone.');
    await guest.transaction((tx) => theirs.publishIn(tx, 'jobQueued', { name: 'done' }));
    await bus.publish('jobQueued', { name: 'own' });
    await expect.poll(() => heard.length).toBe(2);
    expect(heard).toEqual(expect.arrayContaining([{ name: 'done' }, { name: 'own' }]));
    await Promise.all([bus.close(), theirs.close()]);
    await guest.close();
    await holder.close();
  });

  it('refuses the same process a second time', async () => {
    const lock = await lockDataDir(dataDir, dataDir);
    await expect(lockDataDir(dataDir, dataDir)).rejects.toBeInstanceOf(DataDirLockedError);
    await lock.release();
    await (await lockDataDir(dataDir, dataDir)).release();
    expect(await readLockHolder(dataDir)).toBeUndefined();
  });

  it.each([
    ['whose process is gone', { pid: 2 ** 22 + 1, processStart: '1' }],
    ['whose process number belongs to another process now', { pid: process.pid, processStart: '1' }],
  ])('takes over a lock %s, and gives it to one of many', async (_case, holder) => {
    const stale = { hostname: hostname(), startedAt: '2026-01-01T00:00:00.000Z', socketDir: dataDir, ...holder };
    await writeFile(path.join(dataDir, 'gateway.lock'), JSON.stringify(stale));
    const racers = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(dataDir, dataDir)));
    const winners = racers.flatMap((racer) => (racer.status === 'fulfilled' ? [racer.value] : []));
    const refusals = racers.flatMap((racer) => (racer.status === 'rejected' ? [racer.reason as Error] : []));
    expect(winners).toHaveLength(1);
    expect(refusals.every((reason) => reason instanceof DataDirLockedError)).toBe(true);
    await winners[0]!.release();
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('refuses a holder in another container of the same host name, whose process number means nothing here', async () => {
    await copyTemplate();
    const { lines } = await startHolder('hold');
    expect((await lines.next()).value).toBe('open');
    const holder = { ...(await readLockHolder(dataDir)), pid: 2 ** 22 + 1, processStart: '1' };
    await writeFile(path.join(dataDir, 'gateway.lock'), JSON.stringify(holder));
    await expect(openEmbeddedDatabase({ dataDir })).rejects.toBeInstanceOf(DataDirLockedError);
  });

  it('is not removed by a process that lost it', async () => {
    const lock = await lockDataDir(dataDir, dataDir);
    const other = JSON.stringify({ ...(await readLockHolder(dataDir)), hostname: 'elsewhere' });
    await writeFile(path.join(dataDir, 'gateway.lock'), other);
    await lock.release();
    expect(await readFile(path.join(dataDir, 'gateway.lock'), 'utf8')).toBe(other);
  });

  it('takes over a lock that cannot be read', async () => {
    await writeFile(path.join(dataDir, 'gateway.lock'), '{"pid":');
    await (await lockDataDir(dataDir, dataDir)).release();
  });
});

describe('the server', () => {
  it('is for its own user only and cleans up behind itself', async () => {
    await copyTemplate();
    const server = await openEmbeddedDatabase({ dataDir });
    expect((await stat(server.socketDir)).mode & 0o777).toBe(0o700);
    await server.close();
    expect(await readdir(dataDir)).toEqual(['database']);
  });

  it('serves from the temporary folder when the path inside the data directory is too long', async () => {
    dataDir = path.join(dataDir, 'a'.repeat(100));
    const server = await open();
    expect(server.socketDir.startsWith(tmpdir())).toBe(true);
    expect((await (await connect(server)).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('begins again when the first start was interrupted', { timeout: 120_000 }, async () => {
    await mkdir(path.join(dataDir, 'database'));
    await writeFile(path.join(dataDir, 'database', 'PG_VERSION'), '18\n');
    await writeFile(path.join(dataDir, 'database.incomplete'), '');
    await mkdir(path.join(dataDir, 'database.new-0'));
    const server = await openEmbeddedDatabase({ dataDir });
    cleanups.push(() => server.close());
    expect((await (await connect(server)).query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('database'))).toEqual(['database']);
  });

  it('syncs every commit to the disk and works in UTC', async () => {
    const client = await connect(await openShared());
    const { rows } = await client.query(
      "SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, current_setting('TimeZone') AS zone",
    );
    expect(rows).toEqual([{ fsync: 'on', commit: 'on', zone: 'UTC' }]);
  });

  it('rolls back what a lost client left open, and serves the others', async () => {
    const server = await openShared();
    const [lost, other] = [await connect(server), await connect(server)];
    await other.query('CREATE TABLE IF NOT EXISTS t (a int)');
    await lost.query('BEGIN');
    await lost.query('INSERT INTO t VALUES (1)');
    const answer = other.query('SELECT count(*)::int AS count FROM t');
    (lost as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    expect((await answer).rows).toEqual([{ count: 0 }]);
    await other.query('DROP TABLE t');
  });

  it('ends a statement that a lost client left half sent', async () => {
    const server = await openShared();
    const [lost, other] = [await connect(server), await connect(server)];
    const { connection } = lost as unknown as {
      connection: {
        parse(query: object): void;
        flush(): void;
        stream: { destroy(): void };
        once(event: string, run: () => void): void;
      };
    };
    const parsed = new Promise<void>((resolve) => connection.once('parseComplete', resolve));
    connection.parse({ text: 'SELECT 1' });
    connection.flush();
    await parsed;
    const answer = other.query('SELECT $1::int AS own', [7]);
    connection.stream.destroy();
    expect((await answer).rows).toEqual([{ own: 7 }]);
  });

  it('lets connections share a prepared statement, and refuses another text under its name', async () => {
    const server = await openShared();
    const [ada, grace] = [await connect(server), await connect(server)];
    const double = { name: 'double', text: 'SELECT $1::int * 2 AS n' };
    await expect(ada.query({ ...double, text: 'SELECT no_such_column' })).rejects.toThrow('no_such_column');
    for (const client of [ada, grace, ada, grace])
      expect((await client.query({ ...double, values: [21] })).rows).toEqual([{ n: 42 }]);
    expect((await ada.query('SELECT name FROM pg_prepared_statements')).rows).toEqual([{ name: 'double' }]);

    await expect((await connect(server)).query({ ...double, text: 'SELECT 1' })).rejects.toThrow('already exists');
    await ada.query('BEGIN');
    await expect(ada.query({ ...double, values: ['not a number'] })).rejects.toThrow('invalid input syntax');
    expect((await ada.query('ROLLBACK')).command).toBe('ROLLBACK');
    expect((await grace.query({ ...double, values: [4] })).rows).toEqual([{ n: 8 }]);
  });

  it('refuses COPY FROM STDIN, which would end the engine, and goes on', async () => {
    const client = await connect(await openShared());
    await expect(client.query('COPY settings FROM STDIN')).rejects.toMatchObject({ code: '0A000' });
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('disconnects a client that sleeps inside a transaction while others wait', async () => {
    const server = await open({ idleTransactionTimeout: 100 });
    const [sleeper, other] = [await connect(server), await connect(server)];
    const told = once(sleeper, 'error');
    await sleeper.query('BEGIN');
    expect((await other.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect((await told)[0]).toMatchObject({ code: '25P03' });
  });

  it('comes back with its data when the engine breaks down', async () => {
    await copyTemplate();
    const database = await openDatabase({ kind: 'embedded', dataDir });
    cleanups.push(() => database.close());
    await database.query('CREATE TABLE t AS SELECT 1 AS a');
    const client = new pg.Client({ connectionString: await connectToHolder(dataDir) });
    client.on('error', () => undefined);
    await client.connect();
    const warned = once(process, 'warning') as Promise<[Error]>;
    // The engine ends when it waits for the data of a prepared statement.
    await expect(client.query({ name: 'copy', text: 'COPY t FROM STDIN' })).rejects.toThrow('terminated');
    expect((await warned)[0].message).toBe(
      'The embedded database stopped, and starts again: Program terminated with exit(1)',
    );
    await expect
      .poll(() => database.query('SELECT a FROM t').catch(() => 'away'), { timeout: 20_000 })
      .toEqual([{ a: 1 }]);
  });
});
