import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBus } from '../../src/events/bus.js';
import type { Bus, BusMessages } from '../../src/events/types.js';
import { payloadBytesMax, toPayloads, fromPayload } from '../../src/events/wire.js';
import type { Database } from '@memory-gateway/database';
import { testDatabase } from '../setup/database.js';

let database: Database;
let buses: Bus[];

async function openBus(): Promise<Bus> {
  const bus = await createBus(database);
  buses.push(bus);
  return bus;
}

/** Resolves with the next message of a topic. */
function heard<Topic extends keyof BusMessages>(bus: Bus, topic: Topic): Promise<BusMessages[Topic]> {
  return new Promise((resolve) => {
    const end = bus.subscribe(topic, (message) => {
      end();
      resolve(message);
    });
  });
}

beforeEach(async () => {
  database = await testDatabase();
  buses = [];
});
afterEach(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
});

describe('the bus', () => {
  it('delivers to its own process once after the commit, and never after a rollback', async () => {
    const bus = await openBus();
    const told: string[] = [];
    bus.subscribe('jobQueued', ({ name }) => told.push(name));
    await database.transaction(async (tx) => {
      await bus.publishIn(tx, 'jobQueued', { name: 'kept' });
      expect(told).toEqual([]);
    });
    const failing = database.transaction(async (tx) => {
      await bus.publishIn(tx, 'jobQueued', { name: 'undone' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await bus.publish('jobQueued', { name: 'plain' });
    expect(told).toEqual(['kept', 'plain']);
  });

  it('goes on to the next listener when one throws', async () => {
    const bus = await openBus();
    const told: string[] = [];
    bus.subscribe('jobQueued', () => {
      throw new Error('a broken listener');
    });
    const end = bus.subscribe('jobQueued', ({ name }) => told.push(name));
    await bus.publish('jobQueued', { name: 'one' });
    end();
    await bus.publish('jobQueued', { name: 'two' });
    expect(told).toEqual(['one']);
  });

  it('reaches other processes on Postgres, and none twice', async () => {
    if (database.kind === 'embedded') return;
    const [here, there] = [await openBus(), await openBus()];
    const told: string[] = [];
    here.subscribe('jobQueued', ({ name }) => told.push(name));
    const arrived = heard(there, 'jobQueued');
    await database.transaction((tx) => here.publishIn(tx, 'jobQueued', { name: 'work' }));
    expect(await arrived).toEqual({ name: 'work' });
    // Its own notification would arrive before this response.
    const answer = heard(here, 'credentialChanged');
    await there.publish('credentialChanged', { keyId: 'k' });
    expect(await answer).toEqual({ keyId: 'k' });
    expect(told).toEqual(['work']);
  });

  it('has everything checked again after its connection was lost', async () => {
    if (database.kind === 'embedded') return;
    const bus = await openBus();
    const rechecked = heard(bus, 'credentialChanged');
    const reread = heard(bus, 'requestLogged');
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
    );
    expect(await rechecked).toEqual({});
    expect((await reread).lastId).toBe(Number.MAX_SAFE_INTEGER);
    const other = await openBus();
    const arrived = heard(bus, 'jobQueued');
    await other.publish('jobQueued', { name: 'again' });
    expect(await arrived).toEqual({ name: 'again' });
  });
});

describe('messages on the wire', () => {
  it('are split where a list of ids is too long', () => {
    const memoryIds = Array.from({ length: 1_000 }, () => randomUUID());
    const payloads = toPayloads({
      from: 'p',
      topic: 'memoryChanged',
      message: { projectId: 'proj_1', memoryIds, change: 'ADD' },
    });
    expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThanOrEqual(payloadBytesMax);
    expect(
      payloads.flatMap((payload) => (fromPayload(payload)!.message as BusMessages['memoryChanged']).memoryIds),
    ).toEqual(memoryIds);
  });

  it('are ignored if another program sent them', () => {
    expect(
      ['', 'null', '[]', '{"from":"p","topic":"toString","message":{}}', '{"from":"p","topic":"jobQueued"}'].map(
        fromPayload,
      ),
    ).toEqual([null, null, null, null, null]);
  });
});
