import { beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import type { SearchSettings } from '../../src/resolvers/memory/search-pool.js';
import { as, people, tenant, testServices } from '../helpers/context.js';
import { fakeEmbedder } from './fake-embedder.js';

let ctx: AppContext;
let projectId: string;

beforeEach(async () => {
  const services = await testServices({ embedder: fakeEmbedder() });
  const { ada } = await people(services);
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  ctx = as(services, ada);
  const texts = [
    'I went to Porto by train',
    'My children love mice',
    'The lamp was sold on Monday',
    'It rained all day',
  ];
  const messages = texts.map((content) => ({ role: 'user' as const, content }));
  await addMemories(ctx, { projectId, userId: 'rosa', infer: false, messages });
});

const sizes: readonly (readonly [string, Partial<SearchSettings>])[] = [
  ['read whole', {}],
  ['compared whole', { wholeScopeMax: 1 }],
  ['read through the indexes', { wholeScopeMax: 1, exactScopeMax: 1 }],
];

describe.each(sizes)('a search by words in a scope that is %s', (_, settings) => {
  it.each([
    ['going', 'I went to Porto by train'],
    ['selling', 'The lamp was sold on Monday'],
    ['kids', 'My children love mice'],
    ['mouse', 'My children love mice'],
  ])('finds irregular forms and everyday synonyms of "%s"', async (query, text) => {
    const { results } = await searchMemories(ctx, { projectId, query, keywordSearch: true, explain: true }, settings);
    expect(results.map(({ memory }) => memory.text)).toEqual([text]);
    expect(results[0]?.explain?.keyword).toBeGreaterThan(0);
  });
});
