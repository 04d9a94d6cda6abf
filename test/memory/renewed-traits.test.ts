import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { clean } from '../../src/jobs/housekeeping.js';
import { renewTraits } from '../../src/jobs/renew-traits.js';
import { exportProject } from '../../src/resolvers/project/export-project.js';
import { importProject } from '../../src/resolvers/project/import-project.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// Version 0.3.4 stored memories without the trait of a former state, which is bit 256.

let test: TestApp;
let folder: string;
const client = () => test.as(test.admin.apiKey);
const sql = <Row>(query: string, values: unknown[] = []) => test.app.services.database.query<Row>(query, values);

beforeAll(async () => {
  test = await startTestApp({ embedder: 'none' });
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-traits-'));
});
beforeEach(async () => {
  await test.reset();
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const [now, before] = ['I work at Bosch in Stuttgart as an engineer.', 'I used to work at Siemens.'];

async function add(texts: readonly string[]): Promise<void> {
  for (const content of texts) {
    const body = { messages: [{ role: 'user', content }], user_id: 'rosa', infer: false };
    expect((await client().rest('POST', '/v3/memories/add/', body)).status).toBe(200);
  }
}

async function found(): Promise<string[]> {
  const body = { query: 'Where do I work?', filters: { user_id: 'rosa' } };
  const answer = await client().rest<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', body);
  return answer.body.results.map(({ memory }) => memory);
}

const readTraitsOf = async () =>
  (await sql<{ traits: number }>('SELECT traits FROM memories ORDER BY sequence')).map(({ traits }) => traits);

const pretendUpgrade = () => sql('UPDATE memories SET traits = traits & ~256');

it('after an upgrade, housekeeping reads the traits of stored memories again, once', async () => {
  await add([now, before]);
  const [traits, versions] = [await readTraitsOf(), await sql('SELECT * FROM memory_versions')];
  const updated = await sql('SELECT updated_at FROM memories ORDER BY sequence');
  await pretendUpgrade();
  expect(await found()).toEqual([before, now]);
  await clean(test.app.services);
  expect(await found()).toEqual([now, before]);
  expect(await readTraitsOf()).toEqual(traits);
  expect(await sql('SELECT * FROM memory_versions')).toEqual(versions);
  expect(await sql('SELECT updated_at FROM memories ORDER BY sequence')).toEqual(updated);
  await pretendUpgrade();
  expect(await renewTraits(test.app.services)).toBe(0);
});

it('what a server of the version before stores in the next hour is read in a later round, which is the last', async () => {
  await add([now]);
  await renewTraits(test.app.services);
  await add([before]);
  await pretendUpgrade();
  const inAnHour = { ...test.app.services, now: () => new Date(Date.now() + 3_600_000) };
  expect(await renewTraits(inAnHour)).toBe(1);
  expect(await found()).toEqual([now, before]);
  await add(['I used to live in Bonn.']);
  await pretendUpgrade();
  expect(await renewTraits(inAnHour)).toBe(0);
});

it('goes on in batches, and keeps the bit that tells the traits of a changed text', async () => {
  await add([now]);
  const [row] = await sql<{ id: string }>('SELECT id FROM memories');
  await client().rest('PUT', `/v1/memories/${row?.id ?? ''}/`, { text: before });
  const [traits] = await readTraitsOf();
  await sql(
    `INSERT INTO memories (id, project_id, user_id, text, hash, traits)
     SELECT gen_random_uuid(), m.project_id, m.user_id, m.text, m.hash, m.traits FROM memories m, generate_series(1, 450)`,
  );
  await pretendUpgrade();
  expect(await renewTraits(test.app.services)).toBe(451);
  expect(new Set(await readTraitsOf())).toEqual(new Set([traits]));
});

it('a project file of 0.3.4 ranks a former state behind the present one', async () => {
  await add([now, before]);
  const [project] = await sql<{ id: string }>('SELECT project_id AS id FROM memories LIMIT 1');
  await pretendUpgrade();
  const file = path.join(folder, 'project.jsonl');
  await exportProject(test.app.services, { projectId: project?.id ?? '', file });
  await sql('DELETE FROM memories');
  await sql('DELETE FROM memory_history');
  await sql('DELETE FROM entities');
  await importProject(test.app.services, { file });
  expect(await found()).toEqual([now, before]);
});
