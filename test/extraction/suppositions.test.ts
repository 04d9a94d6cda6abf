import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// 62 sentences in seven languages that state no fact, and 62 facts that resemble them, one request each. Rules were chosen on the parts
// "choose"; the parts "judge" are only measured.

interface Line {
  readonly text: string;
  /** What must be in a memory. */
  readonly fact: string;
}

function read(name: string): Line[] {
  return readFileSync(new URL(`data/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ text: line.replace(/\[\[|\]\]/gu, ''), fact: /\[\[(.+?)\]\]/u.exec(line)?.[1] ?? '' }));
}

const parts = ['choose', 'judge'] as const;
const supposed = { choose: read('supposed-choose'), judge: read('supposed-judge') };
const facts = { choose: read('resembling-facts-choose'), judge: read('resembling-facts-judge') };

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  for (const part of parts)
    for (const [kind, lines] of Object.entries({ supposed: supposed[part], facts: facts[part] }))
      for (const { text } of lines)
        await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
          messages: [{ role: 'user', content: text }],
          user_id: `${kind}-${part}`,
        });
  await idle(app.app.services);
}, 60_000);
afterAll(() => app.close());

async function listTexts(userId: string): Promise<string[]> {
  type Page = { results: { memory: string }[] };
  const path = '/v3/memories/?page_size=200';
  const { body } = await app.as(app.admin.apiKey).rest<Page>('POST', path, { filters: { user_id: userId } });
  return body.results.map(({ memory }) => memory);
}

describe('hypotheses, roles, thanks, exclamations, errors and quotations that are added without a language model', () => {
  it.each(parts)('become no memories: %s', async (part) => {
    expect(supposed[part]).toHaveLength(31);
    expect(await listTexts(`supposed-${part}`)).toEqual([]);
  });
});

describe('facts that resemble them', () => {
  it.each(parts)('become memories: %s', async (part) => {
    const memories = await listTexts(`facts-${part}`);
    expect(facts[part]).toHaveLength(31);
    const missed = facts[part].filter(({ fact }) => !memories.some((memory) => memory.includes(fact)));
    expect(missed.map(({ text }) => text)).toEqual([]);
  });
});
