import { beforeEach, describe, expect, inject, it } from 'vitest';
import { maintainTables } from '../../src/jobs/database-upkeep.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { noteChanges, upkeepStore } from '@memory-gateway/database';
import type { AppContext } from '../../src/context.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';

let services: TestServices;
let ada: AppContext;
let projectId: string;

beforeEach(async () => {
  services = await testServices();
  const who = await people(services);
  ({ projectId } = await tenant(services, [[who.ada, 'OWNER']]));
  ada = as(services, who.ada);
  await services.database.query('VACUUM ANALYZE');
});

const fill = async (table: string, rows: number) => {
  await services.database.query(
    `INSERT INTO ${table} (id, project_id, user_id, text, hash)
     SELECT gen_random_uuid(), $1, 'user-' || n % 40, 'Lamp ' || n % 97 || ' stands in room ' || n % 13, md5(n::text) FROM generate_series(1, $2::int) AS n`,
    [projectId, rows],
  );
};
const size = async () =>
  (await services.database.query<{ bytes: number }>(`SELECT pg_total_relation_size('memories') AS bytes`))[0]?.bytes ??
  0;
const due = async () => (await upkeepStore(services.database).listDue()).map(({ table }) => table);
const quietly = () => maintainTables(services, { isQuiet: true });

describe.runIf(inject('databases').kind === 'embedded')('the embedded database', () => {
  it('learns of the rows of a table that grew, and finds and lists the same afterwards', async () => {
    await fill('memories', 2_000);
    const read = async () => {
      const found = await searchMemories(ada, { projectId, query: 'Which room has lamp 12?', threshold: 0, topK: 50 });
      const listed = await listMemories(ada, { projectId, first: 50 });
      return [found.results.map(({ memory, score }) => [memory.id, score]), listed.rows.map(({ id }) => id)];
    };
    const before = await read();
    expect(await due()).toContain('memories');
    await quietly();
    expect(await due()).not.toContain('memories');
    const [known] = await services.database.query<{ rows: number; target: string }>(
      `SELECT reltuples AS rows, current_setting('default_statistics_target') AS target FROM pg_class WHERE relname = 'memories'`,
    );
    expect(known).toEqual({ rows: 2_000, target: '100' });
    expect(await read()).toEqual(before);
  });

  it('maintains tables of other schemas too, such as those of the job queue, whatever their names', async () => {
    await services.database.query('CREATE SCHEMA queue');
    try {
      await services.database.query('CREATE TABLE queue."Odd ""name" AS SELECT generate_series(1, 1000) AS id');
      await services.database.query('DELETE FROM queue."Odd ""name" WHERE id > 700');
      await quietly();
      const known = await services.database.query(
        'SELECT reltuples AS rows FROM pg_class WHERE oid = \'queue."Odd ""name"\'::regclass',
      );
      expect(known).toEqual([{ rows: 700 }]);
    } finally {
      await services.database.query('DROP SCHEMA queue CASCADE');
    }
  });

  it('uses the space of removed rows again', async () => {
    await fill('memories', 1_000);
    await quietly();
    const first = await size();
    for (let round = 0; round < 8; round += 1) {
      await services.database.query('DELETE FROM memories WHERE project_id = $1', [projectId]);
      await quietly();
      await fill('memories', 1_000);
    }
    expect(await size()).toBeLessThan(2 * first);
  });

  it('learns of the rows of a table that grew while requests run, and is vacuumed after them', async () => {
    let finish = () => {};
    const running = services.admission.run('add', () => new Promise<void>((resolve) => (finish = resolve)));
    await fill('memories', 1_000);
    await quietly();
    expect(await due()).not.toContain('memories');
    await services.database.query('DELETE FROM memories WHERE project_id = $1', [projectId]);
    await quietly();
    expect(await due()).toContain('memories');
    finish();
    await running;
    await addMemories(ada, {
      projectId,
      messages: [{ role: 'user', content: 'A lamp.' }],
      userId: 'ann',
      infer: false,
    });
    await quietly();
    expect(await due()).not.toContain('memories');
  });
});

describe.runIf(inject('databases').kind === 'postgres')('a Postgres database', () => {
  const analyses = async () =>
    (
      await services.database.query<{ analyses: number }>(
        `SELECT sum(analyze_count) AS analyses FROM pg_stat_user_tables WHERE relname ~ '^memories(_p[0-9]+)?$'`,
      )
    )[0]?.analyses ?? 0;
  const update = () => upkeepStore(services.database).updateStatistics();
  const change = (statement: string) =>
    services.database.transaction(async (tx) => {
      await tx.execute(statement, [projectId]);
      await noteChanges(tx);
    });
  const add = (rows: number) =>
    change(
      `INSERT INTO memories (id, project_id, user_id, text, hash) SELECT gen_random_uuid(), $1, 'ann', 'Lamp ' || n, md5(n::text) FROM generate_series(1, ${rows}) AS n`,
    );

  it('gets statistics of a table of which half has changed, by one process at a time', async () => {
    await add(1_000);
    const before = await analyses();
    await services.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(72707375)');
      await update();
      expect(await analyses()).toBe(before);
    });
    await update();
    const known = await analyses();
    expect(known).toBeGreaterThan(before);
    await add(300);
    await update();
    expect(await analyses()).toBe(known);
    await change("UPDATE memories SET text = text || '.' WHERE project_id = $1");
    await update();
    expect(await analyses()).toBeGreaterThan(known);
  });

  it.runIf(Number(process.env.TEST_PARTITIONS ?? 0) > 0)(
    'gets statistics of a partitioned table whose partitions have grown by half',
    async () => {
      const analysesOfWhole = async () => {
        for (let left = 10; left > 0; left -= 1) await update();
        return services.database.query<{ analyses: number; isKnown: boolean; rows: number }>(
          `SELECT pg_stat_get_analyze_count(c.oid) AS analyses, c.reltuples::int AS rows,
             EXISTS (SELECT FROM pg_statistic s WHERE s.starelid = c.oid AND s.stainherit) AS is_known
           FROM pg_class c WHERE c.oid = 'memories'::regclass`,
        );
      };
      await services.database.query('ANALYZE memories');
      const [before] = await analysesOfWhole();
      await add(1_000);
      const [first] = await analysesOfWhole();
      expect(first).toEqual({ analyses: (before?.analyses ?? 0) + 1, isKnown: true, rows: 1_000 });
      await add(300);
      await services.database.query('ANALYZE memories_p0, memories_p1, memories_p2, memories_p3');
      expect(await analysesOfWhole()).toEqual([first]);
      await add(500);
      await services.database.query('ANALYZE memories_p0, memories_p1, memories_p2, memories_p3');
      expect(await analysesOfWhole()).toEqual([{ ...first, analyses: (first?.analyses ?? 0) + 1, rows: 1_800 }]);
    },
  );

  it('waits for no one who has a table locked', async () => {
    await add(1_000);
    const before = await analyses();
    await services.database.transaction(async (tx) => {
      await tx.execute('LOCK TABLE memories IN SHARE UPDATE EXCLUSIVE MODE');
      await update();
      expect(await analyses()).toBe(before);
    });
  });
});
