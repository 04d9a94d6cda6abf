import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { explain } from '../helpers/explain.js';

let gateway: TestApp;
beforeAll(async () => {
  gateway = await startTestApp();
}, 60_000);
afterAll(() => gateway.close());

// One subject with many memories, none of which is an instruction.
const FILL = `
INSERT INTO memories (id, project_id, user_id, agent_id, app_id, text, hash, dedupe_key, traits)
SELECT gen_random_uuid(), $1, 'rosa', 'helper', 'chat', 'Fact number ' || n, 'h', sha256(convert_to('fact' || n, 'UTF8')), 0
FROM generate_series(1, 3000) AS n`;

it('a search reads no memory that is no instruction to find the standing instructions of a user, an agent or an app', async () => {
  const { services } = gateway.app;
  await services.database.query(FILL, [gateway.admin.projectId]);
  await services.database.query('ANALYZE memories');
  for (const [filter, value] of [
    ['user_id', 'rosa'],
    ['agent_id', 'helper'],
    ['app_id', 'chat'],
  ] as const) {
    const sent: string[] = [];
    const stop = services.database.onQuery((text) => sent.push(text));
    const filters = { [filter]: value };
    await gateway.as(gateway.admin.apiKey).rest('POST', '/v3/memories/search/', { query: 'Which fact?', filters });
    stop();
    const reads = sent.filter((text) => text.includes('(m.traits & 32) <> 0'));
    expect(reads, filter).toHaveLength(1);
    const values = [gateway.admin.projectId, new Date().toISOString().slice(0, 10), value, 20];
    const nodes = await explain(services.database, reads[0] ?? '', values);
    const rows = nodes.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
    expect(Math.max(...rows), filter).toBe(0);
  }
}, 60_000);
