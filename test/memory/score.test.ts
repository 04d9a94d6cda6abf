import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCorpus } from '../../bench/retrieval/corpus.js';
import type { AppContext } from '../../src/context.js';
import { createLocalEmbedder } from '@memory-gateway/models';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { as, people, tenant, testServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';

describe('the answerability of a search in a conversation', () => {
  const embedder = createLocalEmbedder();
  let ctx: AppContext;
  let projectId: string;

  beforeAll(async () => {
    const services = await testServices({ embedder });
    await emptyDatabase(services.database);
    const { ada } = await people(services);
    ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
    ctx = as(services, ada);
    const conversation = (await readCorpus()).find(({ id }) => id === 'en-1');
    for (const session of new Set(conversation?.turns.map((turn) => turn.session))) {
      const turns = conversation?.turns.filter((turn) => turn.session === session) ?? [];
      await addMemories(ctx, {
        projectId,
        userId: 'ruth',
        runId: String(session),
        infer: false,
        timestamp: new Date(`${turns[0]?.date}Z`),
        messages: turns.map(({ text, speaker }) => ({ role: 'user', content: text, name: speaker })),
      });
    }
  });

  afterAll(() => embedder.close());

  const search = (query: string) => searchMemories(ctx, { projectId, query, threshold: 0, explain: true });

  it.each(["What is wrong with Biscuit's leg?", 'What did the council offer Ruth?', 'How old is Biscuit?'])(
    'is at least .5 for a question with an answer: %s',
    async (query) => expect((await search(query)).answerability).toBeGreaterThanOrEqual(0.5),
  );

  it.each([
    'What is my favorite dinosaur?',
    'zxcvbnm',
    'zxcvbnm on 11 February 2025',
    'Which telescope did Imani use to watch Saturn?',
    'How many goals did Ruth score for the football club?',
  ])('is below .5 for a question about something that was never said: %s', async (query) => {
    const { results, answerability } = await search(query);
    expect(answerability).toBeLessThan(0.5);
    for (const { score, explain } of results) {
      const sum = Object.values(explain?.contributions ?? {}).reduce((total, part) => total + part, 0);
      expect(sum).toBeCloseTo(explain?.logit ?? NaN, 9);
      expect(1 / (1 + Math.exp(-sum))).toBeCloseTo(score, 9);
    }
  });
});
