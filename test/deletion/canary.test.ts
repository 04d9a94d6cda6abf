import { beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { createSearchHitRecorder } from '../../src/events/search-hit-recorder.js';
import { clean } from '../../src/jobs/housekeeping.js';
import { deleteEntity } from '../../src/resolvers/deletion/delete-entity.js';
import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';
import { createExport } from '../../src/resolvers/export/create-export.js';
import { giveFeedback } from '../../src/resolvers/feedback/give-feedback.js';
import { runOnce } from '../../src/resolvers/idempotency/begin-once.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { batchDeleteMemories } from '../../src/resolvers/memory/batch.js';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import { deleteProject } from '../../src/resolvers/project/delete-project.js';
import { updateProject } from '../../src/resolvers/project/update-project.js';
import { createWebhook } from '../../src/resolvers/webhook/create-webhook.js';
import { systemScope } from '../../src/auth/scope.js';
import { as, people, tenant, testServices, type Tenant, type TestServices } from '../helpers/context.js';
import { work } from './helpers.js';

const canary = 'Quillavane';
const dayMs = 86_400_000;

let services: TestServices;
let owner: AppContext;
let place: Tenant;
let memoryId: string;
let done = 0;

/** Names the tables in which a row contains the canary, in any column. */
async function tablesWithCanary(): Promise<string[]> {
  const tables = await services.database.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND c.relname !~ '_p[0-9]+$' AND n.nspname !~ '^(pg_|information_schema)' ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(35);
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await services.database.query<{ total: number }>(
      `SELECT count(*) AS total FROM ${name} t WHERE t::text ILIKE '%${canary}%'`,
    );
    if (row && row.total > 0) found.push(name.replace('public.', ''));
  }
  return found;
}

/** Runs the jobs that a worker would run. */
async function runJobs(): Promise<void> {
  done = await work(services, done);
}

/** Stores a memory with the canary and has every store copy it. */
async function plantCanary(): Promise<void> {
  const { projectId } = place;
  const eventTypes = ['memory_add', 'memory_update', 'memory_delete'];
  await createWebhook(owner, { projectId, name: 'lamp', url: 'https://hooks.example.com/lamp', eventTypes });
  const add = (ctx: AppContext) =>
    addMemories(ctx, {
      projectId,
      userId: 'ada',
      infer: false,
      metadata: { secret: canary },
      messages: [{ role: 'user', content: `The lamp is ${canary}.` }],
    });
  const request = { key: 'key-of-the-canary', operation: 'add', payload: { canary } };
  const added = await runOnce(owner, request, add);
  memoryId = added.results?.[0]?.id ?? '';
  await addMemories(owner, {
    projectId,
    userId: 'ada',
    messages: [
      { role: 'user', content: `My favourite lamp is called ${canary}.` },
      { role: 'assistant', content: `Where does ${canary} hang at the moment?` },
      { role: 'user', content: 'My sister has a kitchen with two windows.' },
    ],
  });
  await runJobs();
  await updateMemory(owner, { projectId, id: memoryId, text: `The lamp is now ${canary}.` });
  await searchMemories(owner, { projectId, query: `Where is ${canary}?`, threshold: 0 });
  await services.searchHits?.flush();
  await giveFeedback(owner, { projectId, memoryId, feedback: 'POSITIVE', feedbackReason: `I like ${canary}.` });
  await createExport(owner, { projectId, filters: { user_id: 'ada' } });
  await runJobs();
  await services.stores.profiles.markPending(systemScope(place), ['ada'], {
    eventId: added.event.id,
    now: services.now(),
  });
  await services.stores.profiles.save(systemScope(place), 'ada', {
    outcome: { status: 'SUCCEEDED', profile: { lamp: canary }, sourceIds: [memoryId] },
    readAt: services.now(),
  });
  // As a worker leaves sent deliveries.
  await services.database.query(
    `UPDATE webhook_deliveries SET status = 'DELIVERED', delivered_at = now(), response_body = 'received ${canary}'`,
  );
  await services.database.query(
    `INSERT INTO webhook_attempts (id, delivery_id, project_id, number, latency_ms, response_body, response_headers)
     SELECT gen_random_uuid(), d.id, d.project_id, 1, 1, 'received ${canary}', '[{"name": "x-echo", "value": "${canary}"}]' FROM webhook_deliveries d`,
  );
}

