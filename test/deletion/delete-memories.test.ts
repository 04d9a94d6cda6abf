import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import {
  deleteMemoriesByFilter,
  previewDeletion,
  type DeleteMemoriesInput,
} from '../../src/resolvers/deletion/delete-memories.js';
import { getEvent } from '../../src/resolvers/event/get-event.js';
import { listEntities } from '../../src/resolvers/entity/list-entities.js';
import { listHistory } from '../../src/resolvers/memory/list-history.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { getMemory } from '../../src/resolvers/memory/get-memory.js';
import { getMemoryChange, listMemoryHistory } from '../../src/resolvers/memory/memory-history.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { countRows, store, storeMany, work } from './helpers.js';

let services: TestServices;
let ada: CallerUser;
let bob: CallerUser;
let eve: CallerUser;
let projectId: string;

beforeEach(async () => {
  services = await testServices();
  ({ ada, bob, eve } = await people(services));
  ({ projectId } = await tenant(services, [
    [ada, 'OWNER'],
    [bob, 'READER'],
  ]));
});

const start = (input: Omit<DeleteMemoriesInput, 'projectId'>, who = ada) =>
  deleteMemoriesByFilter(as(services, who), { projectId, ...input });
const texts = async () =>
  (await listMemories(as(services, ada), { projectId, first: 100, includeExpired: true })).rows
    .map((row) => row.text)
    .sort();

describe('deleting memories by a filter', () => {
  it('refuses to run without a filter, and nothing is deleted', async () => {
    await store(services, projectId, [{ user_id: 'a' }]);
    for (const none of [
      {},
      { userId: null, agentId: null },
      { metadata: {} },
      { metadata: '{}' },
      { filter: readFilter({}) },
    ]) {
      await expect(start(none)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { filters: [expect.stringContaining('At least one filter')] },
      });
    }
    for (const [field, blank] of [
      ['userId', ''],
      ['runId', '  '],
      ['metadata', ' '],
    ] as const) {
      await expect(start({ agentId: 'a', [field]: blank })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [field]: [`\`${field}\` must not be blank: leave it out.`] },
      });
    }
    for (const all of [
      { AND: [] },
      { OR: [{ user_id: 'a' }, {}] },
      { NOT: [{ OR: [] }] },
      { NOT: { memory_ids: [] } },
      { keywords: { contains: '' } },
      { categories: { contains: '' } },
      { user_id: { ne: '' } },
    ]) {
      await expect(start({ filter: readFilter(all) })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }
    expect(services.enqueued).toEqual([]);
    expect(await countRows(services, projectId)).toMatchObject({ memories: 1, visible: 1 });
  });

  it('combines stars and literal ids with AND', async () => {
    const samples = [
      { user_id: 'a', text: 'user a' },
      { user_id: 'b', text: 'user b' },
      { agent_id: 'x', text: 'agent x' },
      { app_id: 'p', text: 'app p' },
      { run_id: 'r', text: 'run r' },
      { user_id: 'a', run_id: 'r', text: 'user a, run r' },
    ];
    const all = samples.map(({ text }) => text);
    const star = '*';
    const cases: [Omit<DeleteMemoriesInput, 'projectId'>, string[]][] = [
      [{ userId: star }, ['user a', 'user b', 'user a, run r']],
      [{ userId: star, agentId: star }, ['user a', 'user b', 'agent x', 'user a, run r']],
      [{ userId: star, agentId: star, appId: star }, all.filter((text) => text !== 'run r')],
      [{ userId: star, agentId: star, appId: star, runId: star }, all],
      [{ userId: 'a', runId: star }, ['user a, run r']],
      [{ userId: 'a', runId: 'r' }, ['user a, run r']],
      [{ userId: star, agentId: star, appId: star, runId: star, metadata: { k: 1 } }, []],
      [{ userId: star, filter: readFilter({ run_id: 'r' }) }, ['user a, run r']],
      ...['**', '*a', '＊', '%', '_', ' *', 'A'].map((userId): [Omit<DeleteMemoriesInput, 'projectId'>, string[]] => [
        { userId },
        [],
      ]),
    ];
    for (const [input, gone] of cases) {
      await services.database.query('DELETE FROM memories');
      await store(services, projectId, samples);
      const preview = await previewDeletion(as(services, ada), { projectId, ...input });
      expect([preview.count, preview.sample.map((row) => row.text).sort()]).toEqual([gone.length, [...gone].sort()]);
      const { event } = await start(input);
      expect(event).toMatchObject({ type: 'DELETE_ALL', status: 'PENDING', total: gone.length, completed: 0 });
      expect(await texts()).toEqual(all.filter((text) => !gone.includes(text)).sort());
    }
  });

  it('matches metadata by containment, and refuses what is no plain object', async () => {
    await store(services, projectId, [
      { user_id: 'a', text: 'one', metadata: { k: { a: 1, b: 2 }, l: [1, 2] } },
      { user_id: 'a', text: 'two', metadata: { k: 1 } },
      { user_id: 'a', text: 'three' },
    ]);
    const deep = `{"a":${'{"a":'.repeat(30)}1${'}'.repeat(30)}}`;
    for (const metadata of [
      'x',
      '[1]',
      '"*"',
      '1',
      'null',
      'NaN',
      deep,
      '{"__proto__":{}}',
      '{1:2}',
      '{"a":"\\u0000"}',
      `{"a":"${'x'.repeat(1_000_000)}"}`,
      [1],
      5,
    ]) {
      await expect(start({ userId: 'a', metadata })).rejects.toMatchObject({
        fields: { metadata: [expect.any(String)] },
      });
    }
    await start({ metadata: '{"k": {"a": 1}, "l": [2]}' });
    expect(await texts()).toEqual(['three', 'two']);
  });

  it('hides the history of each memory at once, also by the ID of a change', async () => {
    const messages = Array.from({ length: 30 }, (_, index) => ({ role: 'user', content: `Leaf ${index} fell.` }));
    const { results } = await addMemories(as(services, ada), { projectId, messages, userId: 'a', infer: false });
    const histories = (results ?? []).map(({ id }) => listMemoryHistory(as(services, ada), { projectId, id }));
    const changes = (await Promise.all(histories)).flat();
    expect(changes).toHaveLength(30);
    await start({ userId: 'a' });
    const asked = await Promise.allSettled(changes.map(({ id }) => getMemoryChange(as(services, ada), { id })));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  });

  it('is for OWNERs, and hides the project from everybody else', async () => {
    await expect(start({ userId: 'a' }, bob)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const hidden = await start({ userId: 'a' }, eve).catch((error: Error) => error);
    const absent = await deleteMemoriesByFilter(as(services, eve), { projectId: 'proj_none', userId: 'a' }).catch(
      (error: Error) => error,
    );
    expect(hidden).toEqual(absent);
    const { event } = await start({ userId: 'a' });
    await expect(getEvent(as(services, eve), { id: event.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Event not found.',
    });
  });
});

