import { beforeEach, describe, expect, it } from 'vitest';
import { authorize } from '../../src/auth/authorize.js';
import type { CallerUser } from '../../src/auth/caller.js';
import type { AppContext } from '../../src/context.js';
import { encodeCursor, type Page } from '../../src/page.js';
import { listEntities, listEntitiesByPage } from '../../src/resolvers/entity/list-entities.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { listMemoriesByPage } from '../../src/resolvers/memory/list-memories-by-page.js';
import { countsOfProjects, listFirstPagesOfProjects, memoryColumns } from '../../src/resolvers/memory/project-pages.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import { as, people, project, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';

let services: TestServices;
let ctx: AppContext;
let eve: CallerUser;
let projectId: string;
let otherProjectId: string;

beforeEach(async () => {
  services = await testServices();
  await emptyDatabase(services.database);
  const { ada, eve: outsider } = await people(services);
  eve = outsider;
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

async function* pages<Row>(
  read: (args: { after?: string; before?: string }) => Promise<Page<Row>>,
  backward = false,
): AsyncGenerator<readonly Row[]> {
  let page = await read({});
  yield page.rows;
  while (backward ? page.hasPreviousPage : page.hasNextPage) {
    page = await read(backward ? { before: page.cursors[0] ?? '' } : { after: page.cursors.at(-1) ?? '' });
    yield page.rows;
  }
}

async function all<Row>(of: AsyncGenerator<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const some of of) rows.push(...some);
  return rows;
}

describe('lists of memories', () => {
  it('are walked forward and backward by cursor without gap or repeat, in every order', async () => {
    for (const day of [3, 1, 2])
      await add(
        [1, 2, 3, 4].map((place) => `${day}.${place}`),
        { timestamp: 1_700_000_000 + day },
      );
    const newestFirst = [3, 2, 1].flatMap((day) => [4, 3, 2, 1].map((place) => `${day}.${place}`));
    for (const direction of ['desc', 'asc'] as const) {
      for (const field of ['createdAt', 'updatedAt', 'eventDate'] as const) {
        const order = { field, direction };
        const expected = direction === 'desc' ? newestFirst : newestFirst.toReversed();
        const forward = await all(pages((args) => listMemories(ctx, { projectId, order, first: 5, ...args })));
        expect(forward.map((row) => row.text)).toEqual(expected);
        const chunks: string[][] = [];
        for await (const rows of pages((args) => listMemories(ctx, { projectId, order, last: 5, ...args }), true))
          chunks.unshift(rows.map((row) => row.text));
        expect(chunks.flat()).toEqual(expected);
      }
    }
  });

  it('follow the time of change when asked to', async () => {
    const { results } = await add(['a', 'b'], { timestamp: 1_700_000_000 });
    await updateMemory(ctx, { projectId, id: results?.[0]?.id ?? '', metadata: { seen: true } });
    const page = await listMemories(ctx, { projectId, order: { field: 'updatedAt', direction: 'desc' } });
    expect(page.rows.map((row) => row.text)).toEqual(['a', 'b']);
  });

  it('follow the time of the event when asked to, and the creation of memories without one', async () => {
    await add(['trip in June', 'no event', 'trip in March'], { timestamp: 1_700_000_000 });
    const setDate = (text: string, at: string) =>
      services.database.query('UPDATE memories SET event_date = $2 WHERE text = $1', [text, at]);
    await setDate('trip in June', '2024-06-01');
    await setDate('trip in March', '2023-03-01');
    const order = { field: 'eventDate', direction: 'asc' } as const;
    const rows = await all(pages((args) => listMemories(ctx, { projectId, order, first: 1, ...args })));
    expect(rows.map((row) => row.text)).toEqual(['trip in March', 'no event', 'trip in June']);
  });

  it('hide what has expired, through the whole last day and unless asked', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await add(['gone'], { expirationDate: '2020-01-01' });
    await add(['last day'], { expirationDate: today });
    const texts = async (includeExpired: boolean) =>
      (await listMemories(ctx, { projectId, includeExpired })).rows.map((row) => row.text);
    expect(await texts(false)).toEqual(['last day']);
    expect(await texts(true)).toEqual(['last day', 'gone']);
    expect((await listMemoriesByPage(ctx, { projectId, page: 1, pageSize: 10 })).total).toBe(1);
  });

  it('are paged by number, and a page beyond the end is empty', async () => {
    await add(['a', 'b', 'c']);
    const page = (number: number) =>
      listMemoriesByPage(ctx, { projectId, filter: readFilter({ user_id: 'rosa' }), page: number, pageSize: 2 });
    expect((await page(1)).rows.map((row) => row.text)).toEqual(['c', 'b']);
    expect(await page(2)).toMatchObject({ rows: [{ text: 'a' }], total: 3 });
    expect(await page(3)).toEqual({ rows: [], total: 3, hasNextPage: false });
    for (const wrong of [
      { page: 0, pageSize: 10 },
      { page: 1, pageSize: 201 },
      { page: 1.5, pageSize: 10 },
      { page: 1e12, pageSize: 10 },
    ]) {
      await expect(listMemoriesByPage(ctx, { projectId, ...wrong })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }
  });

  it.each([
    [['2026-01-01T00:00:00.000Z']],
    [['x', '0d9c8b7a-6f5e-4d3c-8b2a-1a0f9e8d7c6b']],
    [[1, 2]],
    [['2026-99-01T00:00:00.000Z', '0d9c8b7a-6f5e-4d3c-8b2a-1a0f9e8d7c6b']],
    [['2026-01-01T00:00:00.000Z', 'x']],
  ])('refuse the foreign cursor %j', async (key) => {
    const after = encodeCursor(key);
    await expect(listMemories(ctx, { projectId, after })).rejects.toMatchObject({
      fields: { after: [expect.any(String)] },
    });
    await expect(listEntities(ctx, { projectId, after })).rejects.toMatchObject({
      fields: { after: [expect.any(String)] },
    });
  });

  it('never show another project, and hide the project from an outsider', async () => {
    await add(['mine']);
    await add(['theirs'], { projectId: otherProjectId });
    expect((await listMemories(ctx, { projectId })).rows.map((row) => row.text)).toEqual(['mine']);
    expect(await (await listMemories(ctx, { projectId })).total()).toBe(1);
    const outsider = as(services, eve);
    await expect(listMemories(outsider, { projectId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Project not found.',
    });
    await expect(listMemories(outsider, { projectId: 'proj_none' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Project not found.',
    });
  });

  it('of many projects cost one statement for the first memories and one for the counts', async () => {
    await add(['a', 'b', 'c']);
    await add(['d'], { projectId: otherProjectId });
    await add(['expired'], { projectId: otherProjectId, expirationDate: '2020-01-01' });
    const projectIds = [otherProjectId, projectId];
    for (const id of projectIds) await authorize(ctx, 'memory:read', id);
    const total = async () => 0;
    const statements: string[] = [];
    const stop = services.database.onQuery((text) => statements.push(text));
    const first = await listFirstPagesOfProjects(ctx, { projectIds, first: 2, columns: memoryColumns, total });
    const counts = await countsOfProjects(ctx, { projectIds });
    stop();
    expect(first.map(({ rows }) => rows.map((row) => row.text))).toEqual([['d'], ['c', 'b']]);
    expect(counts).toEqual([1, 3]);
    expect(statements).toHaveLength(2);
  });
});

describe('entities', () => {
  it('are recorded by adds and listed newest first with the number of their visible memories', async () => {
    await add(['a', 'b'], { userId: 'rosa', agentId: 'bot' });
    await add(['c'], { userId: 'tom', runId: 'r1', expirationDate: '2020-01-01' });
    await add(['d'], { userId: 'rosa', appId: 'shop' });
    await add(['e'], { projectId: otherProjectId });
    const page = await listEntities(ctx, { projectId });
    const found = page.rows.map((row) => [row.type, row.name, row.totalMemories]);
    expect(found).toHaveLength(5);
    expect(found[0]).toEqual(['app', 'shop', 1]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['user', 'rosa', 3],
        ['agent', 'bot', 2],
        ['user', 'tom', 0],
        ['run', 'r1', 0],
      ]),
    );
    expect(page.rows.every((row) => /^\d+$/.test(row.id))).toBe(true);
    const users = await listEntitiesByPage(ctx, { projectId, type: 'user', page: 1, pageSize: 1 });
    expect(users).toMatchObject({ rows: [{ name: 'tom' }], total: 2, totals: { user: 2, agent: 1, app: 1, run: 1 } });
    const walked = await all(pages((args) => listEntities(ctx, { projectId, first: 2, ...args })));
    expect(walked.map((row) => row.id)).toEqual(page.rows.map((row) => row.id));
  });
});
