import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// Applications let a language model of their own write facts, in the third person, and store them word for word.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
});
afterAll(() => app.close());

const linesOf = (name: string) => readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8').split('\n');

async function addInTurn(userId: string, texts: readonly string[]): Promise<void> {
  for (const content of texts)
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content }],
      user_id: userId,
      infer: false,
    });
}

/** Returns the texts of a user's memories that are not outdated, as `latest_only` lists them. */
async function listLatest(userId: string): Promise<string[]> {
  const { body } = await app
    .as(app.admin.apiKey)
    .rest<{ results: { memory: string }[] }>('POST', '/v3/memories/?page_size=100', {
      filters: { user_id: userId },
      latest_only: true,
    });
  return body.results.map(({ memory }) => memory);
}

it('four of 114 true facts about two persons by name are taken for outdated', { timeout: 60_000 }, async () => {
  const persons = linesOf('facts-by-model.txt').join('\n').split('\n\n').slice(1);
  const hidden: string[] = [];
  for (const [index, person] of persons.entries()) {
    const texts = person.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    await addInTurn(`person-${index}`, texts);
    const latest = await listLatest(`person-${index}`);
    hidden.push(...texts.filter((text) => !latest.includes(text)));
  }
  expect(hidden).toHaveLength(4);
});

/** Returns the rows of a file behind their language, of six languages. */
const pairsOf = (name: string) =>
  linesOf(name)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' | ').slice(1));

/** Returns the first statements of pairs that are outdated when the second one is stored. */
async function listOutdated(name: string): Promise<string[]> {
  const outdated: string[] = [];
  for (const [index, pair] of pairsOf(name).entries()) {
    await addInTurn(`${name}-${index}`, pair);
    const latest = await listLatest(`${name}-${index}`);
    outdated.push(...pair.filter((text) => !latest.includes(text)));
  }
  return outdated;
}

it(
  'of 40 true facts about persons by name in six languages, none is taken for outdated',
  { timeout: 60_000 },
  async () => {
    expect(await listOutdated('named-true.txt')).toEqual([]);
  },
);

it('all of 20 corrections of facts about persons by name in six languages outdate the fact', async () => {
  const outdated = await listOutdated('named-updates.txt');
  const facts = pairsOf('named-updates.txt').map(([fact]) => fact);
  expect(outdated.filter((text) => !facts.includes(text))).toEqual([]);
  expect([facts.length, outdated.length]).toEqual([20, 20]);
});

it('29 of 31 corrections of facts about "the user" in six languages outdate the fact', async () => {
  const pairs = linesOf('updates-by-model.txt').flatMap((line) => {
    const [fact, correction] = line.split(' | ');
    return fact && correction && !line.startsWith('#') ? [{ fact, correction }] : [];
  });
  const found: string[] = [];
  for (const [index, { fact, correction }] of pairs.entries()) {
    await addInTurn(`user-${index}`, [fact, correction]);
    const latest = await listLatest(`user-${index}`);
    if (!latest.includes(fact) && latest.includes(correction)) found.push(fact);
  }
  expect([pairs.length, found.length]).toEqual([31, 29]);
});
