import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillProject, LARGE_USER, makeQueries } from '../../bench/search-size/fill.js';
import { explainReads, type RowsRead } from '../../bench/search-size/rows-read.js';
import type { CallerUser } from '../../src/auth/caller.js';
import type { AppContext } from '../../src/context.js';
import { getMemory } from '../../src/resolvers/memory/get-memory.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { createStores } from '../../src/stores/create-stores.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { fakeEmbedder } from './fake-embedder.js';

/** Memories of the project, of which a user without runs has a fifth. */
const rows = 4_000;
const candidates = 60;
const settings = { wholeScopeMax: 30, exactScopeMax: 90, matchingMax: 60, candidatesMin: 30, visitedMax: 40_000 };

let services: TestServices;
let ada: CallerUser;
let projectId: string;
/** Before one memory in 200 was changed, and one in 400 got another creation time. */
let past: Date;

beforeAll(async () => {
  services = await testServices({ embedder: fakeEmbedder() });
  ({ ada } = await people(services));
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  const { database } = services;
  await fillProject(database, { projectId, memories: rows });
  await database.query('UPDATE memories SET run_id = NULL WHERE user_id = $1', [LARGE_USER]);
  const [{ at }] = (await database.query<{ at: Date }>(
    `SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS at, pg_sleep(0.002)`,
  )) as [{ at: Date }];
  past = at;
  await database.query(`UPDATE memories SET text = text || ' changed' WHERE sequence % 200 = 0`);
  await database.query(`UPDATE memories SET created_at = created_at - interval '1 hour' WHERE sequence % 400 = 0`);
  await database.query('VACUUM ANALYZE');
}, 600_000);

afterAll(() => emptyDatabase(services.database));

/** Runs `work` as Ada and counts the rows that each of its statements reads. */
async function countReads(work: (ctx: AppContext) => Promise<unknown>): Promise<RowsRead[]> {
  const { database, takeReads } = explainReads(services.database.asTenant({ userId: ada.id, keyProjectId: null }));
  const [query] = await makeQueries(services.database, projectId, 1);
  const embedder = { ...fakeEmbedder(), embed: async () => [query?.vector ?? new Float32Array(384)] };
  const stores = createStores(database, database);
  await work(as({ ...services, embedder, database, stores, tenantWall: undefined }, ada));
  return takeReads();
}

const filter = readFilter({ user_id: LARGE_USER });
const heaviest = (reads: readonly RowsRead[]) => reads.reduce((most, read) => (read.rows > most.rows ? read : most));

describe('a read of the past in a large project', () => {
  it('reads with each candidate of a search a bounded number of rows', { timeout: 120_000 }, async () => {
    const reads = await countReads((ctx) =>
      searchMemories(ctx, { projectId, query: 'topic1 w1 w2', filter, topK: 3, threshold: 0, asOf: past }, settings),
    );
    const pool = reads.filter(({ sql }) => sql.includes('given AS MATERIALIZED'));
    expect(pool).toHaveLength(1);
    expect(pool[0]?.rows).toBeGreaterThan(candidates);
    expect(pool[0]?.rows).toBeLessThan(50 * candidates);
    expect(heaviest(reads).rows, heaviest(reads).sql).toBeLessThan(rows);
  });

  it('reads of a list the page and what was changed since, and of a memory its versions', async () => {
    for (const field of ['createdAt', 'updatedAt', 'eventDate'] as const) {
      const page = await countReads((ctx) =>
        listMemories(ctx, { projectId, asOf: past, first: 20, order: { field, direction: 'desc' } }),
      );
      expect(heaviest(page).rows, heaviest(page).sql).toBeLessThan(rows / 4);
    }
    const [memory] = await services.database.query<{ id: string }>(
      'SELECT id FROM memories WHERE sequence % 400 = 0 LIMIT 1',
    );
    const one = await countReads((ctx) => getMemory(ctx, { projectId, id: memory?.id ?? '', asOf: past }));
    expect(heaviest(one).rows, heaviest(one).sql).toBeLessThan(10);
  });
});
