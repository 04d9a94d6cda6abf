import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createContext, type AppContext } from '../../src/context.js';
import { createWebhook } from '../../src/resolvers/webhook/create-webhook.js';
import { defaultTenant, people, signedIn, testServices, type TestServices } from '../helpers/context.js';
import { originalMemory, startOriginalServer, type OriginalServer } from './original-server.js';
import { runImport } from './run-import.js';

let original: OriginalServer;
let services: TestServices;
let ctx: AppContext;

beforeAll(async () => {
  original = await startOriginalServer();
});
afterAll(() => original.stop());
beforeEach(async () => {
  services = await testServices();
  await original.fill({ users: [], apiKeys: [], memories: [] });
  const eventTypes = [
    'ingest_job_completed',
    'ingest_job_partially_completed',
    'ingest_job_failed',
    'ingest_job_cancelled',
  ];
  // Deliveries are written but not sent, because no worker runs.
  ctx = createContext(services, { caller: signedIn((await people(services)).root), requestId: 'test' });
  await createWebhook(ctx, {
    projectId: (await defaultTenant(services)).projectId,
    name: 'hook',
    url: 'https://93.184.216.34/',
    eventTypes,
  });
});

const run = (options: Parameters<typeof runImport>[1] = {}) => runImport({ services, original }, options);
const events = () =>
  services.database.query(
    "SELECT type, status, total, completed, results, error FROM events WHERE type = 'IMPORT' ORDER BY created_at, id",
  );
const told = async () =>
  (
    await services.database.query<{ payload: { event_details: { event: string; memories_added: number | null } } }>(
      'SELECT payload FROM webhook_deliveries ORDER BY created_at, id',
    )
  ).map(({ payload }) => [payload.event_details.event, payload.event_details.memories_added]);
const many = (count: number) => Array.from({ length: count }, (_each, index) => originalMemory(`Memory ${index}`));

it('records an import of memories as an event, and webhooks hear that it is done', async () => {
  await original.fill({ memories: many(3) });
  await run();
  expect(await events()).toEqual([
    {
      type: 'IMPORT',
      status: 'SUCCEEDED',
      total: 3,
      completed: 3,
      results: [{ event: 'IMPORT', imported: 3, known: 0, skipped: 0 }],
      error: null,
    },
  ]);
  expect(await told()).toEqual([['INGEST_JOB_COMPLETED', 3]]);
});

it('says when some could not be imported', async () => {
  await original.fill({
    memories: [
      ...many(2),
      originalMemory('No owner', { user_id: null, agent_id: null, run_id: null }),
      originalMemory(''),
    ],
  });
  const { memories } = await run();
  expect(memories.skipped).toBeGreaterThan(0);
  expect(await events()).toMatchObject([
    { status: 'SUCCEEDED', error: `${memories.skipped} of 4 memories could not be imported.` },
  ]);
  expect(await told()).toEqual([['INGEST_JOB_PARTIALLY_COMPLETED', memories.imported]]);
});

it('writes nothing in a dry run, and leaves a running import alone', async () => {
  await services.database.query(
    "INSERT INTO events (id, project_id, type, status, requested_by, updated_at) SELECT gen_random_uuid(), id, 'IMPORT', 'RUNNING', 'system', now() FROM projects WHERE is_default",
  );
  await original.fill({ memories: many(1) });
  await run({ dryRun: true });
  expect(await events()).toMatchObject([{ status: 'RUNNING' }]);
  await run();
  expect((await events()).map((event) => (event as { status: string }).status).sort()).toEqual([
    'RUNNING',
    'SUCCEEDED',
  ]);
});
