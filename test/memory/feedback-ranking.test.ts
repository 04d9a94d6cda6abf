import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import { feedbackFactor } from '@memory-gateway/memory-engine';
import { giveFeedback } from '../../src/resolvers/feedback/give-feedback.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import type { SearchMemoriesInput } from '../../src/resolvers/memory/search-input.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { updateProject } from '../../src/resolvers/project/update-project.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';

let services: TestServices;
let ada: CallerUser;
let bob: CallerUser;
let projectId: string;
let ids: Record<string, string>;

beforeAll(async () => {
  services = await testServices();
});
beforeEach(async () => {
  await emptyDatabase(services.database);
  ({ ada, bob } = await people(services));
  ({ projectId } = await tenant(services, [
    [ada, 'OWNER'],
    [bob, 'OWNER'],
  ]));
  ids = {};
  for (const content of [
    'A red stamp',
    'A green stamp',
    'A blue stamp',
    'A stamp from Peru, rare and old, that was sent by sea',
  ]) {
    const messages = [{ role: 'user', content }] as const;
    const { results } = await addMemories(as(services, ada), { projectId, messages, userId: 'rosa', infer: false });
    ids[content] = results?.[0]?.id ?? '';
  }
});

const rate = (by: CallerUser, text: string, feedback: string | null) =>
  giveFeedback(as(services, by), { projectId, memoryId: ids[text] ?? '', feedback });

async function found(more: Partial<SearchMemoriesInput> = {}) {
  const input = { projectId, query: 'stamp', keywordSearch: true, explain: true, ...more };
  return (await searchMemories(as(services, ada), input)).results;
}
const texts = async (more?: Partial<SearchMemoriesInput>) => (await found(more)).map(({ memory }) => memory.text);

describe('feedback in a search', () => {
  it('moves similar results up and down, explained, and up to the bounds of the list', async () => {
    const before = await found();
    expect(before.slice(0, 3).map(({ score }) => score)).toEqual(Array(3).fill(before[0]?.score));
    await rate(ada, 'A green stamp', 'POSITIVE');
    await rate(ada, 'A red stamp', 'NEGATIVE');
    await rate(bob, 'A red stamp', 'VERY_NEGATIVE');
    const after = await found();
    expect(after.slice(0, 2).map(({ memory }) => memory.text)).toEqual(['A green stamp', 'A blue stamp']);
    const scores = (found: typeof after) => new Map(found.map(({ memory, score }) => [memory.id, score]));
    expect(scores(after)).toEqual(scores(before));
    expect(after.map(({ memory, explain }) => [memory.text, Math.sign(explain?.rank.feedback ?? 0)])).toEqual(
      expect.arrayContaining([
        ['A green stamp', 1],
        ['A blue stamp', 0],
        ['A red stamp', -1],
      ]),
    );
    // A memory beyond the limit replaces one that feedback moved down.
    await rate(bob, 'A blue stamp', 'VERY_NEGATIVE');
    expect(await texts({ topK: 1 })).toEqual(['A green stamp']);
  });

  it('has no effect where the project switches it off, when it is taken back, and on reads of the past', async () => {
    const before = await texts();
    await rate(ada, before[0] ?? '', 'VERY_NEGATIVE');
    const moved = await texts();
    expect(moved).not.toEqual(before);
    expect(await texts({ asOf: new Date() })).toEqual(before);
    await updateProject(as(services, ada), { projectId, feedbackRanking: false });
    expect(await texts()).toEqual(before);
    await updateProject(as(services, ada), { projectId, feedbackRanking: true });
    expect(await texts()).toEqual(moved);
    await rate(ada, before[0] ?? '', null);
    expect(await texts()).toEqual(before);
  });

  it('is bounded, however many callers agree', () => {
    const none = { positive: 0, negative: 0, veryNegative: 0 };
    expect(feedbackFactor(none)).toBe(1);
    expect(feedbackFactor({ ...none, positive: 1_000 })).toBe(1.1);
    expect(feedbackFactor({ ...none, veryNegative: 1_000 })).toBe(0.7);
    expect(feedbackFactor({ positive: 2, negative: 1, veryNegative: 0 })).toBe(1);
  });
});
