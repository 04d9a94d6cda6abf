import { describe, expect, it } from 'vitest';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { batchDeleteMemories } from '../../src/resolvers/memory/batch.js';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { createContext } from '../../src/context.js';
import { adminKey } from '../helpers/context.js';
import { configuredApp } from '../configuration/helpers.js';

const at = configuredApp((fake) => ({ OPENAI_API_KEY: fake.key, OPENAI_BASE_URL: fake.urls.openai }));

const said = 'It came true at the fair, and I could not stop smiling!';
const fact = 'Rosa won a blue bicycle.';

/** Adds the message: unchanged, or as the fact that the model extracts from it. */
async function add(
  infer: boolean,
  { content = said, user = 'rosa', run }: { content?: string; user?: string; run?: string } = {},
): Promise<void> {
  at.fake.answer = () => JSON.stringify({ facts: [{ text: fact, message: 1, confidence: 0.9, relations: [] }] });
  const messages = [{ role: 'user', content }];
  const { status } = await at.call('POST /memories', { messages, user_id: user, run_id: run, infer });
  expect(status).toBe(200);
}

/**
 * Searches by words. Returns for each result whether a linked memory raises it. The test has no embedding model. A large scope
 * reads the candidates and their linked memories.
 */
async function find(query: string, options: { isLarge?: boolean; asOf?: Date } = {}) {
  const results = await search(query, options);
  return Object.fromEntries(results.map(({ memory, explain }) => [memory.text, (explain?.rank.source ?? 0) > 0]));
}

async function search(query: string, { isLarge = false, asOf }: { isLarge?: boolean; asOf?: Date } = {}) {
  const ctx = createContext(at.test.app.services, { caller: adminKey, requestId: 'test' });
  const settings = isLarge ? { wholeScopeMax: 1, exactScopeMax: 100, matchingMax: 100, candidatesMin: 1 } : {};
  const { results } = await searchMemories(
    ctx,
    {
      projectId: at.test.admin.projectId,
      query,
      filter: readFilter({ user_id: 'rosa' }),
      threshold: 0,
      explain: true,
      asOf,
    },
    settings,
  );
  return results;
}

describe('a fact and the message that it was extracted from', () => {
  it.each([
    ['the message first', [false, true]],
    ['the fact first', [true, false]],
  ])('raise each other, with %s', async (_, order) => {
    for (const infer of order) await add(infer);
    await add(false, { content: 'The weather at the lake was cold.' });
    for (const isLarge of [false, true]) {
      expect(await find('Which bicycle did I win?', { isLarge })).toEqual({ [fact]: false, [said]: true });
      expect(await find('smiling at the fair', { isLarge })).toMatchObject({ [said]: false, [fact]: true });
    }
  });

  it('are linked in reads of the past too', async () => {
    await add(false);
    await add(true);
    const [row] = await at.test.app.services.database.query<{ now: Date }>(
      "SELECT clock_timestamp() + interval '1 ms' AS now, pg_sleep(0.002)",
    );
    await at.test.app.services.database.query('UPDATE memories SET metadata = \'{"changed": true}\'');
    expect(await find('bicycle', { asOf: row?.now })).toEqual({ [fact]: false, [said]: true });
  });

  it.each([
    ['one by one', false],
    ['in bulk', true],
  ])('share no hash of the message after it was deleted %s', async (_, inBulk) => {
    const facts = [fact, 'Rosa smiled all day.'];
    await add(false);
    at.fake.answer = () =>
      JSON.stringify({ facts: facts.map((text) => ({ text, message: 1, confidence: 0.9, relations: [] })) });
    await at.call('POST /memories', { messages: [{ role: 'user', content: said }], user_id: 'rosa' });
    const { database } = at.test.app.services;
    const readKeys = () =>
      database.query<{ id: string; text: string; dedupe: string; source: string | null }>(
        "SELECT id, text, encode(dedupe_key, 'hex') AS dedupe, encode(source_key, 'hex') AS source FROM memories",
      );
    const before = await readKeys();
    const message = before.find(({ text }) => text === said);
    expect(before.filter(({ source }) => source === message?.dedupe)).toHaveLength(2);
    const ctx = createContext(at.test.app.services, { caller: adminKey, requestId: 'test' });
    const projectId = at.test.admin.projectId;
    const id = message?.id ?? '';
    await (inBulk ? batchDeleteMemories(ctx, { projectId, ids: [id] }) : deleteMemory(ctx, { projectId, id }));
    const after = await readKeys();
    expect(after.map(({ text }) => text).sort()).toEqual([...facts].sort());
    expect(new Set(after.map(({ source }) => source)).size).toBe(1);
    expect(after[0]?.source).toMatch(/^[0-9a-f]{64}$/);
    expect(after[0]?.source).not.toBe(message?.dedupe);
  });

  it('are not linked across owners', async () => {
    await add(true);
    const alone = await search('bicycle');
    await add(false, { user: 'tom' });
    expect(await search('bicycle')).toEqual(alone);
  });

  it('leaves the first places to other messages of a conversation, where several facts of one message match', async () => {
    const facts = [
      'Rosa rode her bicycle to Lisbon.',
      'Rosa rode her bicycle to Porto.',
      'Rosa rode her bicycle home.',
    ];
    at.fake.answer = () =>
      JSON.stringify({ facts: facts.map((text) => ({ text, message: 1, confidence: 0.9, relations: [] })) });
    await at.call('POST /memories', { messages: [{ role: 'user', content: said }], user_id: 'rosa', run_id: 'trip' });
    await add(false, { content: 'The shop at the lake sells a bicycle now and then.', run: 'trip' });
    const found = (await search('ride bicycle')).map(({ memory }) => facts.includes(memory.text));
    expect(found).toEqual([true, false, true, true]);
  });
});
