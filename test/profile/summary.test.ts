import { beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { generateProfile, summarize } from '@memory-gateway/memory-engine';
import { summarizeMemories } from '../../src/resolvers/summary/summarize-memories.js';
import { as, people, tenant, testServices, type People, type TestServices } from '../helpers/context.js';
import { addMemory } from './helpers.js';

let services: TestServices;
let folk: People;
let projectId: string;
let ada: AppContext;

beforeEach(async () => {
  services = await testServices();
  folk = await people(services);
  ({ projectId } = await tenant(services, [
    [folk.ada, 'OWNER'],
    [folk.bob, 'READER'],
  ]));
  ada = as(services, folk.ada);
});

const remember = (content: string, more?: object) => addMemory(ada, projectId, { content, more });

describe('a summary', () => {
  it('says by category what the memories say, each text once', async () => {
    expect(await summarizeMemories(ada, { projectId, filters: { user_id: 'rosa' } })).toEqual({
      text: null,
      memories: 0,
      used: 0,
    });
    await remember('I play football every weekend');
    await remember('Li likes tea', { userId: 'li' });
    const { text, memories } = await summarizeMemories(ada, { projectId, filters: { user_id: 'rosa' } });
    expect(memories).toBe(1);
    expect(text).toMatch(/^[a-z ]+: I play football every weekend\.$/);
    await expect(summarizeMemories(ada, { projectId, filters: { colour: 1 } })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });

  it('is bounded', () => {
    const many = Array.from({ length: 200 }, (_, n) => ({
      text: `${n} ${'word '.repeat(400)}`,
      categories: [`category_${n % 40}`],
    }));
    expect(summarize(many).length).toBeLessThan(6_000);
    expect(
      summarize([
        { text: 'One', categories: ['a'] },
        { text: 'Two!', categories: ['a', 'b'] },
        { text: 'one ', categories: null },
      ]),
    ).toBe('a: One. Two!\nmisc: one.');
    expect(summarize([])).toBe('');
  });

  it('and a profile have the same groups', async () => {
    const base = {
      id: '1',
      userId: 'rosa',
      agentId: null,
      appId: null,
      runId: null,
      metadata: null,
      actor: null,
      role: null,
      hash: '',
      immutable: false,
      expirationDate: null,
      eventDate: null,
      createdAt: new Date(),
      updatedAt: new Date(),
    };
    expect(
      await generateProfile(
        [
          { ...base, text: 'One', categories: ['a'] },
          { ...base, text: 'Two', categories: [] },
        ],
        { schema: null, instructions: null },
      ),
    ).toEqual({ a: ['One'], misc: ['Two'] });
  });
});
