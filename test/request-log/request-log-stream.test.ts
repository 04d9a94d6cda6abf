import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestLogFrame, RequestLogStream } from '../../src/events/request-log-stream.js';
import { decodeCursor } from '../../src/page.js';
import { createStores } from '../../src/stores/create-stores.js';
import { connectDatabase, type Database } from '@memory-gateway/database';
import { insertRequestLogs } from '../../src/stores/request-log/insert-request-logs.js';
import { emptyDatabase, testConnectionString, testDatabase } from '../setup/database.js';
import { entry, openStream, read, summary } from './log-entries.js';

const everything = { filter: {}, visible: () => true };
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => String(from + index));
const idOf = (frame: RequestLogFrame | undefined) => (frame?.kind === 'logged' ? frame.row.id : Number.NaN);

let database: Database;
let stream: RequestLogStream;
let closing: (() => Promise<void>)[];

beforeEach(async () => {
  database = await testDatabase();
  await emptyDatabase(database);
  const opened = await openStream(database);
  stream = opened.stream;
  closing = [opened.close];
});
afterEach(async () => {
  for (const close of closing) await close();
});

describe('recording', () => {
  it('stores everything that was recorded before a flush, in order', async () => {
    for (const name of numbers(450)) stream.record(entry(name));
    await stream.flush();
    const rows = await database.query<{ operation: string }>('SELECT operation FROM request_logs ORDER BY id');
    expect(rows.map(({ operation }) => operation)).toEqual(numbers(450));
    expect(stream.stats()).toEqual({ buffered: 0, written: 450, dropped: 0, subscribers: 0 });
  });

  it('loses nothing when it is closed right after', async () => {
    for (const name of numbers(300)) stream.record(entry(name));
    await stream.close();
    expect(await database.query('SELECT count(*) AS total FROM request_logs')).toEqual([{ total: 300 }]);
  });

  it('takes whatever a client sent, and stores a harmless form of it', async () => {
    const hostile = 'a\u0000b\ud800c\nd\u202e';
    const change = {
      path: `/${'😀'.repeat(600)}`,
      client: 'x'.repeat(100_000),
      userId: 'nobody',
      latencyMs: Number.NaN,
      statusCode: 1e12,
    };
    const frames = await stream.subscribe(everything);
    stream.record(
      entry(hostile, {
        ...change,
        createdAt: new Date(Number.NaN),
        method: hostile,
        keyPrefix: hostile,
        projectId: hostile,
      }),
    );
    await stream.flush();
    const [stored] = await database.query<Record<string, unknown>>('SELECT * FROM request_logs');
    expect(stored).toMatchObject({
      operation: 'a\ufffdb\ufffdc\ufffdd\ufffd',
      client: 'x'.repeat(200),
      userId: null,
      latencyMs: 0,
      statusCode: 0,
    });
    expect(stored?.path).toBe(`/${'😀'.repeat(511)}`);
    const [frame] = await read(frames, 1);
    expect(frame).toMatchObject({ kind: 'logged', row: stored });
  });

  it('keeps entries while the database is away, and drops the oldest when there are too many', async () => {
    let isAway = true;
    const flaky: Database = {
      ...database,
      transaction: (work) => (isAway ? Promise.reject(new Error('away')) : database.transaction(work)),
    };
    const opened = await openStream(flaky, { bufferMax: 10 });
    closing.push(opened.close);
    for (const name of numbers(15)) opened.stream.record(entry(name));
    expect(opened.stream.stats()).toMatchObject({ buffered: 10, dropped: 5 });
    isAway = false;
    await opened.stream.flush();
    const rows = await database.query<{ operation: string }>('SELECT operation FROM request_logs ORDER BY id');
    expect(rows.map(({ operation }) => operation)).toEqual(numbers(10, 5));
  });
});

