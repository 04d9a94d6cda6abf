import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// 54 questions with words of time in seven languages, 14 of them as typed in chats, asked on 20 May 2026, each over four dated memories that differ in their times.

interface Question {
  readonly query: string;
  /** The memory that answers it. */
  readonly answer: string;
  readonly memories: readonly { readonly day: string; readonly text: string }[];
}

function read(part: 'choose' | 'judge' | 'typed'): Question[] {
  return readFileSync(new URL(`data/time-words-${part}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [query = '', ...cells] = line.split(' | ');
      const memories = cells.map((cell) => ({ day: cell.slice(0, 10), text: cell.slice(12) }));
      return { query, answer: memories[0]?.text ?? '', memories };
    });
}

let app: TestApp;
const client = () => app.as(app.admin.apiKey);

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
});
afterAll(() => app.close());

describe('a question with words of time', () => {
  it.each([
    ['choose', 20],
    ['judge', 20],
    ['typed', 14],
  ] as const)('finds the memory of that time first, each time: %s', { timeout: 60_000 }, async (part, count) => {
    const questions = read(part);
    const wrong: string[] = [];
    for (const [index, { query, answer, memories }] of questions.entries()) {
      const userId = `${part}-${index}`;
      const messages = memories.map(({ day, text }) => ({
        role: 'user',
        content: text,
        timestamp: Date.parse(`${day}T18:00:00Z`) / 1000,
      }));
      await client().rest('POST', '/v3/memories/add/', { messages, user_id: userId, infer: false });
      const { body } = await client().rest<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', {
        query,
        filters: { user_id: userId },
        reference_date: '2026-05-20T12:00:00Z',
      });
      if (body.results[0]?.memory !== answer) wrong.push(`${query}: ${body.results[0]?.memory}`);
    }
    expect(questions).toHaveLength(count);
    expect(wrong).toEqual([]);
  });

  it('asks for a day, not for the last of several memories, by "the last day of April"', async () => {
    const messages = [
      { role: 'user', content: 'My boiler broke.', timestamp: Date.parse('2026-04-30T18:00:00Z') / 1000 },
      { role: 'user', content: 'My zip broke.', timestamp: Date.parse('2026-05-01T06:00:00Z') / 1000 },
    ];
    await client().rest('POST', '/v3/memories/add/', { messages, user_id: 'last-day', infer: false });
    const { body } = await client().rest<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', {
      query: 'What happened on the last day of April?',
      filters: { user_id: 'last-day' },
      reference_date: '2026-05-20T12:00:00Z',
    });
    expect(body.results.map(({ memory }) => memory)).toEqual(messages.map(({ content }) => content));
  });
});