describe('an accepted deletion', () => {
  it('is invisible to every read at once, however large it is, and is removed by the job with all that hangs on it', async () => {
    const other = await tenant(services, [[ada, 'OWNER']]);
    await storeMany(services, projectId, 3_000);
    await storeMany(services, other.projectId, 20);
    const doomed = await services.database.query<{ id: string }>(
      `SELECT id FROM memories WHERE project_id = $1 AND run_id <> 'run-1' ORDER BY id::text`,
      [projectId],
    );
    const { event } = await start({ filter: readFilter({ run_id: { ne: 'run-1' } }) });
    const ctx = as(services, ada);
    const kept = 3_000 - doomed.length;
    expect(await (await listMemories(ctx, { projectId, includeExpired: true })).total()).toBe(kept);
    await expect(getMemory(as(services, ada), { projectId, id: doomed[0]?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(
      (
        await searchMemories(as(services, ada), {
          projectId,
          query: 'stamp',
          topK: 1_000,
          threshold: 0,
          keywordSearch: true,
        })
      ).results.every((hit) => hit.memory.runId === 'run-1'),
    ).toBe(true);
    expect(
      (await listEntities(as(services, ada), { projectId })).rows.reduce(
        (sum, entity) => sum + entity.totalMemories,
        0,
      ),
    ).toBe(kept);
    await expect(listMemoryHistory(ctx, { projectId, id: doomed[0]?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await (await listHistory(ctx, { projectId })).total()).toBe(kept);
    expect(
      (await listHistory(ctx, { projectId, first: 100 })).rows.every(
        ({ memoryId }) => !doomed.some(({ id }) => id === memoryId),
      ),
    ).toBe(true);
    expect(await getEvent(ctx, { id: event.id })).toMatchObject({
      status: 'PENDING',
      total: doomed.length,
      completed: 0,
    });
    await work(services);
    expect(await countRows(services, projectId)).toEqual({
      memories: kept,
      visible: kept,
      orphans: 0,
      deletionsInHistory: doomed.length,
      textsInHistory: 0,
    });
    expect(await countRows(services, other.projectId)).toMatchObject({ memories: 20, visible: 20 });
    const told = {
      memoryId: doomed[0]?.id,
      event: 'DELETE',
      oldMemory: null,
      newMemory: null,
      categories: null,
      metadata: null,
      changedBy: ada.id,
    };
    expect(await listMemoryHistory(ctx, { projectId, id: doomed[0]?.id ?? '' })).toEqual([
      expect.objectContaining(told),
    ]);
    expect(await getEvent(ctx, { id: event.id })).toMatchObject({
      status: 'SUCCEEDED',
      total: doomed.length,
      completed: doomed.length,
      error: null,
    });
    const digest = createHash('sha256')
      .update(doomed.map(({ id }) => id).join('\n'))
      .digest('hex');
    expect(await services.stores.deletions.find(event.id)).toMatchObject({
      status: 'SUCCEEDED',
      total: doomed.length,
      removed: doomed.length,
      restored: 0,
      digest,
      requestedBy: ada.id,
    });
    const announced = services.bus.told.flatMap(({ topic, message }) =>
      topic === 'memoryChanged' && 'memoryIds' in message ? message.memoryIds : [],
    );
    expect([...announced].sort()).toEqual(doomed.map(({ id }) => id));
  });

  it('leaves memories that are added after it, also the same texts again', async () => {
    const add = (content: string) =>
      addMemories(as(services, ada), { projectId, messages: [{ role: 'user', content }], userId: 'a', infer: false });
    await add('Rosa collects stamps');
    const { event } = await start({ userId: '*' });
    await add('Rosa collects stamps');
    await add('Rosa likes tea');
    await work(services);
    expect(await texts()).toEqual(['Rosa collects stamps', 'Rosa likes tea']);
    expect(await getEvent(as(services, ada), { id: event.id })).toMatchObject({
      status: 'SUCCEEDED',
      total: 1,
      completed: 1,
    });
  });

  it('leaves what is added while it is being accepted, marked and removed', async () => {
    await storeMany(services, projectId, 1_600);
    const { event } = await start({ userId: '*' });
    const add = (n: number) =>
      addMemories(as(services, ada), {
        projectId,
        messages: [{ role: 'user', content: `Rosa collects stamp ${n}` }],
        userId: 'user-1',
        infer: false,
      });
    await Promise.all([work(services), ...Array.from({ length: 12 }, (_, n) => add(n))]);
    expect((await texts()).length).toBe(12);
    expect(await getEvent(as(services, ada), { id: event.id })).toMatchObject({
      status: 'SUCCEEDED',
      total: 1_600,
      completed: 1_600,
    });
  });

  it('tells webhooks of every memory', async () => {
    await store(services, projectId, [{ user_id: 'a', text: 'one' }, { user_id: 'a', text: 'two' }, { user_id: 'b' }]);
    await services.database.query(
      `INSERT INTO webhooks (id, project_id, name, url, event_types, secret) VALUES ('wh_1', $1, 'w', 'https://example.com', '{memory_delete}', '\\x00')`,
      [projectId],
    );
    await start({ userId: 'a' });
    await work(services);
    const deliveries = await services.database.query<{ eventType: string; payload: unknown }>(
      'SELECT event_type, payload FROM webhook_deliveries ORDER BY payload::text',
    );
    expect(deliveries).toHaveLength(2);
    expect(JSON.stringify(deliveries)).toMatch(
      /memory_delete.*one.*memory_delete.*two|memory_delete.*two.*memory_delete.*one/,
    );
  });

  it('comes before whatever the same request does next', async () => {
    await storeMany(services, projectId, 1_200);
    const ctx = as(services, ada);
    await deleteMemoriesByFilter(ctx, { projectId, userId: '*' });
    expect(await (await listMemories(ctx, { projectId })).total()).toBe(0);
  });

  it('can run twice at once, and deletes everything once', async () => {
    await storeMany(services, projectId, 2_100);
    const accepted = await Promise.all([start({ userId: '*' }), start({ userId: '*' })]);
    await Promise.all([work(services), work(services)]);
    const receipts = await Promise.all(accepted.map(({ event }) => services.stores.deletions.find(event.id)));
    expect(receipts.map((receipt) => receipt?.status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    expect(receipts.reduce((sum, receipt) => sum + (receipt?.removed ?? 0), 0)).toBe(2_100);
    expect(await countRows(services, projectId)).toEqual({
      memories: 0,
      visible: 0,
      orphans: 0,
      deletionsInHistory: 2_100,
      textsInHistory: 0,
    });
  });

  it('includes memories that have expired', async () => {
    const [id] = await store(services, projectId, [{ user_id: 'a' }]);
    await services.database.query(`UPDATE memories SET expiration_date = '2020-01-01' WHERE id = $1`, [id]);
    expect((await start({ userId: 'a' })).event.total).toBe(1);
  });
});
