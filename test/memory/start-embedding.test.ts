import { beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { as, people, tenant, testServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { fakeEmbedder } from './fake-embedder.js';

describe('the embedding of a query', () => {
  const embedder = { ...fakeEmbedder(), engine: () => Promise.resolve({ name: 'wasm' as const }) };
  let ctx: AppContext;
  let projectId: string;
  /** What a search did, in order: the texts it embedded, and `read` for the statement that reads the scope. */
  let steps: string[] = [];

  beforeEach(async () => {
    const services = await testServices({
      embedder: {
        ...embedder,
        embed: (texts) => {
          steps.push(...texts);
          return embedder.embed(texts);
        },
      },
    });
    await emptyDatabase(services.database);
    const { ada } = await people(services);
    ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
    ctx = as(services, ada);
    await addAs('Rosa', ['The cat sleeps on the sofa', 'I bought a green bicycle']);
    return services.database.onQuery((text) => {
      if (text.includes('uuid_hash_extended')) steps.push('read');
    });
  });

  const addAs = (name: string, texts: readonly string[]) =>
    addMemories(ctx, {
      projectId,
      userId: 'rosa',
      infer: false,
      messages: texts.map((content) => ({ role: 'user', name, content })),
    });

  async function search(query: string, options: { keywordSearch?: boolean; userId?: string } = {}) {
    steps = [];
    const { userId = 'rosa', keywordSearch } = options;
    const filter = readFilter({ user_id: userId });
    const { results } = await searchMemories(ctx, { projectId, query, filter, keywordSearch, threshold: 0 });
    return results.map(({ memory, score }) => [memory.text, score] as const);
  }

  it('starts before the scope is read, from the second search in a scope', async () => {
    const first = await search("What is Rosa's bicycle like?");
    expect(steps).toEqual(['read', 'What is your bicycle like?']);
    expect(await search("What is Rosa's bicycle like?")).toEqual(first);
    expect(steps).toEqual(['What is your bicycle like?', 'read']);
    await search('Does Rosa have a cat?');
    expect(steps).toEqual(['Does you have a cat?', 'read']);
  });

  it('is repeated when the names in the scope have changed', async () => {
    await search('Does Rosa have a cat?');
    await addAs('Miso', ['I am afraid of thunder']);
    const after = await search('Is Miso a cat or a dog?');
    expect(steps).toEqual(['Is Miso a cat or a dog?', 'read', 'Is a cat or a dog?']);
    expect(await search('Is Miso a cat or a dog?')).toEqual(after);
    expect(steps).toEqual(['Is a cat or a dog?', 'read']);
  });

  it('is left out by a search for words, and in an empty scope', async () => {
    await search('Does Rosa have a cat?');
    await search('Does Rosa have a cat?', { keywordSearch: true });
    expect(steps).toEqual(['read']);
    for (const _ of [1, 2]) {
      await search('Does Rosa have a cat?', { userId: 'leo' });
      expect(steps).toEqual(['read']);
    }
  });
});
