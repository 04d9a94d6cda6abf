import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import { failDeletion } from '../../src/jobs/delete-memories.js';
import { handlers } from '../../src/jobs/registry.js';
import { cancelDeletion, undoDeletion } from '../../src/resolvers/deletion/stop-deletion.js';
import { deleteEntity } from '../../src/resolvers/deletion/delete-entity.js';
import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';
import { getEntity } from '../../src/resolvers/entity/get-entity.js';
import { getEvent } from '../../src/resolvers/event/get-event.js';
import { listEvents } from '../../src/resolvers/event/list-events.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { countRows, onlyTry, storeMany, work } from './helpers.js';

let services: TestServices;
let ada: CallerUser;
let bob: CallerUser;
let eve: CallerUser;
let projectId: string;

async function begin(overrides: { undoMs?: number; now?: () => Date } = {}): Promise<void> {
  services = await testServices({ ...(overrides.now && { now: overrides.now }) });
  services = { ...services, config: { ...services.config, deletionUndoMs: overrides.undoMs ?? 0 } };
  ({ ada, bob, eve } = await people(services));
  ({ projectId } = await tenant(services, [
    [ada, 'OWNER'],
    [bob, 'READER'],
  ]));
}

beforeEach(() => begin());

const start = () => deleteMemoriesByFilter(as(services, ada), { projectId, userId: '*' });
const visible = async () => (await listMemories(as(services, ada), { projectId, first: 1 })).total();

/** Has the job remove `batches` batches of 500 and then fail. */
async function removeSome(deletionId: string, batches: number): Promise<void> {
  const stopping = new AbortController();
  let seen = 0;
  const stop = services.bus.subscribe('eventChanged', () => {
    // The first message reports the start.
    if (++seen > batches) stopping.abort(new Error('stop'));
  });
  await expect(
    handlers.deleteMemories(services, { deletionId, projectId, removed: 0 }, { ...onlyTry, signal: stopping.signal }),
  ).rejects.toThrow('stop');
  stop();
}

