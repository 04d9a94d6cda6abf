import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// 40 queries with typing errors, other accents and spellings, identifiers of code, emoji and numbers in words, over 40 memories of one user.

interface Query {
  readonly query: string;
  /** The memory that answers it. */
  readonly memory: string;
}

function read(part: 'choose' | 'judge'): Query[] {
  return readFileSync(new URL(`data/odd-queries-${part}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [query = '', memory = ''] = line.split(' | ');
      return { query, memory };
    });
}

const parts = { choose: read('choose'), judge: read('judge') };

let app: TestApp;
const client = () => app.as(app.admin.apiKey);

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
  const messages = [...parts.choose, ...parts.judge].map(({ memory }) => ({ role: 'user', content: memory }));
  await client().rest('POST', '/v3/memories/add/', { messages, user_id: 'rosa', infer: false });
});
afterAll(() => app.close());

describe('a query in unusual spelling', () => {
  it.each([
    ['choose', 1],
    ['judge', 0],
  ] as const)(
    'finds its memory among the first five, for as many of 20 as the documentation says: %s',
    { timeout: 60_000 },
    async (part, missing) => {
      const missed: string[] = [];
      for (const { query, memory } of parts[part]) {
        const { body } = await client().rest<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', {
          query,
          filters: { user_id: 'rosa' },
        });
        if (!body.results.slice(0, 5).some((result) => result.memory === memory)) missed.push(query);
      }
      expect(parts[part]).toHaveLength(20);
      expect(missed.length, missed.join('\n')).toBe(missing);
    },
  );
});
