import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBus } from '../../src/events/bus.js';
import { createChangeFeed, type ChangeFrame } from '../../src/events/change-feed.js';
import { clean } from '../../src/jobs/housekeeping.js';
import { recordChanges, type NewChange } from '../../src/stores/change-store.js';
import type { Queryable, Transaction } from '@memory-gateway/database';
import { testServices, type TestServices } from '../helpers/context.js';

const projectId = 'proj_feed';
const source = { topic: 'memory', projectId } as const;
const change = (subjectId: string, more: Partial<NewChange> = {}): NewChange => ({
  ...source,
  subjectId,
  kind: 'ADD',
  ...more,
});

let services: TestServices;
const open: AsyncIterableIterator<ChangeFrame>[] = [];

beforeEach(async () => {
  services = await testServices();
});
afterEach(async () => {
  for (const frames of open.splice(0)) await frames.return?.();
  services.changes.close();
});

async function write(queryable: Queryable, ...changes: NewChange[]): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const queryLast: Transaction['queryLast'] = (toStatement) => {
    const { text, values } = toStatement();
    sent.push(queryable.query(text, values));
  };
  recordChanges({ queryLast }, changes, new Date());
  await Promise.all(sent);
}
const announce = () => services.bus.publish('memoryChanged', { projectId, memoryIds: [], change: 'ADD' });

/** Commits and announces changes like a transaction of a use case. */
async function commit(...subjects: string[]): Promise<void> {
  for (const subject of subjects) await write(services.database, change(subject));
  await announce();
}

async function subscribe(after: string | null = null, maxBuffered?: number) {
  const frames = await services.changes.subscribe({ ...source, after, maxBuffered });
  open.push(frames);
  return frames;
}

async function read(frames: AsyncIterableIterator<ChangeFrame>, count: number): Promise<ChangeFrame[]> {
  const got: ChangeFrame[] = [];
  while (got.length < count) {
    const step = await frames.next();
    if (step.done) break;
    got.push(step.value);
  }
  return got;
}

const names = (frames: readonly ChangeFrame[]) =>
  frames.map((frame) => (frame.kind === 'logged' ? frame.row.subjectId : [frame.reason, frame.count]));
const cursorOf = (frame: ChangeFrame | undefined) =>
  frame?.kind === 'logged' ? frame.cursor : (frame?.resumeAfter ?? null);

