import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { callTool } from '../options/callers.js';

// `order` of a search: best first, or from the oldest to the newest, in every API.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const add = (text: string, date: string) =>
    rest('/v3/memories/add/', {
      messages: [{ role: 'user', content: text }],
      user_id: 'ada',
      infer: false,
      timestamp: date,
    });
  await add('We saw the bridge of Porto.', '2026-03-03T12:00:00Z');
  await add('We saw the bridge and the harbor of Genoa, a bridge of ropes.', '2026-03-01T12:00:00Z');
  await add('We saw the bridge of Bilbao in the rain.', '2026-03-02T12:00:00Z');
});
afterAll(() => app.close());

async function rest<Body = unknown>(path: string, body: object): Promise<Body> {
  return (await app.as(app.admin.apiKey).rest<Body>('POST', path, body)).body;
}

interface Found {
  readonly results: readonly { readonly memory: string }[];
}
type Search = (query: string, order: 'relevance' | 'date' | undefined, most?: number) => Promise<string[]>;

const textsOf = ({ results }: Found) => results.map(({ memory }) => memory);
const searches: Readonly<Record<string, Search>> = {
  'POST /v3/memories/search/': async (query, order, top_k) =>
    textsOf(await rest('/v3/memories/search/', { query, order, top_k, filters: { user_id: 'ada' } })),
  'POST /search': async (query, order, top_k) =>
    textsOf(await rest('/search', { query, order, top_k, user_id: 'ada' })),
  'the tool search_memories': async (query, order, limit) =>
    textsOf(await callTool<Found>(app, 'search_memories', { query, order, limit, user_id: 'ada' })),
  searchMemories: async (query, order = 'relevance', topK = 10) => {
    const { data } = await rest<{ data: { searchMemories: { results: { memory: { text: string } }[] } } }>('/graphql', {
      query:
        'query ($query: String!, $order: SearchOrder!, $topK: Int!) { searchMemories(query: $query, order: $order, topK: $topK) { results { memory { text } } } }',
      variables: { query, order: order.toUpperCase(), topK },
    });
    return data.searchMemories.results.map(({ memory }) => memory.text);
  },
};

describe.each(Object.entries(searches))('a search by %s', (_name, search) => {
  const [porto, genoa, bilbao] = [
    'We saw the bridge of Porto.',
    'We saw the bridge and the harbor of Genoa, a bridge of ropes.',
    'We saw the bridge of Bilbao in the rain.',
  ];

  it('returns the best memories first, and from the oldest to the newest if it asks for dates', async () => {
    expect((await search('bridge in the rain', undefined))[0]).toBe(bilbao);
    expect(new Set(await search('bridge', 'relevance'))).toEqual(new Set([porto, genoa, bilbao]));
    expect(await search('bridge', 'date')).toEqual([genoa, bilbao, porto]);
  });

  it('sorts by date the best memories, not the oldest ones', async () => {
    expect(await search('bridge of Porto', 'date', 1)).toEqual([porto]);
  });
});

it('refuses an order that does not exist, and names it', async () => {
  const refused = await app
    .as(app.admin.apiKey)
    .rest('POST', '/v3/memories/search/', { query: 'bridge', order: 'newest', filters: { user_id: 'ada' } });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('order')]);
});