describe('cancelling a deletion', () => {
  it('brings everything back when nothing was removed yet, however much is marked', async () => {
    await storeMany(services, projectId, 1_700);
    const { event } = await start();
    const cancelled = await cancelDeletion(as(services, ada), { eventId: event.id });
    expect(cancelled.deletion).toMatchObject({ status: 'CANCELLED', removed: 0, restored: 1_700 });
    expect(await visible()).toBe(1_700);
    await work(services);
    expect(await countRows(services, projectId)).toMatchObject({
      memories: 1_700,
      visible: 1_700,
      orphans: 0,
      deletionsInHistory: 0,
    });
  });

  it('half-way brings the rest back, with exact counts, and the job stops', async () => {
    await storeMany(services, projectId, 2_100);
    const { event } = await start();
    expect(await visible()).toBe(0);
    await removeSome(event.id, 2);
    const { deletion, event: ended } = await cancelDeletion(as(services, ada), { eventId: event.id });
    expect(deletion).toMatchObject({
      status: 'CANCELLED',
      total: 2_100,
      removed: 1_000,
      restored: 1_100,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(ended).toMatchObject({
      status: 'CANCELLED',
      total: 2_100,
      completed: 1_000,
      error: 'Cancelled. Deleted: 1000, restored: 1100.',
    });
    expect(await visible()).toBe(1_100);
    await work(services);
    expect(await countRows(services, projectId)).toEqual({
      memories: 1_100,
      visible: 1_100,
      orphans: 0,
      deletionsInHistory: 1_000,
      textsInHistory: 0,
    });
    expect((await listEvents(as(services, ada), { projectId, status: 'CANCELLED' })).rows.map((row) => row.id)).toEqual(
      [event.id],
    );
    await expect(cancelDeletion(as(services, ada), { eventId: event.id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('restores a text that was stored again meanwhile next to the new memory', async () => {
    const add = () =>
      addMemories(as(services, ada), {
        projectId,
        messages: [{ role: 'user', content: 'Rosa collects stamps' }],
        userId: 'a',
        infer: false,
      });
    await add();
    const { event } = await start();
    await add();
    await cancelDeletion(as(services, ada), { eventId: event.id });
    expect(await visible()).toBe(2);
    expect((await add()).results).toMatchObject([{ event: 'NOOP' }]);
  });

  it('is refused when the deletion is over, to READERs, and to strangers as if there were none', async () => {
    await storeMany(services, projectId, 10);
    const { event } = await start();
    const cancel = (who: CallerUser, eventId: string) =>
      cancelDeletion(as(services, who), { eventId }).catch((error: Error) => error);
    expect(await cancel(bob, event.id)).toMatchObject({ code: 'FORBIDDEN' });
    const hidden = await cancel(eve, event.id);
    expect(hidden).toMatchObject({ code: 'NOT_FOUND', message: 'Event not found.' });
    expect(await cancel(eve, '0191e2b0-0000-7000-8000-000000000001')).toEqual(hidden);
    expect(await cancel(ada, 'no uuid')).toMatchObject({ code: 'BAD_USER_INPUT' });
    await work(services);
    expect(await cancel(ada, event.id)).toMatchObject({ code: 'CONFLICT' });
    expect((await getEvent(as(services, ada), { id: event.id })).status).toBe('SUCCEEDED');
  });

  it('ends a deletion that failed for good, and not one that makes progress', async () => {
    await storeMany(services, projectId, 1_300);
    const { event } = await start();
    expect(await visible()).toBe(0);
    await removeSome(event.id, 1);
    const before = services.enqueued.length;
    await failDeletion(services, { deletionId: event.id, projectId, removed: 0 });
    expect(services.enqueued.slice(before)).toEqual([
      { name: 'deleteMemories', payload: { deletionId: event.id, projectId, removed: 500 } },
    ]);
    await failDeletion(services, { deletionId: event.id, projectId, removed: 500 });
    expect(await getEvent(as(services, ada), { id: event.id })).toMatchObject({ status: 'FAILED', completed: 500 });
    expect(await visible()).toBe(0);
    expect((await cancelDeletion(as(services, ada), { eventId: event.id })).deletion).toMatchObject({
      status: 'CANCELLED',
      removed: 500,
      restored: 800,
    });
    expect(await visible()).toBe(800);
  });
});

describe('undoing a deletion', () => {
  it('is not possible without a grace period', async () => {
    await storeMany(services, projectId, 10);
    const { event } = await start();
    await expect(undoDeletion(as(services, ada), { eventId: event.id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('restores everything within its time, before which nothing is removed', async () => {
    let time = Date.now();
    await begin({ undoMs: 60_000, now: () => new Date(time) });
    await storeMany(services, projectId, 900);
    const first = await start();
    const done = await work({ ...services, enqueued: [...services.enqueued] });
    // The job marked everything, and enqueued itself for the end of the grace period.
    expect(services.enqueued.slice(done)).toEqual([services.enqueued[0]]);
    expect(await countRows(services, projectId)).toMatchObject({ memories: 900, visible: 0 });
    const { deletion } = await undoDeletion(as(services, ada), { eventId: first.event.id });
    expect(deletion).toMatchObject({ status: 'CANCELLED', removed: 0, restored: 900 });
    expect(await visible()).toBe(900);
    const second = await start();
    time += 61_000;
    await expect(undoDeletion(as(services, ada), { eventId: second.event.id })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await work(services);
    expect(await countRows(services, projectId)).toMatchObject({ memories: 0, visible: 0, orphans: 0 });
  });
});

describe('deleting an entity', () => {
  it('whose memories come back from another deletion brings the entity back, never with a time in the future', async () => {
    const ctx = as(services, ada);
    const messages = [{ role: 'user', content: 'Rosa will retire' }];
    await addMemories(ctx, { projectId, messages, userId: 'rosa', infer: false, timestamp: new Date('2040-01-01') });
    const { event } = await deleteMemoriesByFilter(ctx, { projectId, userId: 'rosa', undoSeconds: 3_600 });
    const from = services.enqueued.length;
    await deleteEntity(ctx, { projectId, type: 'user', name: 'rosa' });
    await work(services, from);
    await expect(getEntity(ctx, { projectId, type: 'user', name: 'rosa' })).rejects.toThrow('Entity not found');
    await undoDeletion(ctx, { eventId: event.id });
    const { createdAt, updatedAt } = await getEntity(ctx, { projectId, type: 'user', name: 'rosa' });
    expect([createdAt <= ctx.now(), updatedAt <= ctx.now()]).toEqual([true, true]);
  });

  it('removes it with its memories, literally by its name, and nothing else', async () => {
    await storeMany(services, projectId, 100);
    const { event } = await deleteEntity(as(services, ada), { projectId, type: 'user', name: 'user-3' });
    expect(event).toMatchObject({ type: 'DELETE_USER', total: 10 });
    const star = await deleteEntity(as(services, ada), { projectId, type: 'user', name: '*' });
    expect(star.event.total).toBe(0);
    await work(services);
    expect(await countRows(services, projectId)).toMatchObject({ memories: 90, visible: 90, orphans: 0 });
    const names = await services.database.query<{ name: string }>(
      'SELECT name FROM entities WHERE project_id = $1 ORDER BY name',
      [projectId],
    );
    expect(names.map(({ name }) => name)).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9].map((n) => `user-${n}`));
    await expect(deleteEntity(as(services, ada), { projectId, type: 'users', name: 'x' })).rejects.toMatchObject({
      fields: { type: ['Invalid entity type'] },
    });
  });
});
