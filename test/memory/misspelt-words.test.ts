import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// 84 misspelt words in seven languages, each alone as a query, over twelve memories of a user.

interface Query {
  readonly language: string;
  readonly query: string;
  /** The memory that answers it. */
  readonly memory: string;
}

function read(): Query[] {
  const sections = readFileSync(new URL('data/misspelt-words.txt', import.meta.url), 'utf8').split(/^# (?=\w\w$)/mu);
  return sections.slice(1).flatMap((section) => {
    const [language = '', ...lines] = section.split('\n').filter((line) => line !== '');
    return lines.map((line) => {
      const [query = '', memory = ''] = line.split(' | ');
      return { language, query, memory };
    });
  });
}

const queries = read();
let app: TestApp;
const client = () => app.as(app.admin.apiKey);

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
  for (const language of new Set(queries.map((own) => own.language))) {
    const own = queries.filter((each) => each.language === language);
    const messages = own.map(({ memory }) => ({ role: 'user', content: memory }));
    await client().rest('POST', '/v3/memories/add/', { messages, user_id: language, infer: false });
  }
});
afterAll(() => app.close());

async function find(language: string, query: string): Promise<string[]> {
  const { body } = await client().rest<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', {
    query,
    filters: { user_id: language },
  });
  return body.results.map(({ memory }) => memory);
}

it.each([
  ['es', 'ordenadro', 'El año pasado me compré un ThinkPad.'],
  ['fr', 'mutuele', 'La mutuelle me rembourse les lunettes.'],
  ['nl', 'huisdire', 'Onze poes heet Mimi.'],
])('finds first what a misspelt word means, whether the memory has the word or not: %s, %s', async (...row) => {
  const [language, query, memory] = row;
  expect((await find(language, query))[0]).toBe(memory);
});

it('finds first the memories of at least 70 of 84 misspelt words', { timeout: 120_000 }, async () => {
  const missed: string[] = [];
  for (const { language, query, memory } of queries)
    if ((await find(language, query))[0] !== memory) missed.push(query);
  expect(queries).toHaveLength(84);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(14);
});
