import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import type { AppContext } from '../../src/context.js';
import { setLink } from '../../src/resolvers/correction/decide-link.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { findMemory } from '../../src/resolvers/memory/find-memory.js';
import { getMemory } from '../../src/resolvers/memory/get-memory.js';
import { listMemoryHistory } from '../../src/resolvers/memory/memory-history.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import { as, people, project, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { fakeEmbedder, type FakeEmbedder } from './fake-embedder.js';

let services: TestServices;
let embedder: FakeEmbedder;
let ctx: AppContext;
let eve: CallerUser;
let projectId: string;
let otherProjectId: string;

beforeEach(async () => {
  embedder = fakeEmbedder();
  services = await testServices({ embedder });
  await emptyDatabase(services.database);
  const { ada, eve: outsider } = await people(services);
  eve = outsider;
  const home = await tenant(services, [[ada, 'OWNER']]);
  projectId = home.projectId;
  otherProjectId = await project(services, home.organizationId, [[ada, 'OWNER']]);
  ctx = as(services, ada);
});

async function add(text: string, options: object = {}): Promise<string> {
  const messages = [{ role: 'user', content: text }];
  const added = await addMemories(ctx, { projectId, messages, userId: 'rosa', infer: false, ...options });
  return added.results?.[0]?.id ?? '';
}

/** Returns the error of a refused call. */
async function refusal(work: Promise<unknown>): Promise<object> {
  try {
    await work;
    throw new Error('It was not refused.');
  } catch (error) {
    const { name, message, code, fields } = error as { name: string; message: string; code?: string; fields?: object };
    return { name, message, code, fields };
  }
}

describe('one memory', () => {
  it('takes new categories, which are trimmed, and refuses names that are blank or too long', async () => {
    const id = await add('Rosa drinks tea.');
    const { categories } = await updateMemory(ctx, { id, categories: [' drinks ', 'tea', 'tea'] });
    expect(categories).toEqual(['drinks', 'tea']);
    const again = await getMemory(ctx, { projectId, id });
    expect({ ...again, categorizedAt: again.categorizedAt instanceof Date }).toMatchObject({
      text: 'Rosa drinks tea.',
      categories: ['drinks', 'tea'],
      categorizedAt: true,
    });
    expect((await updateMemory(ctx, { id, categories: [] })).categories).toEqual([]);
    expect(await refusal(updateMemory(ctx, { id, categories: ['tea', ' '] }))).toMatchObject({
      fields: { categories: ['A name must not be blank.'] },
    });
    expect(await refusal(updateMemory(ctx, { id, categories: ['x'.repeat(256)] }))).toMatchObject({
      fields: { categories: ['A name may have 255 characters at most.'] },
    });
  });

  it('is absent in the same words whether it never was, is in another project, or is out of sight', async () => {
    const id = await add('tea');
    const absent = await refusal(getMemory(ctx, { projectId, id: randomUUID() }));
    expect(absent).toMatchObject({ code: 'NOT_FOUND', message: 'Memory not found!' });
    expect(await refusal(getMemory(ctx, { projectId: otherProjectId, id }))).toEqual(absent);
    expect(await refusal(findMemory(as(services, eve), { id }))).toEqual(absent);
    expect(await refusal(findMemory(as(services, eve), { id: randomUUID() }))).toEqual(absent);
    expect(await refusal(updateMemory(ctx, { projectId: otherProjectId, id, text: 'x' }))).toEqual(absent);
    expect(await refusal(deleteMemory(ctx, { projectId: otherProjectId, id }))).toEqual(absent);
    expect(await refusal(listMemoryHistory(ctx, { projectId: otherProjectId, id }))).toEqual(absent);
    expect((await findMemory(ctx, { id })).text).toBe('tea');
  });

  it.each(['', 'x', '../..', '{00000000-0000-0000-0000-000000000000}', 'a\u0000'])(
    'refuses the malformed id %j',
    async (id) => {
      for (const useCase of [getMemory, deleteMemory, listMemoryHistory]) {
        expect(await refusal(useCase(ctx, { projectId, id }))).toMatchObject({
          code: 'BAD_USER_INPUT',
          fields: { id: [expect.stringContaining('valid UUID')] },
        });
      }
    },
  );

  it('is returned by its id after it expired', async () => {
    const id = await add('old', { expirationDate: '2020-01-01' });
    expect((await getMemory(ctx, { projectId, id })).expirationDate).toBe('2020-01-01');
  });
});