const planted = [
  'events',
  'export_chunks',
  'feedback',
  'memories',
  'memory_history',
  'memory_versions',
  'profiles',
  'search_hits',
  'webhook_attempts',
  'webhook_deliveries',
];

beforeEach(async () => {
  services = await testServices();
  const searchHits = createSearchHitRecorder({ write: services.stores.searchHits.add, log: services.log });
  services = { ...services, searchHits };
  done = 0;
  const { ada } = await people(services);
  place = await tenant(services, [[ada, 'OWNER']]);
  owner = as(services, ada);
  await plantCanary();
  const asked = `SELECT text FROM memories WHERE question ILIKE '%${canary}%'`;
  expect(await services.database.query(asked)).toHaveLength(1);
  expect(await tablesWithCanary()).toEqual(planted);
});

/** Simulates the end of the retention of exports, deliveries and idempotency keys. */
async function passRetention(): Promise<void> {
  const later = { ...services, now: () => new Date(Date.now() + 31 * dayMs) };
  await clean(later);
  // Attempts end after 75 hours.
  await services.database.query(`UPDATE webhook_deliveries SET status = 'FAILED' WHERE status = 'PENDING'`);
  await services.stores.webhookQueue.prune(new Date(Date.now() + dayMs), 1_000);
}

const filter = { userId: 'ada' };
const allIds = async () =>
  (await services.database.query<{ id: string }>('SELECT id FROM memories')).map(({ id }) => id);

const byIds: [string, () => Promise<unknown>][] = [
  [
    'the deletion of each memory by its id',
    async () => {
      for (const id of await allIds()) await deleteMemory(owner, { projectId: place.projectId, id });
    },
  ],
  [
    'a deletion of several ids',
    async () => batchDeleteMemories(owner, { projectId: place.projectId, ids: await allIds() }),
  ],
];

describe('the text of a memory', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a bulk deletion', () => deleteMemoriesByFilter(owner, { projectId: place.projectId, ...filter })],
    ['the deletion of an entity', () => deleteEntity(owner, { projectId: place.projectId, type: 'user', name: 'ada' })],
  ])(
    'is nowhere after %s, except in exports and the deliveries that report it, until they expire',
    async (_what, erase) => {
      await erase();
      await runJobs();
      expect(await tablesWithCanary()).toEqual(['export_chunks', 'webhook_deliveries']);
      await passRetention();
      expect(await tablesWithCanary()).toEqual([]);
    },
  );

  it.each(byIds)('is in the history alone after %s, once exports and deliveries expired', async (_what, erase) => {
    await erase();
    await runJobs();
    expect(await tablesWithCanary()).toEqual(['export_chunks', 'memory_history', 'webhook_deliveries']);
    await passRetention();
    expect(await tablesWithCanary()).toEqual(['memory_history']);
  });

  it.each(byIds)('is not in the history after %s in a project without keepDeletedText', async (_what, erase) => {
    await updateProject(owner, { projectId: place.projectId, keepDeletedText: false });
    await erase();
    expect(await tablesWithCanary()).toEqual(['export_chunks', 'webhook_deliveries']);
    await runJobs();
    await passRetention();
    expect(await tablesWithCanary()).toEqual([]);
  });

  it('is nowhere after its project was deleted', async () => {
    await deleteProject(owner, { projectId: place.projectId });
    await runJobs();
    expect(await tablesWithCanary()).toEqual([]);
  });

  it('stays in the event and the delivery of another memory', async () => {
    const { projectId } = place;
    const other = { projectId, userId: 'bob', infer: false };
    await addMemories(owner, { ...other, messages: [{ role: 'user', content: `Bob has ${canary} too.` }] });
    await deleteMemoriesByFilter(owner, { projectId, ...filter });
    await runJobs();
    expect(await tablesWithCanary()).toEqual([
      'events',
      'export_chunks',
      'memories',
      'memory_history',
      'webhook_deliveries',
    ]);
  });
});
