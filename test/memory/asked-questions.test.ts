import { beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { extractMemories } from '../../src/jobs/extract-memories.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import type { SearchMemoriesInput } from '../../src/resolvers/memory/search-input.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';

let services: TestServices;
let ctx: AppContext;
let projectId: string;

beforeEach(async () => {
  services = await testServices();
  const { ada } = await people(services);
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  ctx = as(services, ada);
  const { event } = await addMemories(ctx, {
    projectId,
    userId: 'rosa',
    messages: [
      { role: 'assistant', content: 'Nice to hear. Which instrument did you practise as a child?' },
      { role: 'user', content: 'My grandfather taught me the cello in his kitchen every Sunday.' },
      { role: 'assistant', content: 'And who repairs it?' },
      { role: 'user', content: 'Noor.' },
    ],
  });
  await extractMemories(services, { eventId: event.id, projectId }, { isLast: true });
});

const answer = 'My grandfather taught me the cello in his kitchen every Sunday.';

async function find(query: string, more: Partial<SearchMemoriesInput> = {}) {
  return (await searchMemories(ctx, { projectId, query, ...more })).results.map(({ memory }) => memory);
}

describe('the question that a memory answers', () => {
  it('finds the memory by its words, and is no part of its text', async () => {
    expect((await find('instrument')).map(({ text }) => text)).toEqual([answer]);
    expect((await find('instruments', { keywordSearch: true })).map(({ text }) => text)).toEqual([answer]);
    expect((await find('repairs')).map(({ text }) => text)).toEqual(['And who repairs it? Noor.']);
  });

  it('no longer finds the memory once its text was changed', async () => {
    const [memory] = await find('instrument');
    const before = new Date();
    await updateMemory(ctx, { projectId, id: memory?.id ?? '', metadata: { source: 'chat' } });
    expect(await find('instrument')).toHaveLength(1);
    await updateMemory(ctx, { projectId, id: memory?.id ?? '', text: 'My grandmother taught me the piano.' });
    expect(await find('instrument')).toEqual([]);
    expect(await find('instrument', { asOf: before })).toHaveLength(1);
  });
});
