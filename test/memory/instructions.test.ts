import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// Standing instructions and preferences of the user, which each API shows beside the results of a search.

let app: TestApp;
const client = () => app.as(app.admin.apiKey);
const standing = 'Always answer in French.';
const preference = 'I prefer window seats on trains.';
const trip = 'My train to Lisbon leaves on Friday.';

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
  const texts = [standing, preference, trip, 'I love sushi.', 'My sister is called Noor.'];
  await client().rest('POST', '/v3/memories/add/', {
    messages: texts.map((content) => ({ role: 'user', content })),
    user_id: 'ada',
    infer: false,
  });
});
afterAll(() => app.close());

interface Told {
  readonly id: string;
  readonly memory: string;
}

describe('the instructions beside the results of a search', () => {
  it('are the same in GraphQL, both REST APIs and MCP', async () => {
    const document = `query ($query: String!) {
      searchMemories(query: $query, topK: 1, filter: { userId: { eq: "ada" } }) { results { memory { text } } instructions { id text } }
    }`;
    const query = 'Which seat should I book on the train to Lisbon?';
    const { body: found } = await client().rest<{
      data: { searchMemories: { results: unknown; instructions: { id: string; text: string }[] } };
    }>('POST', '/graphql', { query: document, variables: { query } });
    const { results, instructions } = found.data.searchMemories;
    expect(results).toHaveLength(1);
    expect(instructions.map(({ text }) => text).sort()).toEqual([standing, preference].sort());
    const told: Told[] = instructions.map(({ id, text }) => ({ id, memory: text }));

    const filters = { user_id: 'ada' };
    const hosted = await client().rest<{ instructions: Told[] }>('POST', '/v3/memories/search/', { query, filters });
    expect(hosted.body.instructions).toEqual(told);
    const selfHosted = await client().rest<{ instructions: Told[] }>('POST', '/search', { query, filters });
    expect(selfHosted.body.instructions).toEqual(told);

    const agent = new Client({ name: 'test-agent', version: '1.2.3' });
    const url = new URL('/mcp', (await app.app.listen()).apiUrl);
    const headers = { authorization: `Bearer ${app.admin.apiKey}` };
    await agent.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    const answer = await agent.callTool({ name: 'search_memories', arguments: { query, user_id: 'ada' } });
    expect(answer.structuredContent).toMatchObject({ instructions: told });
    const profile = await agent.readResource({ uri: 'memory-gateway://users/ada/profile' });
    const [content] = profile.contents as { text: string }[];
    expect(JSON.parse(content?.text ?? '')).toMatchObject({ instructions: [{ memory: standing }, {}, {}] });
    await agent.close();
  });

  it('show an instruction that does not resemble the query, whatever the threshold', async () => {
    const { body } = await client().rest<{ results: unknown[]; instructions: Told[] }>('POST', '/v3/memories/search/', {
      query: 'Who is my sister?',
      filters: { user_id: 'ada' },
      threshold: 1,
    });
    expect([body.results, body.instructions.map(({ memory }) => memory)]).toEqual([[], [standing]]);
  });
});

describe('the instructions of a profile', () => {
  it('begin with the standing ones', async () => {
    const query = '{ profile(userId: "ada") { instructions { text } } }';
    const { body } = await client().rest<{ data: { profile: { instructions: { text: string }[] } } }>(
      'POST',
      '/graphql',
      { query },
    );
    const texts = body.data.profile.instructions.map(({ text }) => text);
    expect(texts).toEqual([standing, 'I love sushi.', preference]);
    const { body: hosted } = await client().rest<{ instructions: Told[] }>('GET', '/v2/entities/user/ada/profile/');
    expect(hosted.instructions.map(({ memory }) => memory)).toEqual(texts);
  });
});
