import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// A search that is read page by page, while memories are added.

let app: TestApp;
let url: URL;
beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
  url = new URL('/mcp', (await app.app.listen()).apiUrl);
});
afterAll(() => app.close());

const query = 'Which boat did we rent?';
const places = ['Oslo', 'Split', 'Naxos', 'Malmö', 'Porto', 'Genoa', 'Turku', 'Varna', 'Poole', 'Cádiz', 'Odense'];
const add = (texts: readonly string[]) =>
  app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
    messages: texts.map((content) => ({ role: 'user', content })),
    user_id: 'ada',
    infer: false,
  });

beforeEach(async () => {
  await app.reset();
  await add(places.map((place) => `In ${place} we rented a boat.`));
  await add(Array.from({ length: 12 }, (_, index) => `The meeting of week ${index} is in room ${index}.`));
});

interface Found {
  readonly results: { readonly memory: string }[];
  readonly next_cursor: string | null;
}
type Read = (after: string | null) => Promise<Found>;

const body = (after: string | null) => ({
  query,
  filters: { user_id: 'ada' },
  top_k: 4,
  threshold: 0,
  ...(after && { after }),
});
const rest =
  (path: string): Read =>
  async (after) =>
    (await app.as(app.admin.apiKey).rest<Found>('POST', path, body(after))).body;
const overGraphQL: Read = async (after) => {
  const document = `query ($query: String!, $after: String) {
    searchMemories(query: $query, after: $after, topK: 4, threshold: 0, filter: { userId: { eq: "ada" } }) {
      results { memory { text } } nextCursor } }`;
  const answer = await app.as(app.admin.apiKey).rest<{
    data: { searchMemories: { results: { memory: { text: string } }[]; nextCursor: string | null } };
  }>('POST', '/graphql', { query: document, variables: { query, after } });
  const { results, nextCursor } = answer.body.data.searchMemories;
  return { results: results.map(({ memory }) => ({ memory: memory.text })), next_cursor: nextCursor };
};
const overMcp: Read = async (after) => {
  const agent = new Client({ name: 'test-agent', version: '1.2.3' });
  const headers = { authorization: `Bearer ${app.admin.apiKey}` };
  await agent.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const given = { query, user_id: 'ada', limit: 4, threshold: 0, ...(after && { after }) };
  const answer = await agent.callTool({ name: 'search_memories', arguments: given });
  await agent.close();
  return answer.structuredContent as Found;
};

/** Reads all pages, and adds a better match before each page. */
async function readAll(read: Read): Promise<string[][]> {
  const pages: string[][] = [];
  let page = await read(null);
  for (let number = 1; ; number += 1) {
    pages.push(page.results.map(({ memory }) => memory));
    if (page.next_cursor === null) return pages;
    await add([`${query} The boat that we rented was number ${number}.`]);
    page = await read(page.next_cursor);
  }
}

describe('a search that is read page by page', () => {
  it.each([
    ['GraphQL', overGraphQL],
    ['the hosted API', rest('/v3/memories/search/')],
    ['the self-hosted API', rest('/search')],
    ['MCP', overMcp],
  ] as const)(
    'returns each memory once over %s, the best first, without those that are added meanwhile',
    async (_name, read) => {
      const pages = await readAll(read);
      expect(pages.map((page) => page.length)).toEqual([4, 4, 4, 4, 4, 3]);
      const texts = pages.flat();
      expect(new Set(texts).size).toBe(23);
      expect(texts.slice(0, 11).every((text) => text.endsWith('we rented a boat.'))).toBe(true);
    },
  );

  it('ends where the default cut ends', async () => {
    const { body: whole } = await app.as(app.admin.apiKey).rest<Found>('POST', '/v3/memories/search/', {
      ...body(null),
      threshold: undefined,
      top_k: 100,
    });
    const pages = await readAll(async (after) => {
      const given = { ...body(after), threshold: undefined };
      return (await app.as(app.admin.apiKey).rest<Found>('POST', '/v3/memories/search/', given)).body;
    });
    expect(pages.flat().sort()).toEqual(whole.results.map(({ memory }) => memory).sort());
    expect(whole.next_cursor).toBeNull();
  });

  it('refuses the cursor of another search, and what is no cursor, by the name of the argument', async () => {
    const { next_cursor: after } = await rest('/search')(null);
    const ask = (given: object) =>
      app.as(app.admin.apiKey).rest('POST', '/v3/memories/search/', { ...body(null), ...given });
    const [, ...parts] = JSON.parse(Buffer.from(after ?? '', 'base64url').toString()) as unknown[];
    const forge = (time: string) => Buffer.from(JSON.stringify([time, ...parts])).toString('base64url');
    const forged = ['-271821-04-20T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'].map(
      (time) => ({ after: forge(time) }),
    );
    const none = [{ after: 'abc' }, { after: 'WyJ4IiwieSIsInoiXQ' }];
    for (const given of [{ after, query: 'another question' }, ...none, ...forged]) {
      const { status, body: answer } = await ask(given);
      expect([status, JSON.stringify(answer)]).toEqual([400, expect.stringContaining('after')]);
    }
  });
});
