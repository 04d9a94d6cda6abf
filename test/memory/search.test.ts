import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import type { AppContext } from '../../src/context.js';
import { newId } from '../../src/ids.js';
import { giveFeedback } from '../../src/resolvers/feedback/give-feedback.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import { splitIntoChunks } from '@memory-gateway/local-embedder';
import type { SearchMemoriesInput } from '../../src/resolvers/memory/search-input.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import type { SearchSettings } from '../../src/resolvers/memory/search-pool.js';
import { as, people, project, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { fakeEmbedder } from './fake-embedder.js';

let services: TestServices;
let ctx: AppContext;
let ada: CallerUser;
let projectId: string;
let otherProjectId: string;

beforeEach(async () => {
  services = await testServices({ embedder: fakeEmbedder() });
  await emptyDatabase(services.database);
  ({ ada } = await people(services));
  const home = await tenant(services, [[ada, 'OWNER']]);
  projectId = home.projectId;
  otherProjectId = await project(services, home.organizationId, [[ada, 'OWNER']]);
  ctx = as(services, ada);
});

const add = (texts: readonly string[], options: object = {}) =>
  addMemories(ctx, {
    projectId,
    messages: texts.map((content) => ({ role: 'user', content })),
    userId: 'rosa',
    infer: false,
    ...options,
  });

async function found(
  input: Partial<SearchMemoriesInput> & { query: string },
  settings?: Partial<SearchSettings>,
): Promise<string[]> {
  const { results } = await searchMemories(ctx, { projectId, ...input }, settings);
  return results.map((result) => result.memory.text);
}

const pets = [
  'The cat sleeps on the sofa',
  'Dogs chase the ball',
  'I bought a green bicycle',
  'Rain is expected on Sunday',
];

describe('searching', () => {
  it('finds words in any inflection, best first, with scores between 0 and 1', async () => {
    await add(pets);
    const { results } = await searchMemories(ctx, { projectId, query: 'bicycles', explain: true });
    expect(results[0]?.memory.text).toBe('I bought a green bicycle');
    expect(results.every((result) => result.score >= 0 && result.score <= 1)).toBe(true);
    expect(results[0]?.explain?.keyword).toBe(1);
    expect(Object.keys((await searchMemories(ctx, { projectId, query: 'bicycles' })).results[0] ?? {})).toEqual([
      'memory',
      'score',
      'outdatedBy',
    ]);
  });

  it('finds a memory by its vector when no word is in common', async () => {
    await add(pets);
    const same = fakeEmbedder();
    const alias = {
      ...same,
      embed: (texts: readonly string[]) =>
        same.embed(texts.map((text) => (text === 'weather' ? (pets[3] ?? '') : text))),
    };
    const { results } = await searchMemories(as({ ...services, embedder: alias }, ada), {
      projectId,
      query: 'weather',
      explain: true,
    });
    expect(results[0]).toMatchObject({ memory: { text: pets[3] }, explain: { semantic: 1 } });
  });

  it('matches words alone when asked to, or without an embedder, or for memories without a vector', async () => {
    await addMemories(as({ ...services, embedder: null }, ada), {
      projectId,
      messages: pets.map((content) => ({ role: 'user', content })),
      userId: 'rosa',
      infer: false,
    });
    expect(await found({ query: 'cat' })).toEqual([pets[0]]);
    expect(await found({ query: 'cat', keywordSearch: true })).toEqual([pets[0]]);
    const { results } = await searchMemories(as({ ...services, embedder: null }, ada), {
      projectId,
      query: 'cats',
      explain: true,
    });
    expect(results).toMatchObject([{ memory: { text: pets[0] }, explain: { semantic: null, keyword: 1 } }]);
  });

  it('stays inside the filter, the project and what is visible', async () => {
    await add(['cat one'], { userId: 'rosa' });
    await add(['cat two'], { userId: 'tom' });
    await add(['cat three'], { expirationDate: '2020-01-01' });
    await add(['cat four'], { projectId: otherProjectId });
    const search = { query: 'cat', threshold: 0 };
    expect((await found(search)).sort()).toEqual(['cat one', 'cat two']);
    expect(await found({ ...search, filter: readFilter({ user_id: 'rosa' }) })).toEqual(['cat one']);
    expect((await found({ ...search, filter: readFilter({ userId: 'rosa' }), includeExpired: true })).sort()).toEqual([
      'cat one',
      'cat three',
    ]);
    expect(await found({ ...search, filter: readFilter({ user_id: 'nobody' }) })).toEqual([]);
    expect(await found({ ...search, filter: readFilter({ keywords: { contains: 'two' } }) })).toEqual(['cat two']);
  });

  it('respects top_k and threshold', async () => {
    await add(Array.from({ length: 30 }, (_, index) => `cat number ${index}`));
    expect(await found({ query: 'cat', topK: 7, threshold: 0 })).toHaveLength(7);
    expect(await found({ query: 'cat', topK: 1000, threshold: 0 })).toHaveLength(30);
    expect(await found({ query: 'zebra', threshold: 1 })).toEqual([]);
  });

  it('searches memories of a multilingual project without English rules', async () => {
    await services.database.query('UPDATE projects SET multilingual = true WHERE id = $1', [projectId]);
    await add(['die Katze und der Hund', 'the the the']);
    const [row] = await services.database.query<{ searchLanguage: string }>(
      'SELECT search_language FROM memories LIMIT 1',
    );
    expect(row?.searchLanguage).toBe('simple');
    expect(await found({ query: 'KATZE', keywordSearch: true })).toEqual(['die Katze und der Hund']);
    expect(await found({ query: 'the', keywordSearch: true })).toEqual(['the the the']);
  });

  it.each([
    `'; DROP TABLE memories; --`,
    `& | ! <-> :* ( ' " \\ cat`,
    `cat\\ 'cat' ''cat \\'cat\\\\`,
    `http://cat.example/?a=1&b='2'|c\\d cat`,
    '"unbalanced (cat',
    '$1 % _ ~ {cat}',
    'cat\n\t\u202e\u{1f408} e\u0301',
    'cat '.repeat(2500),
    `cat ${'x'.repeat(9_900)}`,
  ])('takes %j as plain text', async (query) => {
    await add([...pets, query.slice(0, 2000)]);
    expect(await found({ query, threshold: 0 })).toContain(pets[0]);
  });

  it('answers an empty scope and a query of stop words', async () => {
    expect(await found({ query: 'cat' })).toEqual([]);
    await add(pets);
    expect(await found({ query: 'the', keywordSearch: true })).toEqual([]);
    expect((await found({ query: 'the', threshold: 0 })).length).toBe(4);
  });

  it.each([
    ['query', { query: '' }],
    ['query', { query: ' \n' }],
    ['query', { query: '?! …' }],
    ['query', { query: 'a\u0000' }],
    ['topK', { topK: 0 }],
    ['topK', { topK: 1001 }],
    ['topK', { topK: 1.5 }],
    ['threshold', { threshold: -0.1 }],
    ['threshold', { threshold: 1.1 }],
    ['threshold', { threshold: NaN }],
  ])('refuses a wrong %s', async (field, input) => {
    const work = searchMemories(ctx, { projectId, query: 'cat', ...input });
    await expect(work).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } });
  });

  it('needs three statements besides authorization, and one each where there is feedback and where there are links', async () => {
    const { results } = await add(pets);
    const [memoryId = '', other = ''] = (results ?? []).map(({ id }) => id);
    const countStatements = async () => {
      await found({ query: 'cat' });
      const statements: string[] = [];
      const stop = services.database.onQuery((text) => statements.push(text));
      await found({ query: 'cat' });
      stop();
      return statements.length;
    };
    expect(await countStatements()).toBe(3);
    await giveFeedback(ctx, { projectId, memoryId, feedback: 'POSITIVE' });
    expect(await countStatements()).toBe(4);
    await services.database.query(
      `INSERT INTO memory_links (id, project_id, newer_id, older_id, probability, relation, status, source, created_at)
       VALUES ($1, $2, $3, $4, 0.9, 'SUPERSEDES', 'SUGGESTED', 'RULE', now())`,
      [newId(), projectId, memoryId, other],
    );
    expect(await countStatements()).toBe(5);
  });

  it('lifts the neighbors of a good match in its run, whatever was stored between them', async () => {
    await add(['We should meet', 'At the lighthouse'], { runId: 'r1' });
    await add(['something else'], { runId: 'r2' });
    await add(['On Friday'], { runId: 'r1' });
    const { results } = await searchMemories(ctx, { projectId, query: 'lighthouse', threshold: 0, explain: true });
    const lift = Object.fromEntries(results.map(({ memory, explain }) => [memory.text, explain?.rank.neighbors ?? 0]));
    expect(lift['On Friday']).toBeGreaterThan(0);
    expect(lift['We should meet']).toBeGreaterThan(0);
    expect(lift['something else']).toBe(0);
  });
});

