import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillProject, LARGE_USER, makeQueries, MIDDLE_USER } from '../../bench/search-size/fill.js';
import { explainReads, type RowsRead } from '../../bench/search-size/rows-read.js';
import type { CallerUser } from '../../src/auth/caller.js';
import { chooseLexemeSets, estimateScopeTerms, type ScopeSample } from '@memory-gateway/memory-engine';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { defaultSearchSettings, type SearchSettings } from '../../src/resolvers/memory/search-pool.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { createStores } from '../../src/stores/create-stores.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { fakeEmbedder } from './fake-embedder.js';

// Long form: SEARCH_ROWS=100000, on Postgres, with the settings of the product.
// A scan of a smaller table costs Postgres as little as the indexes. The embedded database builds them slowly.
const rows = Number(process.env.SEARCH_ROWS ?? (process.env.TEST_DATABASE === 'postgres' ? 4_000 : 2_000));
const isLong = rows >= 100_000;
const settings: SearchSettings = isLong
  ? defaultSearchSettings
  : { wholeScopeMax: 30, exactScopeMax: 90, matchingMax: 60, candidatesMin: 5, visitedMax: 40_000 };
/** Maximum number of rows that one statement may read from all tables. Small tables are read in larger parts. */
const rowsMax = isLong ? 25_000 : rows / 2;

let services: TestServices;
let ada: CallerUser;
let projectId: string;

beforeAll(async () => {
  services = await testServices({ embedder: fakeEmbedder() });
  ({ ada } = await people(services));
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  await fillProject(services.database, { projectId, memories: rows });
}, 600_000);

afterAll(() => emptyDatabase(services.database));

/** Searches and counts the rows of each statement. */
async function countReads(userId: string | null): Promise<RowsRead[]> {
  // The database as a request of the user has it.
  const view = services.database.asTenant({ userId: ada.id, keyProjectId: null });
  const { database, takeReads } = explainReads(view);
  const [query] = await makeQueries(services.database, projectId, 1);
  const embedder = { ...fakeEmbedder(), embed: async () => [query?.vector ?? new Float32Array(384)] };
  const ctx = as(
    { ...services, embedder, database, stores: createStores(database, database), tenantWall: undefined },
    ada,
  );
  const filter = userId === null ? null : readFilter({ user_id: userId });
  for (const text of [query?.text ?? '', 'w1 w2 w3', 'w1'])
    await searchMemories(ctx, { projectId, query: text, filter, topK: 3, threshold: 0 }, settings);
  return takeReads();
}

describe('a search in a large project', () => {
  it.each([
    ['the whole project', null],
    ['a user with a fifth of the memories', LARGE_USER],
    ['a user with a twentieth of the memories', MIDDLE_USER],
  ])(
    'reads a bounded number of rows for %s',
    async (_, userId) => {
      const reads = await countReads(userId);
      expect(reads.length).toBeGreaterThan(9);
      const heaviest = reads.reduce((most, read) => (read.rows > most.rows ? read : most));
      expect(heaviest.rows, heaviest.sql).toBeLessThanOrEqual(rowsMax);
    },
    120_000,
  );

  it('finds through the indexes what an exact comparison finds first', async () => {
    const queries = await makeQueries(services.database, projectId, 10);
    let [found, expected] = [0, 0];
    for (const { text, vector } of queries) {
      const ctx = as({ ...services, embedder: { ...fakeEmbedder(), embed: async () => [vector] } }, ada);
      const search = async (given: Partial<SearchSettings>) =>
        (await searchMemories(ctx, { projectId, query: text, topK: 5, threshold: 0 }, { ...settings, ...given }))
          .results;
      const ids = (await search({})).map(({ memory }) => memory.id);
      const exact = await search({ exactScopeMax: Infinity });
      found += exact.filter(({ memory }) => ids.includes(memory.id)).length;
      expected += exact.length;
    }
    expect(expected).toBe(50);
    expect(found / expected).toBeGreaterThanOrEqual(0.9);
  }, 120_000);
});

describe('a sample of a scope', () => {
  const sample: ScopeSample = {
    size: 1_001,
    hashShare: 0.01,
    averageLength: 9,
    actors: [],
    matches: [
      [['common'], 500],
      [['common', 'usual'], 10],
      [['usual'], 90],
      [['rare'], 1],
    ],
  };
  const words = ['common', 'usual', 'rare', 'unseen'].map((word) => ({ word, lexeme: word }));

  it('estimates how many memories there are and how many contain a word', () => {
    const facts = estimateScopeTerms(sample, words);
    expect(facts.memories).toBe(100_000);
    expect(facts.terms.map(({ documents }) => documents)).toEqual([50_949, 9_990, 100, 50]);
  });

  it('lets words choose candidates while the memories that match stay few', () => {
    const terms = [
      { lexeme: 'common', weight: 1 },
      { lexeme: 'usual', weight: 2 },
      { lexeme: 'rare', weight: 7 },
    ];
    expect(chooseLexemeSets(sample, terms, 200)).toEqual([['rare']]);
    expect(chooseLexemeSets(sample, terms, 2_000)).toEqual([['rare'], ['usual', 'common']]);
    expect(chooseLexemeSets(sample, terms, 20_000)).toEqual([['rare'], ['usual']]);
    expect(chooseLexemeSets(sample, terms, 1_000_000)).toEqual([['rare'], ['usual'], ['common']]);
  });
});