describe('updating a memory', () => {
  it('changes the text with its vector and hash, and records both texts', async () => {
    const id = await add('tea', { metadata: { a: 1 } });
    const before = await getMemory(ctx, { projectId, id });
    const vectors = () =>
      services.database.query<{ embedding: string }>('SELECT embedding::text FROM memory_embeddings');
    const [oldVector] = await vectors();
    const after = await updateMemory(ctx, { projectId, id, text: 'coffee' });
    expect(after).toMatchObject({ id, text: 'coffee', metadata: { a: 1 }, createdAt: before.createdAt });
    expect(after.hash).not.toBe(before.hash);
    expect(await vectors()).not.toEqual([oldVector]);
    expect(await vectors()).toHaveLength(1);
    expect(await listMemoryHistory(ctx, { projectId, id })).toMatchObject([
      { event: 'ADD' },
      { event: 'UPDATE', oldMemory: 'tea', newMemory: 'coffee' },
    ]);
    expect(services.bus.told.at(-1)).toEqual({
      topic: 'memoryChanged',
      message: { projectId, memoryIds: [id], change: 'UPDATE' },
    });
  });

  it('replaces metadata, clears with null, sets the time of creation, and keeps the vector', async () => {
    const id = await add('tea', { metadata: { a: 1, b: 2 }, expirationDate: '2999-01-01' });
    expect((await updateMemory(ctx, { projectId, id, metadata: { c: 3 } })).metadata).toEqual({ c: 3 });
    const cleared = await updateMemory(ctx, {
      projectId,
      id,
      metadata: null,
      expirationDate: null,
      timestamp: 1_700_000_000,
    });
    expect(cleared).toMatchObject({
      metadata: null,
      expirationDate: null,
      createdAt: new Date(1_700_000_000_000),
      text: 'tea',
    });
    expect(embedder.embedded).toEqual(['tea']);
  });

  it('records nothing when nothing changes', async () => {
    const id = await add('tea', { metadata: { bb: 1, a: 2 } });
    await updateMemory(ctx, { projectId, id, text: 'tea', metadata: { bb: 1, a: 2 } });
    expect(await listMemoryHistory(ctx, { projectId, id })).toHaveLength(1);
  });

  it('refuses an empty change, a blank text and an immutable memory', async () => {
    const id = await add('tea');
    expect(await refusal(updateMemory(ctx, { projectId, id }))).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await refusal(updateMemory(ctx, { projectId, id, text: ' ' }))).toMatchObject({
      fields: { text: [expect.any(String)] },
    });
    const fixed = await add('fixed', { immutable: true });
    expect(await refusal(updateMemory(ctx, { projectId, id: fixed, text: 'x' }))).toMatchObject({
      message: expect.stringContaining('immutable') as string,
    });
  });

  it('lets two memories have the same text, and the first one keeps the dedupe key', async () => {
    const first = await add('tea');
    const second = await add('coffee');
    expect((await updateMemory(ctx, { projectId, id: second, text: 'tea' })).text).toBe('tea');
    expect(await add('tea')).toBe(first);
    await deleteMemory(ctx, { projectId, id: first });
    await updateMemory(ctx, { projectId, id: second, metadata: { claims: true } });
    expect(await add('tea')).toBe(second);
  });

  it('follows the text: the old text may be added again', async () => {
    const id = await add('tea');
    await updateMemory(ctx, { projectId, id, text: 'coffee' });
    expect(await add('coffee')).toBe(id);
    expect(await add('tea')).not.toBe(id);
  });

  it('keeps a whole history of simultaneous updates', async () => {
    const id = await add('start');
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => updateMemory(ctx, { projectId, id, text: `text ${index}` })),
    );
    const updates = (await listMemoryHistory(ctx, { projectId, id })).slice(1);
    expect(updates).toHaveLength(10);
    const final = (await getMemory(ctx, { projectId, id })).text;
    expect(updates.filter((update) => update.newMemory === final)).toHaveLength(1);
    // A chain: each update found what exactly one other update left.
    expect(new Set(updates.map((update) => update.oldMemory))).toEqual(
      new Set(['start', ...updates.map((update) => update.newMemory)].filter((text) => text !== final)),
    );
  });

  it('never gives a dedupe key to two of many memories that are changed to one text at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, (_, index) => add(`own ${index}`)));
    await Promise.all(ids.map((id) => updateMemory(ctx, { projectId, id, text: 'same' })));
    const rows = await services.database.query<{ text: string; claims: boolean }>(
      'SELECT text, dedupe_key IS NOT NULL AS claims FROM memories',
    );
    expect(rows.map((row) => row.text)).toEqual(ids.map(() => 'same'));
    expect(rows.filter((row) => row.claims)).toHaveLength(1);
  });
});