describe('searching a scope that is too large to compare whole', () => {
  it('finds through the index what comparing everything finds', async () => {
    await add(
      Array.from({ length: 120 }, (_, index) => `note ${index} about ${index % 2 ? 'boats' : 'trains'}`),
      { runId: 'r1' },
    );
    await add(
      Array.from({ length: 60 }, (_, index) => `other ${index}`),
      { userId: 'tom' },
    );
    const input = {
      projectId,
      query: 'boat',
      topK: 20,
      threshold: 0,
      explain: true,
      filter: readFilter({ user_id: 'rosa' }),
    };
    const exact = await searchMemories(ctx, input);
    const indexed = await searchMemories(ctx, input, { wholeScopeMax: 10, exactScopeMax: 10 });
    expect(indexed.results).toHaveLength(20);
    expect(
      indexed.results.every((result) => result.memory.userId === 'rosa' && result.memory.text.includes('boats')),
    ).toBe(true);
    expect(indexed.results.map((result) => result.explain?.keyword)).toEqual(
      exact.results.map((result) => result.explain?.keyword),
    );
  });

  it('uses the HNSW index for the vectors', async () => {
    await add(Array.from({ length: 100 }, (_, index) => `note ${index}`));
    const plans: string[] = [];
    const stop = services.database.onQuery((text) => plans.push(text));
    // Ten of a hundred: the index visits fewer rows than the scope has.
    const settings = { wholeScopeMax: 50, exactScopeMax: 50, candidatesMin: 1 };
    await found({ query: 'note', threshold: 0, topK: 5 }, settings);
    stop();
    const dense = plans.find((text) => /::(halfvec|vector)\(384\) <=>/.test(text)) ?? '';
    const plan = await services.database.transaction(async (tx) => {
      await tx.query("SELECT set_config('enable_sort', 'off', true)");
      const vector = `[${Array.from({ length: 384 }, () => 1).join(',')}]`;
      const today = '2026-01-01';
      return tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${dense}`, [projectId, today, vector, 200]);
    });
    // In a database that is partitioned by project, the index of its partition.
    expect(JSON.stringify(plan)).toMatch(/memory_embeddings_(hnsw_1|p\d+_embedding_idx)/);
  });

  it('compares everything when the embedder has no index, and keywords alone need none', async () => {
    const embedder = fakeEmbedder('test/other', 8);
    const other = as({ ...services, embedder }, ada);
    await addMemories(other, {
      projectId,
      messages: pets.map((content) => ({ role: 'user', content })),
      userId: 'rosa',
      infer: false,
    });
    const input = { projectId, query: 'cat', threshold: 0 };
    expect((await searchMemories(other, input, { wholeScopeMax: 1, exactScopeMax: 1 })).results).toHaveLength(4);
    expect(
      (await searchMemories(other, { ...input, keywordSearch: true }, { wholeScopeMax: 1, exactScopeMax: 1 })).results,
    ).toHaveLength(1);
  });
});

describe('a long memory', () => {
  const filler = Array.from({ length: 300 }, (_, index) => `filler${index}`).join(' ');
  const chunks = () =>
    services.database.query<{ memoryId: string; chunk: number }>(
      'SELECT memory_id, chunk FROM memory_chunks ORDER BY chunk',
    );

  it('is found by what stands at its end, and its chunks follow its text and its deletion', async () => {
    const long = `${filler} The violin is kept under the stairs.`;
    const end = splitIntoChunks(long).at(-1) ?? '';
    const embedder = fakeEmbedder();
    const asked = {
      ...embedder,
      embed: (texts: readonly string[]) => embedder.embed(texts.map((text) => (text === 'instrument' ? end : text))),
    };
    const own = as({ ...services, embedder: asked }, ada);
    const { results } = await addMemories(own, {
      projectId,
      messages: [{ role: 'user', content: long }],
      userId: 'rosa',
      infer: false,
    });
    const id = results?.[0]?.id ?? '';
    expect((await chunks()).map(({ chunk }) => chunk)).toEqual(splitIntoChunks(long).map((_, index) => index + 1));
    const found = await searchMemories(own, { projectId, query: 'instrument', explain: true });
    expect(found.results).toMatchObject([{ memory: { id } }]);

    await updateMemory(own, { id, text: 'short now' });
    expect(await chunks()).toEqual([]);
    await updateMemory(own, { id, text: long });
    expect((await chunks()).length).toBeGreaterThan(1);
    await services.database.query('DELETE FROM memories WHERE id = $1', [id]);
    expect(await chunks()).toEqual([]);
  });

  it('counts by its best chunk and by its beginning, so that many chunks are no advantage', async () => {
    const long = `${filler} The violin is kept under the stairs.`;
    const end = splitIntoChunks(long).at(-1) ?? '';
    for (const content of [long, end])
      await addMemories(ctx, { projectId, messages: [{ role: 'user', content }], userId: 'rosa', infer: false });
    const { results } = await searchMemories(ctx, { projectId, query: end, threshold: 0, explain: true });
    expect(results.map(({ memory }) => memory.text)).toEqual([end, long]);
    const [short, other] = results.map(({ explain }) => explain?.semantic ?? NaN);
    expect(short).toBe(1);
    expect(other).toBeLessThan(0.9);
    expect(other).toBeGreaterThan(0.4);
  });
});
