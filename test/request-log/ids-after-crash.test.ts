import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@memory-gateway/database';
import { emptyDatabase, testDatabase } from '../setup/database.js';
import { entry, openStream, read, summary } from './log-entries.js';

const everything = { filter: {}, visible: () => true };

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => emptyDatabase(database));
afterAll(() => emptyDatabase(database));

const lastValue = async () =>
  (await database.query<{ id: number }>('SELECT last_value AS id FROM request_logs_id_seq'))[0]?.id ?? 0;

/** Takes the log back to what a crash leaves: no row after `id`, and a sequence that does not know their ids. */
async function loseAfter(id: number): Promise<void> {
  await database.query('DELETE FROM request_logs WHERE id > $1', [id]);
  await database.query("SELECT setval('request_logs_id_seq', $1::bigint)", [id]);
}

describe('ids of the request log', () => {
  it('are not assigned again after a crash lost the newest rows: a reader that saw them misses nothing', async () => {
    const crashed = await openStream(database);
    crashed.stream.record(entry('kept'));
    await crashed.stream.flush();
    const kept = await lastValue();
    for (const name of ['lost 1', 'lost 2', 'lost 3']) crashed.stream.record(entry(name));
    await crashed.stream.flush();
    const seen = await lastValue();
    await crashed.close();
    await loseAfter(kept);
    const { stream, close } = await openStream(database);
    const frames = await stream.subscribe({ ...everything, after: seen });
    for (const name of ['new 1', 'new 2']) stream.record(entry(name));
    expect(summary(await read(frames, 2))).toEqual(['new 1', 'new 2']);
    await close();
  });

  it('are not assigned again when the database crashed while the server went on', async () => {
    let isAway = false;
    const failing = Object.assign(Object.create(database) as Database, {
      transaction: (work: Parameters<Database['transaction']>[0]) =>
        isAway ? Promise.reject(new Error('The connection was lost.')) : database.transaction(work),
    });
    const { stream, close } = await openStream(database, { database: failing });
    stream.record(entry('kept'));
    await stream.flush();
    const kept = await lastValue();
    stream.record(entry('lost'));
    await stream.flush();
    const seen = await lastValue();
    isAway = true;
    stream.record(entry('new'));
    const frames = await stream.subscribe({ ...everything, after: seen });
    await expect.poll(() => stream.stats().buffered).toBe(1);
    await loseAfter(kept);
    isAway = false;
    expect(summary(await read(frames, 1))).toEqual(['new']);
    await close();
  });

  it('are on the disk every 1,000 rows at the latest', async () => {
    const waits: string[] = [];
    const listener = (text: string) => void (text.includes('synchronous_commit') && waits.push(text));
    const listening = { ...(await openStream(database)), stop: database.onQuery(listener) };
    for (let n = 0; n < 2_200; n += 1) listening.stream.record(entry(String(n)));
    await listening.stream.flush();
    listening.stop();
    await listening.close();
    expect(waits.filter((text) => text.includes("'on'")).length).toBeGreaterThanOrEqual(2);
  });
});