describe('subscribing', () => {
  it('begins with the present and hands on what follows, filtered for each subscriber', async () => {
    stream.record(entry('before'));
    await stream.flush();
    const all = await stream.subscribe(everything);
    const failures = await stream.subscribe({ filter: { minStatusCode: 500 }, visible: () => true });
    const own = await stream.subscribe({ filter: {}, visible: (row) => row.projectId === 'mine' });
    stream.record(entry('fine', { projectId: 'mine' }));
    stream.record(entry('broken', { statusCode: 503 }));
    await stream.flush();
    expect(summary(await read(all, 2))).toEqual(['fine', 'broken']);
    expect(summary(await read(failures, 1))).toEqual(['broken']);
    expect(summary(await read(own, 1))).toEqual(['fine']);
  });

  it('resumes from a cursor without gap or repeat while writes go on', async () => {
    for (const name of numbers(1_200)) stream.record(entry(name));
    await stream.flush();
    const [third] = await database.query<{ id: number }>('SELECT id FROM request_logs ORDER BY id OFFSET 2 LIMIT 1');
    const frames = await stream.subscribe({ ...everything, after: third?.id ?? 0 });
    const got: RequestLogFrame[] = [];
    for (const name of numbers(400, 1_200)) {
      stream.record(entry(name));
      got.push(...(await read(frames, 3)));
      if (Number(name) % 50 === 0) await stream.flush();
    }
    await stream.flush();
    got.push(...(await read(frames, 1_597 - got.length)));
    expect(summary(got)).toEqual(numbers(1_597, 3));
    expect(got.every((frame, index) => index === 0 || idOf(frame) > idOf(got[index - 1]))).toBe(true);
  });

  it('continues exactly where another subscription left off', async () => {
    const first = await stream.subscribe(everything);
    for (const name of numbers(20)) stream.record(entry(name));
    await stream.flush();
    const seen = await read(first, 7);
    await first.return?.();
    const [id] = decodeCursor(
      seen.at(-1)?.kind === 'logged' ? (seen.at(-1) as { cursor: string }).cursor : '',
      'after',
    );
    const second = await stream.subscribe({ ...everything, after: Number(id) });
    expect(summary([...seen, ...(await read(second, 13))])).toEqual(numbers(20));
  });

  it('tells a slow reader how much it lost, and where to find it', async () => {
    const slow = await stream.subscribe({ ...everything, maxBuffered: 5 });
    for (const name of numbers(30)) stream.record(entry(name));
    await stream.flush();
    const got = await read(slow, 6);
    expect(summary(got)).toEqual([...numbers(5), 25]);
    stream.record(entry('after'));
    await stream.flush();
    expect(summary(await read(slow, 1))).toEqual(['after']);
    const [id] = decodeCursor((got[5] as { resumeAfter: string }).resumeAfter, 'after');
    expect(summary(await read(await stream.subscribe({ ...everything, after: Number(id) }), 26))).toEqual([
      ...numbers(25, 5),
      'after',
    ]);
  });

  it('serves a thousand subscribers without asking the database for each', async () => {
    // The first batch of a process also skips ids.
    stream.record(entry('first'));
    await stream.flush();
    const many = await Promise.all(Array.from({ length: 1_000 }, () => stream.subscribe(everything)));
    expect(stream.stats().subscribers).toBe(1_000);
    await stream.flush();
    const asked: string[] = [];
    const stop = database.onQuery((text) => asked.push(text));
    stream.record(entry('for all'));
    const frames = await Promise.all(many.map((frame) => read(frame, 1)));
    stop();
    expect(frames.every((one) => summary(one)[0] === 'for all')).toBe(true);
    expect(asked.filter((text) => text.includes('FROM request_logs'))).toEqual([]);
  });

  it('ends at once when its reader leaves, even while it waits', async () => {
    const frames = await stream.subscribe(everything);
    const pending = frames.next();
    await frames.return?.();
    expect(await pending).toEqual({ done: true, value: undefined });
    const controller = new AbortController();
    const aborted = await stream.subscribe({ ...everything, signal: controller.signal });
    const waiting = aborted.next();
    controller.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await (await stream.subscribe({ ...everything, signal: controller.signal })).next()).toEqual({
      done: true,
      value: undefined,
    });
    expect(stream.stats().subscribers).toBe(0);
  });

  it('is ended by the stream when it closes, after the last rows', async () => {
    const frames = await stream.subscribe(everything);
    stream.record(entry('last'));
    await stream.close();
    expect(summary(await read(frames, 2))).toEqual(['last']);
    expect(await frames.next()).toEqual({ done: true, value: undefined });
  });
});

describe('two processes on one database', () => {
  it('write at the same time, and readers wait for a batch that took lower ids and commits later', async () => {
    // The embedded database belongs to one process.
    if (database.kind === 'embedded') return;
    stream.record(entry('first'));
    await stream.flush();
    const frames = await stream.subscribe(everything);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isWritten: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (isWritten = resolve));
    const slow = database.transaction(async (tx) => {
      await insertRequestLogs(tx, [entry('slow')]);
      isWritten();
      await released;
    });
    await written;
    stream.record(entry('quick'));
    const operations = async () =>
      (await database.query<{ operation: string }>('SELECT operation FROM request_logs ORDER BY id')).map(
        ({ operation }) => operation,
      );
    await expect.poll(operations).toEqual(['first', 'quick']);
    const pruning = createStores(database, database).requestLogs.settledEnd();
    let isSettled = false;
    void pruning.then(() => (isSettled = true));
    await delay(150);
    expect(isSettled).toBe(false);
    release();
    await slow;
    expect(summary(await read(frames, 2))).toEqual(['slow', 'quick']);
    await pruning;
  });

  it('see the calls of both in one order', async () => {
    // The embedded database belongs to one process.
    if (database.kind === 'embedded') return;
    const other = connectDatabase({
      kind: 'postgres',
      connectionString: testConnectionString(),
      maxConnections: 3,
      close: async () => undefined,
    });
    const opened = await openStream(other);
    closing.push(opened.close, () => other.close());
    await Promise.all([stream.flush(), opened.stream.flush()]);
    const here = await stream.subscribe(everything);
    const there = await opened.stream.subscribe(everything);
    for (const name of numbers(200)) {
      stream.record(entry(`a${name}`));
      opened.stream.record(entry(`b${name}`));
      if (Number(name) % 20 === 0) await Promise.all([stream.flush(), opened.stream.flush()]);
    }
    await Promise.all([stream.flush(), opened.stream.flush()]);
    const [seenHere, seenThere] = await Promise.all([read(here, 400), read(there, 400)]);
    const stored = await database.query<{ operation: string }>('SELECT operation FROM request_logs ORDER BY id');
    expect(summary(seenHere)).toEqual(stored.map(({ operation }) => operation));
    expect(summary(seenThere)).toEqual(summary(seenHere));
  });
});
