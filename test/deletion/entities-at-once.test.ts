import { beforeAll, beforeEach, expect, it } from 'vitest';
import { handlers } from '../../src/jobs/registry.js';
import { deleteEntity } from '../../src/resolvers/deletion/delete-entity.js';
import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';
import { undoDeletion } from '../../src/resolvers/deletion/stop-deletion.js';
import { listEntitiesByPage } from '../../src/resolvers/entity/list-entities.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { onlyTry, work } from './helpers.js';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
beforeEach(() => emptyDatabase(services.database));

it.each([
  ['in their order', false],
  ['the later one first', true],
])('a user and a run with the same memories, deleted at once, both go: %s', async (_title, isReversed) => {
  const { ada } = await people(services);
  const { projectId } = await tenant(services, [[ada, 'OWNER']]);
  const ctx = as(services, ada);
  await addMemories(ctx, {
    projectId,
    messages: [{ role: 'user', content: 'I collect stamps' }],
    userId: 'rosa',
    runId: 'r1',
    infer: false,
  });
  const from = services.enqueued.length;
  await deleteEntity(ctx, { projectId, type: 'user', name: 'rosa' });
  await deleteEntity(ctx, { projectId, type: 'run', name: 'r1' });
  const jobs = services.enqueued.slice(from).filter(({ name }) => name === 'deleteMemories');
  expect(jobs).toHaveLength(2);
  for (const { name, payload } of isReversed ? jobs.reverse() : jobs)
    await handlers[name](services, payload as never, onlyTry);
  expect((await listEntitiesByPage(ctx, { projectId, page: 1, pageSize: 10 })).rows).toEqual([]);
});

it('a run that is deleted while its memories are hidden by another deletion comes back with them', async () => {
  const { ada } = await people(services);
  const { projectId } = await tenant(services, [[ada, 'OWNER']]);
  const ctx = as(services, ada);
  const owners = { userId: 'rosa', runId: 'r1' };
  await addMemories(ctx, {
    projectId,
    messages: [{ role: 'user', content: 'I collect stamps' }],
    ...owners,
    infer: false,
  });
  const entities = async () => (await listEntitiesByPage(ctx, { projectId, page: 1, pageSize: 10 })).rows;
  const before = await entities();
  expect(before).toHaveLength(2);
  const hidden = await deleteMemoriesByFilter(ctx, { projectId, userId: 'rosa', undoSeconds: 3_600 });
  const from = services.enqueued.length;
  await deleteEntity(ctx, { projectId, type: 'run', name: 'r1' });
  await work(services, from);
  expect((await entities()).map(({ type }) => type)).toEqual(['user']);
  await undoDeletion(ctx, { eventId: hidden.event.id });
  // The entity gets the times of its memories, which were stored some milliseconds before or after it.
  const facts = (rows: typeof before) => rows.map(({ type, name, totalMemories }) => ({ type, name, totalMemories }));
  const after = await entities();
  expect(facts(after)).toEqual(expect.arrayContaining(facts(before)));
  for (const { createdAt } of after) expect(Math.abs(createdAt.getTime() - Date.now())).toBeLessThan(60_000);
});
