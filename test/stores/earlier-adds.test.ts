import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/ids.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { explain } from '../helpers/explain.js';

let gateway: TestApp;
beforeAll(async () => {
  gateway = await startTestApp();
}, 60_000);
afterAll(() => gateway.close());

// Others of the project make adds in between, and the user has an old conversation and adds of a run.
const FILL = `
INSERT INTO events (id, project_id, type, status, payload, results, created_at, updated_at)
SELECT gen_random_uuid(), $1, 'ADD', 'SUCCEEDED',
  jsonb_build_object('userId', CASE WHEN n % 10 = 0 THEN 'rosa' ELSE 'user' || n % 997 END, 'agentId', null, 'appId', null,
    'runId', CASE WHEN n % 3 = 0 THEN 'run' END, 'messages', jsonb_build_array()), '[]', now() - n * interval '1 second', now()
FROM generate_series(1, 20000) AS n`;

it.each([
  ['with a run', { runId: 'run' }],
  ['without a run', {}],
])('an add %s reads four rows of one index, among 20,000 events', { timeout: 60_000 }, async (...[, own]) => {
  const { services } = gateway.app;
  await services.database.query(FILL, [gateway.admin.projectId]);
  await services.database.query('ANALYZE events');
  const sent: string[] = [];
  const stop = services.database.onQuery((text) => sent.push(text));
  const messages = [{ role: 'user', content: 'I live in Ghent.' }];
  await gateway
    .as(gateway.admin.apiKey)
    .rest('POST', '/v3/memories/add/', { messages, user_id: 'rosa', run_id: 'runId' in own ? own.runId : undefined });
  await idle(services);
  stop();
  const reads = sent.filter((text) => text.includes('hashtextextended'));
  expect(reads).toHaveLength(1);
  const [text = ''] = reads;
  const owners = { userId: 'rosa', agentId: null, appId: null, runId: null, ...own };
  const [now, since] = [Date.now(), Date.now() - 1_800_000].map((time) => new Date(time).toISOString());
  const values = [gateway.admin.projectId, JSON.stringify(owners), now, newId(), since];
  const nodes = await explain(services.database, text, values);
  const [index] = nodes.filter((node) => node['Index Cond']?.includes('hashtextextended'));
  expect(index).toMatchObject({ 'Actual Rows': 4 });
  expect(index?.['Rows Removed by Filter'] ?? 0).toBe(0);
});
