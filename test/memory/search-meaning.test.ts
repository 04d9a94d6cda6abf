import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { createLocalEmbedder } from '@memory-gateway/models';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import { as, people, tenant, testServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';

const texts = [
  'My sister got married on a beach in Portugal',
  'I take the tram to the office every morning',
  'Our cat Miso is afraid of thunder',
  'The doctor told me to avoid peanuts',
];

describe('searching by meaning', () => {
  const embedder = createLocalEmbedder();
  let ctx: AppContext;
  let projectId: string;

  beforeAll(async () => {
    const services = await testServices({ embedder });
    await emptyDatabase(services.database);
    const { ada } = await people(services);
    ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
    ctx = as(services, ada);
    await addMemories(ctx, {
      projectId,
      userId: 'rosa',
      infer: false,
      messages: texts.map((content) => ({ role: 'user', content })),
    });
  });

  afterAll(() => embedder.close());

  it.each([
    ['Which food allergy do I have?', texts[3]],
    ['wedding at the seaside', texts[0]],
    ['How do I commute to work?', texts[1]],
    ['Is my pet scared of storms?', texts[2]],
  ])('answers %j with the memory that is meant, in other words', async (query, expected) => {
    const { results } = await searchMemories(ctx, { projectId, query });
    expect(results[0]?.memory.text).toBe(expected);
    expect(results.every((result) => result.score > 0 && result.score <= 1)).toBe(true);
    expect(results[0]?.score).toBeGreaterThan(0.1);
  });

  it('follows a changed text', async () => {
    const { results } = await searchMemories(ctx, { projectId, query: 'wedding at the seaside' });
    await updateMemory(ctx, { projectId, id: results[0]?.memory.id ?? '', text: 'My sister repairs old motorcycles' });
    const after = await searchMemories(ctx, { projectId, query: 'vintage motorbike restoration' });
    expect(after.results[0]?.memory.text).toBe('My sister repairs old motorcycles');
  });
});
