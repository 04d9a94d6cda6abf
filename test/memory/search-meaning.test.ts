import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { createLocalEmbedder } from '@memory-gateway/models';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
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

  describe('of facts that share no word with the question', () => {
    const facts = [
      'Morag and I have been married forty-two years',
      'We drive a Citroën Berlingo',
      'Bracken is our border collie',
      'The van needs new tyres',
      'I play the fiddle at the Friday session',
      "We're seeing Fontaines D.C. on the 21st of February",
      'I start an internship at Granada in June',
      'I do reformer Pilates on Wednesday nights',
      'I broke my wrist skateboarding',
    ];

    beforeAll(() =>
      addMemories(ctx, {
        projectId,
        userId: 'isla',
        infer: false,
        messages: facts.map((content) => ({ role: 'user', content })),
      }),
    );

    it.each([
      ["What's my wife's name?", facts[0]],
      ['When is the concert?', facts[5]],
    ])('answers %j with the statement that answers it', async (query, expected) => {
      const { results } = await searchMemories(ctx, { projectId, query, filter: readFilter({ user_id: 'isla' }) });
      expect(results[0]?.memory.text).toBe(expected);
    });
  });

  it('follows a changed text', async () => {
    const { results } = await searchMemories(ctx, { projectId, query: 'wedding at the seaside' });
    await updateMemory(ctx, { projectId, id: results[0]?.memory.id ?? '', text: 'My sister repairs old motorcycles' });
    const after = await searchMemories(ctx, { projectId, query: 'vintage motorbike restoration' });
    expect(after.results[0]?.memory.text).toBe('My sister repairs old motorcycles');
  });
});
