import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { fillVectors } from '../../src/jobs/fill-vectors.js';
import { transact } from '../../src/unit-of-work/transact.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

/** More than a deletion marks while it is accepted. */
const memories = 200;
const middle = memories / 2;
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let gateway: TestApp;
beforeAll(async () => {
  gateway = await startTestApp();
});
afterAll(() => gateway.close());

const query = <Row>(text: string, values?: readonly unknown[]) =>
  gateway.app.services.database.query<Row>(text, values);

async function countDeadlocks(): Promise<number> {
  const { pool } = gateway.app.services.database;
  const sessions = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  // The counters of a session are published after the end of its transaction.
  await Promise.all(sessions.map((session) => session.query('SELECT pg_stat_force_next_flush()')));
  sessions.forEach((session) => session.release());
  const [row] = await query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.deadlocks ?? 0;
}

/** Returns how many sessions wait for a row. */
const countWaiting = async () =>
  (
    await query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')`,
    )
  ).length;
const poll = { timeout: 20_000, interval: 20 };

/** Holds the row lock of one memory while `work` runs. */
async function holdMemory<T>(id: string, work: (release: () => Promise<unknown>) => Promise<T>): Promise<T> {
  const session: pg.PoolClient = await gateway.app.services.database.pool.connect();
  try {
    await session.query('BEGIN');
    await session.query('SELECT FROM memories WHERE id = $1 FOR UPDATE', [id]);
    return await work(() => session.query('COMMIT'));
  } finally {
    await session.query('ROLLBACK');
    session.release();
  }
}

async function ask(text: string): Promise<unknown> {
  const { status, body } = await gateway.as(gateway.admin.apiKey).rest('POST', '/graphql', { query: text });
  expect(status).toBe(200);
  return body.data;
}

const { kind, pooledConnectionStrings } = inject('databases');

// The embedded database runs one transaction at a time. The counters of a pooler's sessions cannot be published from here.
it.runIf(kind === 'postgres' && !pooledConnectionStrings)(
  'a job that gives memories their vectors passes over those that a deletion has locked, so that none of both fails with a deadlock',
  { timeout: 60_000 },
  async () => {
    const { services } = gateway.app;
    // The table has the memories in the opposite order: without the space of former rows, it grows at its end.
    await query("DELETE FROM memories WHERE user_id = 'ann'");
    await query('VACUUM FULL memories');
    await query(
      `INSERT INTO memories (id, project_id, user_id, text, hash)
       SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'ann', 'Lamp ' || n, 'h' FROM generate_series($2::int, 1, -1) AS n`,
      [gateway.admin.projectId, memories],
    );
    await query('ANALYZE memories');
    const embedder = await services.stores.vectors.embedderId({ id: 'test', dimension: 2 });
    const rows = Array.from({ length: memories }, (_, n) => ({
      id: idOf(n + 1),
      hash: 'h',
      vector: Float32Array.of(1, n),
    }));
    const before = await countDeadlocks();
    const saving = await holdMemory(idOf(middle), async (release) => {
      await ask('mutation { deleteMemories(input: { userId: "ann", undoSeconds: 3600 }) { __typename } }');
      await expect.poll(countWaiting, poll).toBe(1);
      // The deletion has locked the second half, and waits for the middle.
      const saved = transact(services, ({ stores }) => stores.reEmbedding.save(embedder, rows));
      let isSaved = false;
      void saved.then(() => (isSaved = true));
      await expect.poll(async () => isSaved || (await countWaiting()) === 2, poll).toBe(true);
      await release();
      return { saved };
    });
    await saving.saved;
    expect(await ask('{ memories(first: 1) { totalCount } }')).toEqual({ memories: { totalCount: 0 } });
    expect((await countDeadlocks()) - before).toBe(0);
    expect(await saving.saved).toBe(middle - 1);
  },
);

it.runIf(kind === 'postgres' && !pooledConnectionStrings)(
  'a job that finds only locked memories waits, instead of embedding their texts again and again',
  { timeout: 60_000 },
  async () => {
    const { services } = gateway.app;
    await query("DELETE FROM memories WHERE user_id = 'ann'");
    await query("INSERT INTO memories (id, project_id, user_id, text, hash) VALUES ($1, $2, 'ann', 'Lamp', 'h')", [
      idOf(1),
      gateway.admin.projectId,
    ]);
    let calls = 0;
    const embedder = {
      id: 'counted',
      dimension: 2,
      embed: async (texts: readonly string[]) => {
        calls += 1;
        return texts.map(() => Float32Array.of(1, 0));
      },
      ready: async () => undefined,
      close: async () => undefined,
    };
    const number = await services.stores.vectors.embedderId(embedder);
    const fill = (ms: number) =>
      fillVectors(services, {
        ...{ embedder, number, skipped: new Set<string>(), until: performance.now() + ms },
        ...{ signal: AbortSignal.timeout(30_000), onSaved: async () => undefined, isWanted: async () => true },
      });
    expect(await holdMemory(idOf(1), () => fill(1_500))).toBe('timeUp');
    expect(calls).toBeLessThanOrEqual(2);
    expect(await fill(30_000)).toBe('complete');
    expect(await query('SELECT FROM memory_embeddings WHERE embedder_id = $1', [number])).toHaveLength(1);
  },
);