describe('deleting a memory', () => {
  it('removes it with its vectors and keeps its history', async () => {
    const id = await add('tea');
    expect((await deleteMemory(ctx, { projectId, id })).memory.text).toBe('tea');
    expect(await refusal(getMemory(ctx, { projectId, id }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await services.database.query('SELECT memory_id FROM memory_embeddings')).toEqual([]);
    const history = await listMemoryHistory(ctx, { projectId, id });
    expect(history.map(({ event, oldMemory, newMemory }) => [event, oldMemory, newMemory])).toEqual([
      ['ADD', null, 'tea'],
      ['DELETE', 'tea', null],
    ]);
    expect(services.bus.told.at(-1)?.message).toMatchObject({ change: 'DELETE' });
    expect(await refusal(deleteMemory(ctx, { projectId, id }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await add('tea')).not.toBe(id);
  });

  it('deletes what it replaced, directly and through others, only when asked to', async () => {
    const texts = ['I live in Porto.', 'I live in Ghent.', 'I live in Oslo.', 'I sail.'];
    const [porto = '', ghent = '', oslo = '', sail = ''] = await Promise.all(texts.map((text) => add(text)));
    await setLink(ctx, { newerId: ghent, olderId: porto });
    await setLink(ctx, { newerId: oslo, olderId: ghent });
    const { replacedIds } = await deleteMemory(ctx, { projectId, id: oslo, deleteReplaced: true });
    expect([...replacedIds].sort()).toEqual([porto, ghent].sort());
    expect(await services.database.query('SELECT id FROM memories')).toEqual([{ id: sail }]);
    const history = await listMemoryHistory(ctx, { projectId, id: porto });
    expect(history.at(-1)).toMatchObject({ event: 'DELETE', oldMemory: texts[0] });

    const [bergen = '', turku = ''] = [await add('I live in Bergen.'), await add('I live in Turku.')];
    await setLink(ctx, { newerId: turku, olderId: bergen });
    expect((await deleteMemory(ctx, { projectId, id: turku })).replacedIds).toEqual([]);
    expect((await getMemory(ctx, { projectId, id: bergen })).text).toBe('I live in Bergen.');
  });

  it('deletes each memory of a circle once, which versions up to 0.3.3 could make', async () => {
    const [first, second] = [await add('I live in Porto.'), await add('I live in Ghent.')];
    await setLink(ctx, { newerId: first, olderId: second });
    await services.database.query(
      `INSERT INTO memory_links (id, project_id, newer_id, older_id, probability, relation, status, source, created_at)
       SELECT gen_random_uuid(), project_id, older_id, newer_id, probability, relation, status, source, created_at FROM memory_links`,
    );
    expect((await deleteMemory(ctx, { projectId, id: first, deleteReplaced: true })).replacedIds).toEqual([second]);
    expect(await services.database.query('SELECT id FROM memories')).toEqual([]);
  });

  it('happens once when many ask for it at once', async () => {
    const id = await add('tea');
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => deleteMemory(ctx, { projectId, id })));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect(await listMemoryHistory(ctx, { projectId, id })).toHaveLength(2);
  });
});