describe('the change feed', () => {
  it('delivers changes of one topic and project, and resumes after each of them', async () => {
    const live = await subscribe();
    await write(
      services.database,
      change('a'),
      change('other topic', { topic: 'event' }),
      change('other project', { projectId: 'proj_other' }),
      change('b'),
      change('c'),
    );
    await announce();
    const seen = await read(live, 3);
    expect(names(seen)).toEqual(['a', 'b', 'c']);
    await commit('d');
    for (const [index, rest] of [['b', 'c', 'd'], ['c', 'd'], ['d']].entries())
      expect(names(await read(await subscribe(cursorOf(seen[index])), rest.length))).toEqual(rest);
  });

  it('resumes over many pages while changes go on, without gap or repeat', async () => {
    const live = await subscribe();
    await commit('first');
    const [first] = await read(live, 1);
    const numbers = (count: number, from: number) => Array.from({ length: count }, (_, index) => String(from + index));
    await write(services.database, ...numbers(1_300, 0).map((name) => change(name)));
    const frames = await subscribe(cursorOf(first));
    const got: ChangeFrame[] = [];
    for (let round = 0; round < 10; round += 1) {
      got.push(...(await read(frames, 100)));
      await commit(...numbers(3, 1_300 + 3 * round));
    }
    got.push(...(await read(frames, 1_330 - got.length)));
    expect(names(got)).toEqual(numbers(1_330, 0));
  });

  it('waits for a transaction that took a lower position and commits later', async () => {
    // The embedded database runs one transaction at a time.
    if (services.database.kind === 'embedded') return;
    const live = await subscribe();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isWritten: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (isWritten = resolve));
    const slow = services.database.transaction(async (tx) => {
      await write(tx, change('slow'));
      isWritten();
      await released;
    });
    await written;
    await commit('quick');
    // Starts after the open transaction has ended.
    const late = subscribe();
    release();
    await slow;
    await announce();
    const order = await read(live, 2);
    expect(names(order)).toEqual(['slow', 'quick']);
    await late;
    expect(names(await read(await subscribe(cursorOf(order[0])), 1))).toEqual(['quick']);
  });

  it('passes over positions of transactions that were rolled back', async () => {
    const live = await subscribe();
    const failed = services.database.transaction(async (tx) => {
      await write(tx, change('never'), change('never'));
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await commit('after');
    expect(names(await read(live, 1))).toEqual(['after']);
  });

  it('reports to a slow reader how many changes it lost, and sends them after `resumeAfter`', async () => {
    const slow = await subscribe(null, 2);
    await commit('a', 'b', 'c', 'd', 'e');
    await services.changes.settled();
    const got = await read(slow, 3);
    expect(names(got)).toEqual(['a', 'b', ['SLOW_SUBSCRIBER', 3]]);
    await commit('f');
    expect(names(await read(slow, 1))).toEqual(['f']);
    expect(names(await read(await subscribe(cursorOf(got[2])), 4))).toEqual(['c', 'd', 'e', 'f']);
  });

  it('says when changes after the cursor are no longer stored, and goes on with the oldest one', async () => {
    const live = await subscribe();
    await commit('a', 'b', 'c');
    const [first, second] = await read(live, 2);
    const days = services.config.changeRetentionDays * 86_400_000;
    await services.database.query(
      `UPDATE changes SET created_at = created_at - interval '1 hour' WHERE subject_id IN ('a', 'b')`,
    );
    await clean({ ...services, now: () => new Date(Date.now() + days - 60_000) });
    const got = await read(await subscribe(cursorOf(first)), 2);
    expect(names(got)).toEqual([['EXPIRED', null], 'c']);
    // Nothing is missing after the cursor of the last removed change, nor after the cursor of the message itself.
    expect(names(await read(await subscribe(cursorOf(second)), 1))).toEqual(['c']);
    expect(names(await read(await subscribe(cursorOf(got[0])), 1))).toEqual(['c']);
  });

  it.each([
    ['another stream', Buffer.from('["event",0]').toString('base64url')],
    ['the request log', Buffer.from('[1]').toString('base64url')],
    ['a position that was never taken', Buffer.from('["memory",9007199254740991]').toString('base64url')],
    ['no list at all', 'nonsense'],
  ])('refuses a cursor of %s', async (_what, cursor) => {
    await expect(subscribe(cursor)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { after: ['`after` must be a cursor of this stream.'] },
    });
  });

  it('reads changes once for a hundred subscribers, and not at all without one', async () => {
    const asked: string[] = [];
    const stop = services.database.onQuery((text) => void (/FROM changes/.test(text) && asked.push(text)));
    await commit('unseen');
    await services.changes.settled();
    expect(asked).toEqual([]);
    const many = await Promise.all(Array.from({ length: 100 }, () => subscribe()));
    await services.changes.settled();
    asked.length = 0;
    await commit('for all');
    const frames = await Promise.all(many.map((one) => read(one, 1)));
    stop();
    expect(new Set(frames.flatMap(names))).toEqual(new Set(['for all']));
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it('reads nothing when projects without a subscriber change', async () => {
    const live = await subscribe();
    await services.changes.settled();
    const asked: string[] = [];
    const stop = services.database.onQuery((text) => void (/changes/.test(text) && asked.push(text)));
    for (let round = 0; round < 3; round += 1) {
      await services.bus.publish('memoryChanged', { projectId: 'proj_other', memoryIds: [], change: 'ADD' });
      await services.bus.publish('eventChanged', { projectId, eventId: '' });
      await services.changes.settled();
    }
    stop();
    expect(asked).toEqual([]);
    await commit('own');
    expect(names(await read(live, 1))).toEqual(['own']);
  });

  it('forgets a project when its last subscriber leaves, and follows it again for the next one', async () => {
    const [one, two] = [await subscribe(), await subscribe()];
    await one.return?.();
    await commit('for two');
    expect(names(await read(two, 1))).toEqual(['for two']);
    await two.return?.();
    await commit('for nobody');
    const three = await subscribe();
    await commit('for three');
    expect(names(await read(three, 1))).toEqual(['for three']);
  });

  it('reads what it was not told of while the connection of messages was lost', async () => {
    if (services.database.kind === 'embedded') return;
    const bus = await createBus(services.database);
    const changes = createChangeFeed({ stores: services.stores, bus, log: services.log });
    const live = await changes.subscribe({ ...source, after: null });
    await changes.settled();
    await write(services.database, change('untold'));
    await services.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
    );
    expect(names(await read(live, 1))).toEqual(['untold']);
    changes.close();
    await bus.close();
  });

  it('ends at once when its reader leaves, and when the feed closes', async () => {
    const frames = await subscribe();
    const pending = frames.next();
    await frames.return?.();
    expect(await pending).toEqual({ done: true, value: undefined });
    const other = (await subscribe()).next();
    services.changes.close();
    expect(await other).toEqual({ done: true, value: undefined });
    expect(services.changes.subscribers()).toBe(0);
  });
});
