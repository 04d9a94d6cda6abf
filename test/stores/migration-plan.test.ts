import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planMigrations } from '@memory-gateway/database/migrations';
import { testDatabase } from '../setup/database.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'memory-gateway-plan-test-'));
  await cp('prisma/migrations', directory, { recursive: true });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it(
  'a plan names the locks of each step and the sizes of their tables, and changes nothing',
  { timeout: 240_000 },
  async () => {
    await mkdir(path.join(directory, '9001_plan'));
    await writeFile(
      path.join(directory, '9001_plan', 'migration.sql'),
      `-- step: transaction
ALTER TABLE memories ADD COLUMN planned int;
CREATE TABLE planned (id int);
-- step: alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS memories_planned ON memories (planned);
-- step: repeat
UPDATE memories SET planned = 1 WHERE planned IS NULL RETURNING 1;
-- step: index memories_planned_project on memories
(project_id, planned) WHERE planned > 0
`,
    );
    const database = await testDatabase();
    const size = { table: 'memories', bytes: expect.any(Number), rows: expect.any(Number) };
    expect(await planMigrations(database, { directory })).toEqual([
      { migration: '9001_plan', step: 1, kind: 'transaction', locks: [{ ...size, mode: 'ACCESS EXCLUSIVE' }] },
      { migration: '9001_plan', step: 2, kind: 'alone', locks: [{ ...size, mode: 'SHARE UPDATE EXCLUSIVE' }] },
      { migration: '9001_plan', step: 3, kind: 'repeat', locks: [] },
      { migration: '9001_plan', step: 4, kind: 'index', locks: [{ ...size, mode: 'SHARE UPDATE EXCLUSIVE' }] },
    ]);
    expect(await database.query("SELECT to_regclass('planned') AS made")).toEqual([{ made: null }]);
  },
);
