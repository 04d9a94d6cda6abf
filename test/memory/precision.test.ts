import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// What `precision: HIGH` returns: what answers the query, by whatever name, and each subject of it.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
  const add = (user_id: string, text: string, day: number) =>
    app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: text }],
      user_id,
      infer: false,
      timestamp: new Date(Date.UTC(2026, 0, day)).toISOString(),
    });
  for (const [index, text] of memories.entries()) await add('team', text, index + 1);
  await add('stranger', 'Project Heron is our name for a birdhouse.', 1);
  await add('stranger', 'Gustav leads the birdhouse works.', 2);
});
afterAll(() => app.close());

const memories = [
  'Project Heron is our internal name for the checkout rewrite.',
  'Ines leads Project Heron.',
  'Everybody calls Robert Lindqvist Bob.',
  'Robert Lindqvist approves invoices above 5,000 euros.',
  'The standup is at 9:15 every morning.',
  'The printer code is on a note under the lid.',
  'The travel budget is 12,000 euros a year.',
  'Deployments are frozen on Fridays.',
  'PACU steht für den Aufwachraum.',
  'Der Aufwachraum hat sechs Betten.',
];

async function find(query: string, more: object = {}): Promise<string[]> {
  const request = { query, filters: { user_id: 'team' }, precision: 'high', ...more };
  const { body } = await app
    .as(app.admin.apiKey)
    .rest<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', request);
  return body.results.map(({ memory }) => memory);
}

describe('a search with high precision', () => {
  it.each([
    ['Who leads the checkout rewrite?', 'Ines leads Project Heron.'],
    ['What does Bob approve?', 'Robert Lindqvist approves invoices above 5,000 euros.'],
    ['Wie viele Betten hat PACU?', 'Der Aufwachraum hat sechs Betten.'],
  ])('finds what the memories call by another name: %s', async (query, answer) => {
    expect(await find(query)).toContain(answer);
  });

  it('finds each subject of a query, and nothing else', async () => {
    expect((await find('When is the standup and where is the printer code?')).sort()).toEqual([
      'The printer code is on a note under the lid.',
      'The standup is at 9:15 every morning.',
    ]);
    expect((await find('the travel budget, the standup and the printer code')).sort()).toEqual([
      'The printer code is on a note under the lid.',
      'The standup is at 9:15 every morning.',
      'The travel budget is 12,000 euros a year.',
    ]);
  });

  it('finds nothing where no memory answers', async () => {
    expect(await find('What is our favourite pizza and who is our landlord?')).toEqual([]);
  });

  it('reads no names from memories of another user', async () => {
    expect(await find('Who leads the birdhouse works?', { filters: { user_id: 'stranger' } })).toEqual([
      'Gustav leads the birdhouse works.',
    ]);
    expect((await find('birdhouse')).some((memory) => memory.includes('Heron'))).toBe(false);
  });

  it('returns at most the number of results that is asked for', async () => {
    expect(await find('When is the standup and where is the printer code?', { top_k: 1 })).toHaveLength(1);
  });
});
