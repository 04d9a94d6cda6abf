import { afterAll, beforeAll, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// A user tells several facts in one message, and the client sends it with the defaults.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
});
afterAll(() => app.close());

const facts = [
  'I go climbing every Friday.',
  'I play badminton with my cousin.',
  'I swim in the lake in summer.',
  'My kettle is broken.',
  'I work in a bakery.',
  'My sister lives in Ghent.',
  'I take the tram to town.',
  'I bought a blue sofa.',
  'My rent is 900 euros.',
  'I read crime novels.',
  'I was born in Namur.',
  'My phone has a cracked screen.',
];

async function search(userId: string, query: string) {
  const request = { query, filters: { user_id: userId }, top_k: 3 };
  const { body } = await app
    .as(app.admin.apiKey)
    .rest<{ results: { memory: string; score: number }[] }>('POST', '/v3/memories/search/', request);
  return body.results.map(({ memory, score }) => ({ memory, score }));
}

it('finds facts of one message like facts of several messages', async () => {
  const add = (userId: string, content: string) =>
    app
      .as(app.admin.apiKey)
      .rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content }], user_id: userId });
  for (let at = 0; at < facts.length; at += 3) await add('together', facts.slice(at, at + 3).join(' '));
  for (const fact of facts) await add('apart', fact);
  await idle(app.app.services);
  const found = await search('together', 'Which sports do I do?');
  expect(found.map(({ memory }) => memory).toSorted()).toEqual(facts.slice(0, 3).toSorted());
  expect(await search('apart', 'Which sports do I do?')).toEqual(found);
});
