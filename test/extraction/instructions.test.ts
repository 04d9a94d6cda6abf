import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// 23 instructions of projects and clients in four languages, each with five messages, added through the REST API without a language model.

interface Instructed {
  readonly instructions: string;
  readonly messages: readonly string[];
  /** Messages that the instructions let become memories. */
  readonly kept: readonly string[];
}

function read(part: 'choose' | 'judge'): Instructed[] {
  const lines = readFileSync(new URL(`data/instructions-${part}.txt`, import.meta.url), 'utf8').split('\n');
  const blocks: { instructions: string; messages: string[]; kept: string[] }[] = [];
  for (const line of lines.filter((each) => /^[=+-] /u.test(each))) {
    const text = line.slice(2);
    if (line.startsWith('=')) blocks.push({ instructions: text, messages: [], kept: [] });
    else {
      blocks.at(-1)?.messages.push(text);
      if (line.startsWith('+')) blocks.at(-1)?.kept.push(text);
    }
  }
  return blocks;
}

/** Only a language model can follow these. */
const forModels = ['Keep each memory short, at most ten words.', 'Write every memory in the third person.'];

let app: TestApp;
const client = () => app.as(app.admin.apiKey);

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** @returns the id of the event, and the instructions that the response says have no effect */
async function add({ instructions, messages }: Instructed, userId: string) {
  const { body } = await client().rest<{ event_id: string; ignored_instructions?: string[] }>(
    'POST',
    '/v3/memories/add/',
    {
      messages: messages.map((content) => ({ role: 'user', content })),
      user_id: userId,
      custom_instructions: instructions,
    },
  );
  return { eventId: body.event_id, ignored: body.ignored_instructions ?? [] };
}

async function listTexts(userId: string): Promise<string[]> {
  type Page = { results: { memory: string }[] };
  const { body } = await client().rest<Page>('POST', '/v3/memories/', { filters: { user_id: userId } });
  return body.results.map(({ memory }) => memory);
}

async function listIgnored(eventId: string): Promise<string[]> {
  type Event = { metadata: { ignored_instructions?: string[] } | null };
  const { body } = await client().rest<Event>('GET', `/v1/event/${eventId}/`);
  return body.metadata?.ignored_instructions ?? [];
}

describe('instructions that are followed without a language model', () => {
  it.each([
    ['choose', 13, 0],
    ['judge', 10, 1],
  ] as const)('decide what becomes a memory: %s', { timeout: 60_000 }, async (...[part, count, mostLost]) => {
    const blocks = read(part);
    expect(blocks).toHaveLength(count);
    const added = [];
    for (const [index, block] of blocks.entries())
      added.push({ ...block, ...(await add(block, `${part}-${index}`)), userId: `${part}-${index}` });
    await idle(app.app.services);
    const [stored, lost]: [string[], string[]] = [[], []];
    for (const { userId, eventId, ignored, instructions, messages, kept } of added) {
      const unfollowed = forModels.includes(instructions) ? [instructions] : [];
      expect([ignored, await listIgnored(eventId)]).toEqual([unfollowed, unfollowed]);
      const memories = await listTexts(userId);
      stored.push(...memories.filter((text) => messages.includes(text) && !kept.includes(text)));
      lost.push(...kept.filter((text) => !memories.includes(text)));
    }
    expect(stored).toEqual([]);
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(mostLost);
  });
});
