import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { memoriesOf } from './secret-sets.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.close());

/** Returns the lines of a set: what is said, and what is stored of it. */
function read(name: string): (readonly [string, string])[] {
  const lines = readFileSync(new URL(`data/${name}.txt`, import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' => '))
    .map(([said = '', fact = '']) => [said, fact] as const);
}

async function store(userId: string, texts: readonly string[]): Promise<string[]> {
  for (const content of texts)
    await app
      .as(app.admin.apiKey)
      .rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content }], user_id: userId });
  await idle(app.app.services);
  return memoriesOf(app, userId);
}

describe('an extraction without a language model', { timeout: 60_000 }, () => {
  // No rule was chosen on the parts `judge`.
  it.each([
    ['choose', 13],
    ['judge', 12],
  ])('stores the fact alone that a request names: %s', async (part, count) => {
    const lines = read(`requests-${part}`);
    expect(lines).toHaveLength(count);
    const stored = await store(
      `requests-${part}`,
      lines.map(([said]) => said),
    );
    expect(stored.toSorted()).toEqual(lines.map(([, fact]) => fact).toSorted());
  });

  it.each([
    ['choose', 13, []],
    ['judge', 12, ['gotta go, talk later', 'youll never guess what happened', 'hang on a sec']],
  ])('stores no chatter, except what is listed here: %s', async (part, count, known) => {
    const lines = read(`chatter-${part}`).map(([said]) => said);
    expect(lines).toHaveLength(count);
    expect((await store(`chatter-${part}`, lines)).toSorted()).toEqual(known.toSorted());
  });

  it('keeps statements that begin like chatter, and requests that name no fact as they are', async () => {
    const whole = [
      'want to see a doctor about my knee',
      'My son wants to hear a story every night',
      'remember to always answer in French',
      "don't forget to water the plants on Monday",
    ];
    expect((await store('whole', whole)).toSorted()).toEqual(whole.toSorted());
    const none = [
      'can you remember what I said?',
      'remember that my PIN is 4921',
      'Can you remember that my locker code is blue horse staple?',
    ];
    expect(await store('none', none)).toEqual([]);
  });
});
