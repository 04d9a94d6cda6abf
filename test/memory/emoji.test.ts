import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

const guitar = 'Practised for two hours 🎸🔥';
const texts = [
  'I moved to Lisbon in March.',
  guitar,
  'We won the match ⚽',
  'I ate a whole pizza 🍕 on my own.',
  'My sister sings in a choir.',
  'Thumbs up from the boss 👍🏽',
  'Our holiday: 🇵🇹',
  'My doctor is 👩‍⚕️ Dr. Brook',
];

describe.each(['local', 'none'] as const)('a query that is an emoji alone, with embedder %s', (embedder) => {
  let app: TestApp;
  const client = () => app.as(app.admin.apiKey);
  beforeAll(async () => {
    app = await startTestApp({ embedder });
    const messages = texts.map((content) => ({ role: 'user', content }));
    await client().rest('POST', '/v3/memories/add/', { messages, user_id: 'rosa', infer: false });
  });
  afterAll(() => app.close());

  const find = async (query: string) => {
    type Found = { results: { memory: string }[] };
    const { status, body } = await client().rest<Found>('POST', '/v3/memories/search/', {
      query,
      filters: { user_id: 'rosa' },
    });
    expect(status).toBe(200);
    return body.results.map(({ memory }) => memory);
  };

  it.each([
    ['🎸', guitar],
    ['⚽', texts[2]],
    ['⚽️', texts[2]],
    ['🍕🍕', texts[3]],
    ['👍', texts[5]],
    ['👍🏿', texts[5]],
    ['🇵🇹', texts[6]],
    ['👩‍⚕️', texts[7]],
    ['🎸?', guitar],
  ])('finds the memory that contains it first: %s', async (query, expected) => {
    expect((await find(query))[0]).toBe(expected);
  });

  it('that no memory contains is no error, and finds the nearest memories if there is an embedder', async () => {
    expect((await find('🦄')).length > 0).toBe(embedder === 'local');
  });
});
