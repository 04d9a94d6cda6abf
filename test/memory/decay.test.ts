import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { systemScope } from '../../src/auth/scope.js';
import { memoryAccessStore } from '../../src/stores/memory/memory-access.js';
import { newId } from '../../src/ids.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { waitForAccesses } from '../../src/resolvers/memory/decay.js';
import type { SearchMemoriesInput } from '../../src/resolvers/memory/search-input.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { updateProject } from '../../src/resolvers/project/update-project.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';

let services: TestServices;
let ctx: ReturnType<typeof as>;
let projectId: string;
const dayMs = 86_400_000;

beforeAll(async () => {
  services = await testServices();
});
beforeEach(async () => {
  await emptyDatabase(services.database);
  const { ada } = await people(services);
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  ctx = as(services, ada);
  await updateProject(ctx, { projectId, decay: true });
});
afterEach(() => waitForAccesses(services.database));

/** Returns an id created this many days ago. */
const idFrom = (daysAgo: number) => {
  const hex = (Date.now() - daysAgo * dayMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
};

/** Adds memories this many days ago. */
async function remember(ages: Readonly<Record<string, number>>): Promise<void> {
  for (const [content, days] of Object.entries(ages)) {
    const { results } = await addMemories(ctx, {
      projectId,
      messages: [{ role: 'user', content }],
      userId: 'rosa',
      infer: false,
    });
    await services.database.query('UPDATE memories SET id = $2 WHERE id = $1', [results?.[0]?.id, idFrom(days)]);
  }
}

async function found(more: Partial<SearchMemoriesInput> = {}) {
  const { results } = await searchMemories(ctx, {
    projectId,
    query: 'stamp',
    keywordSearch: true,
    decay: true,
    ...more,
  });
  await waitForAccesses(services.database);
  return results.map(({ memory, score, explain }) => {
    const points = Object.values(explain?.rank ?? {}).reduce((sum, part) => sum + part, 0);
    const shown = [memory.text, Math.round(score * 100) / 100] as const;
    return explain ? ([...shown, Math.round(points * 100) / 100] as const) : shown;
  });
}
const touches = async () =>
  (await services.database.query<{ count: number }>('SELECT count(*) AS count FROM memory_access'))[0]?.count;

describe('searching with decay', () => {
  it('ranks fresh memories before stale ones, and only then applies the limit', async () => {
    await remember({ 'A red stamp': 400, 'A green stamp': 30, 'A blue stamp': 0 });
    const plain = await found({ decay: false });
    expect(new Set(plain.map(([, score]) => score)).size).toBe(1);
    expect((await found({ topK: 1 })).map(([text]) => text)).toEqual(['A blue stamp']);
    expect((await found()).map(([text]) => text)).toEqual(['A blue stamp', 'A green stamp', 'A red stamp']);
  });

  it('does not take the storing of a backdated memory for its use', async () => {
    const messages = [{ role: 'user', content: 'A red stamp' }] as const;
    const timestamp = (Date.now() - 400 * dayMs) / 1_000;
    await addMemories(ctx, { projectId, messages: [...messages], userId: 'rosa', infer: false, timestamp });
    await remember({ 'A blue stamp': 20 });
    expect((await found({ topK: 2 })).map(([text]) => text)).toEqual(['A blue stamp', 'A red stamp']);
  });

  it('lifts what was found lately, and keeps the last twenty touches', async () => {
    await remember({ 'A red stamp': 400, 'A blue stamp': 40 });
    await found({ query: 'red', topK: 1 });
    expect((await found({ query: 'stamp', topK: 1 })).map(([text]) => text)).toEqual(['A red stamp']);
    for (let n = 0; n < 25; n += 1) await found({ query: 'red', topK: 1 });
    expect(await touches()).toBe(20);
  });

  it.skipIf(inject('databases').kind === 'embedded')(
    'notes what several searches find at once, none of which waits',
    async () => {
      await remember({ 'I collect stamps': 1, 'A stamp album': 1 });
      for (let n = 0; n < 21; n += 1) await found();
      const [place] = await services.database.query<{ organizationId: string }>(
        'SELECT organization_id FROM projects WHERE id = $1',
        [projectId],
      );
      const scope = systemScope({ projectId, organizationId: place?.organizationId ?? '' });
      const ids = (await services.database.query<{ id: string }>('SELECT id FROM memories')).map(({ id }) => id);
      await services.database.transaction(async (tx) => {
        await memoryAccessStore(tx).touch(scope, ids, { at: new Date(), keep: 20 });
        expect(await found()).toHaveLength(2);
      });
      await found();
      expect(await services.database.query('SELECT count(*) AS touches FROM memory_access GROUP BY memory_id')).toEqual(
        [{ touches: 20 }, { touches: 20 }],
      );
    },
  );

  it('moves results and leaves their scores, so that the threshold does not depend on it', async () => {
    await remember({ 'A red stamp': 4_000 });
    const [[, plain] = ['', 0]] = await found({ decay: false });
    expect(await found({ threshold: plain - 0.01 })).toEqual([['A red stamp', plain]]);
  });

  it('leaves the scores of results that are used often apart, and below 1', async () => {
    await remember({
      'A red stamp': 0,
      'A green stamp of a red ship': 0,
      'A blue stamp, an envelope and a long letter': 0,
    });
    const scores = async (decay: boolean) =>
      new Map((await found({ query: 'red stamp', decay })) as [string, number][]);
    const plain = await scores(false);
    for (let n = 0; n < 20; n += 1) await scores(true);
    expect(await scores(true)).toEqual(plain);
    expect(new Set(plain.values()).size).toBe(3);
    expect(Math.max(...plain.values())).toBeLessThan(1);
  });

  it('has its effect at once when it is switched, changes no memory, and keeps what was noted', async () => {
    await remember({ 'A red stamp': 400, 'A blue stamp': 0 });
    const rows = () => services.database.query('SELECT * FROM memories ORDER BY id');
    const before = await rows();
    const scores = async (decay: boolean) => {
      await updateProject(ctx, { projectId, decay });
      return (await found({ explain: true })).map(([, , points]) => points);
    };
    const [plain = 0] = await scores(false);
    expect(await scores(false)).toEqual([plain, plain]);
    const [fresh = 0, stale = 0] = await scores(true);
    expect([fresh >= plain, stale < plain]).toEqual([true, true]);
    expect(await scores(false)).toEqual([plain, plain]);
    // Both accesses were recorded.
    expect(await scores(true)).toEqual([fresh, fresh]);
    expect(await rows()).toEqual(before);
    expect(await touches()).toBe(4);
  });

  it('notes nothing where it is switched off or not asked for', async () => {
    await remember({ 'A red stamp': 400 });
    await found({ decay: false });
    await updateProject(ctx, { projectId, decay: false });
    await found();
    expect(await touches()).toBe(0);
  });
});
