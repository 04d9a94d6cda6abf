import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { exportProject } from '../../src/resolvers/project/export-project.js';
import { importProject } from '../../src/resolvers/project/import-project.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

/** Memories of the user ann. To compare each with each other one takes some million blocks or rows. */
const memories = 1_500;
const blocksPerMemory = 100;

let gateway: TestApp;
beforeAll(async () => {
  gateway = await startTestApp();
});
beforeEach(() => gateway.reset());
afterAll(() => gateway.close());

const query = <Row>(text: string, values?: readonly unknown[]) =>
  gateway.app.services.database.query<Row>(text, values);

/** Writes memories, their history and corrections as an import does: in a moment, so that the planner knows nothing of them. */
async function fill(): Promise<void> {
  await query(
    `WITH added AS (
       INSERT INTO memories (id, project_id, user_id, text, hash)
       SELECT md5('memory ' || n)::uuid, $1, 'ann', 'Lamp ' || n || ' stands in room ' || n % 13, md5(n::text) FROM generate_series(1, $2::int) AS n RETURNING id, text
     )
     INSERT INTO memory_history (id, memory_id, project_id, event, new_memory, created_at, updated_at) SELECT gen_random_uuid(), id, $1, 'ADD', text, now(), now() FROM added`,
    [gateway.admin.projectId, memories],
  );
  await query(
    `INSERT INTO memory_links (id, project_id, newer_id, older_id, probability, relation, status, source, created_at)
     SELECT gen_random_uuid(), $1, md5('memory ' || n)::uuid, md5('memory ' || n - 1)::uuid, 0.9, 'SUPERSEDES', 'SUGGESTED', 'RULE', now() FROM generate_series(2, $2::int, 2) AS n`,
    [gateway.admin.projectId, memories],
  );
  await forgetStatistics();
}

/** Makes the planner know as little as before the first statistics, whatever earlier tests of this database have left. */
async function forgetStatistics(): Promise<void> {
  const known = `SELECT oid FROM pg_class WHERE relkind IN ('r', 'i') AND relname ~ '^memor(y|ies)_?'`;
  await query(`DELETE FROM pg_statistic WHERE starelid IN (${known})`);
  await query(`UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE oid IN (${known})`);
}

/** Calls `work` for all sessions of the pool. */
async function withSessions<T>(work: (session: pg.PoolClient) => T): Promise<Awaited<T>[]> {
  const { pool } = gateway.app.services.database;
  const sessions = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    return await Promise.all(sessions.map(work));
  } finally {
    sessions.forEach((session) => session.release());
  }
}

/** Returns how many blocks all sessions of the pool have read of tables and indexes. */
async function countBlocks(): Promise<number> {
  // The counters of a transaction are published after its end.
  await withSessions((session) => session.query('SELECT pg_stat_force_next_flush()'));
  const [counted] = await query<{ blocks: number }>(
    `SELECT sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)) AS blocks FROM pg_statio_user_tables`,
  );
  return counted?.blocks ?? 0;
}

async function ask(text: string): Promise<unknown> {
  const { status, body } = await gateway.as(gateway.admin.apiKey).rest('POST', '/graphql', { query: text });
  expect(status).toBe(200);
  return body.data;
}

interface PlanNode {
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns how many rows all parts of a plan have read or compared. */
function countRows({ Plans = [], ...node }: PlanNode): number {
  const rows =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return Plans.reduce((sum, plan) => sum + countRows(plan), rows * (node['Actual Loops'] ?? 1));
}

/** Deletes all memories, and waits until a job has marked those that the request has not. */
async function deleteAll(): Promise<void> {
  await ask('mutation { deleteMemories(input: { userId: "ann", undoSeconds: 3600 }) { __typename } }');
  await expect.poll(() => query('SELECT FROM deletions WHERE marked_at IS NULL'), { timeout: 20_000 }).toEqual([]);
}

async function expectFewBlocks(text: string, answer: unknown): Promise<void> {
  const before = await countBlocks();
  expect(await ask(text)).toEqual(answer);
  expect((await countBlocks()) - before).toBeLessThan(blocksPerMemory * memories);
}

// The counters of a pooler's sessions cannot be published from here.
const itCounts = it.skipIf(inject('databases').pooledConnectionStrings !== undefined);

itCounts(
  'before the first statistics, history and corrections beside a deletion read as many blocks as they have memories',
  async () => {
    await fill();
    await deleteAll();
    await forgetStatistics();
    await expectFewBlocks(
      '{ memories(first: 1) { totalCount } memoryHistory(first: 20) { totalCount nodes { id } } }',
      {
        memories: { totalCount: 0 },
        memoryHistory: { totalCount: 0, nodes: [] },
      },
    );
    await expectFewBlocks('{ memoryLinks(first: 20) { totalCount nodes { id } } }', {
      memoryLinks: { totalCount: 0, nodes: [] },
    });
  },
);

it('before the first statistics, a deletion compares no memory with each other one', async () => {
  await fill();
  const spies = await withSessions((session) => vi.spyOn(session, 'query'));
  await deleteAll();
  const sent = spies.flatMap(({ mock }) =>
    mock.calls.map(([statement]) => statement as unknown as pg.QueryConfig<unknown[]>),
  );
  spies.forEach((spy) => spy.mockRestore());
  const marking = sent.find(({ text }) => typeof text === 'string' && text.includes('marked AS'));
  if (!marking) throw new Error('No statement has marked the memories.');
  await query('UPDATE memories SET deleted_at = NULL, deletion_event_id = NULL');
  await forgetStatistics();
  const [explained] = await query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${marking.text}`,
    // Project, user, sequence, and how many are marked at once.
    marking.values?.with(3, memories),
  );
  const plan = explained?.['QUERY PLAN'][0].Plan ?? {};
  expect(countRows(plan)).toBeGreaterThan(memories);
  expect(countRows(plan)).toBeLessThan(10 * memories);
});

itCounts('an imported project has statistics at once: its current memories are counted in as many blocks', async () => {
  const { services } = gateway.app;
  const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-statistics-'));
  const file = path.join(folder, 'project.jsonl');
  try {
    await fill();
    await exportProject(services, { file });
    await gateway.reset();
    await forgetStatistics();
    await importProject(services, { file });
    await expectFewBlocks('{ memories(latestOnly: true, first: 1) { totalCount } }', {
      memories: { totalCount: memories / 2 },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('a server tells the planner of memories that were just written', { timeout: 60_000 }, async () => {
  const count = async () =>
    (
      await query<{ analyses: number }>(
        `SELECT sum(analyze_count) AS analyses FROM pg_stat_user_tables WHERE relname ~ '^memories(_p[0-9]+)?$'`,
      )
    )[0]?.analyses ?? 0;
  const before = await count();
  await fill();
  await expect.poll(count, { timeout: 50_000, interval: 250 }).toBeGreaterThan(before);
});
