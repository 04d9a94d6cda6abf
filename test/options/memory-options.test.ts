import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { callTool as callToolOf } from './callers.js';

const owners = { user_id: 'ada', agent_id: 'guide', app_id: 'web', run_id: 'r1' } as const;
type Owner = keyof typeof owners;
type Fields = Readonly<Record<string, unknown>>;

let gateway: TestApp;
beforeAll(async () => {
  gateway = await startTestApp();
  for (const [name, value] of Object.entries(owners))
    await post('/v3/memories/add/', {
      messages: [{ role: 'user', content: `I like tea, says ${value}` }],
      [name]: value,
      infer: false,
      expiration_date: '2999-01-01',
    });
});
afterAll(() => gateway.close());

const client = () => gateway.as(gateway.admin.apiKey);
async function post<Body = Fields>(path: string, body: object): Promise<Body> {
  const response = await client().rest<Body>('POST', path, body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

const callTool = <Result = Fields>(name: string, input: object) => callToolOf<Result>(gateway, name, input);

interface Listed {
  readonly results: readonly { readonly memory: string }[];
}
const textsOf = ({ results }: Listed) => results.map(({ memory }) => memory);
const names = Object.keys(owners) as Owner[];
const own = (name: Owner) => [`I like tea, says ${owners[name]}`];

describe('an owner', () => {
  it.each(names)('narrows the tools of MCP: %s', async (name) => {
    const owner = { [name]: owners[name] };
    expect(textsOf(await callTool<Listed>('search_memories', { query: 'tea', ...owner }))).toEqual(own(name));
    expect(textsOf(await callTool<Listed>('get_memories', owner))).toEqual(own(name));
    expect(textsOf(await callTool<Listed>('get_memories', { filters: owner }))).toEqual(own(name));
    const preview = await callTool<{ count: number; deleted: boolean }>('delete_all_memories', owner);
    expect([preview.deleted, preview.count]).toEqual([false, 1]);
    const entity = await callTool<{ count: number; deleted: boolean }>('delete_entities', owner);
    expect([entity.deleted, entity.count]).toEqual([false, 1]);
    const { results } = await callTool<{ results: { id: string }[] }>('add_memory', {
      text: `Kept for ${name}`,
      infer: false,
      ...owner,
    });
    const stored = await client().rest<Fields>('GET', `/v1/memories/${results[0]?.id ?? ''}/`);
    expect(stored.body[name]).toBe(owners[name]);
    await client().rest('DELETE', `/v1/memories/${results[0]?.id ?? ''}/`);
  });
});

describe('pages and times of MCP', () => {
  it('change what a list returns: page, page_size, entity_type, valid_at', async () => {
    const tools: readonly (readonly [string, object])[] = [
      ['get_memories', {}],
      ['list_entities', {}],
      ['list_events', {}],
    ];
    for (const [tool, input] of tools) {
      const [first, second] = await Promise.all(
        [1, 2].map((page) => callTool<{ results: unknown[] }>(tool, { ...input, page, page_size: 1 })),
      );
      expect([first?.results.length, second?.results.length]).toEqual([1, 1]);
      expect(second?.results).not.toEqual(first?.results);
    }
    const agents = await callTool<{ results: { type: string; name: string }[] }>('list_entities', {
      entity_type: 'agent',
    });
    expect(agents.results.map(({ name }) => name)).toEqual(['guide']);
    const before = { valid_at: '2001-01-01T00:00:00Z' };
    expect(textsOf(await callTool<Listed>('get_memories', before))).toEqual([]);
    expect(textsOf(await callTool<Listed>('search_memories', { query: 'tea', ...before }))).toEqual([]);
  });
});

describe('searches of REST', () => {
  const searches = [
    ['/v3/memories/search/', { filters: { user_id: 'ada' } }],
    ['/v2/memories/search/', { filters: { user_id: 'ada' } }],
    ['/v1/memories/search/', { user_id: 'ada' }],
  ] as const;
  const found = async (path: string, body: object) => {
    const answer = await post<Listed | Listed['results']>(path, { query: 'tea', ...body });
    return textsOf('results' in answer ? answer : { results: answer });
  };

  it.each(searches)('know times, precision and time zones: %s', async (path, scope) => {
    expect(await found(path, scope)).toEqual(own('user_id'));
    expect(await found(path, { ...scope, as_of: '2001-01-01T00:00:00Z' })).toEqual([]);
    expect(await found(path, { ...scope, valid_at: '2001-01-01T00:00:00Z' })).toEqual([]);
    expect(await found(path, { ...scope, query: 'a parking ticket', precision: 'high' })).toEqual([]);
    const refused = await client().rest('POST', path, { query: 'tea', ...scope, timezone: 'Nowhere' });
    expect(refused.status).toBe(400);
  });

  it('say that `rerank` has no effect without a reranker, as MCP does', async () => {
    const said = { ignored_options: ['rerank'] };
    const hosted = { query: 'tea', filters: { user_id: 'ada' } };
    expect(await post('/v3/memories/search/', { ...hosted, rerank: true })).toMatchObject(said);
    expect(await post('/search', { query: 'tea', user_id: 'ada', rerank: true })).toMatchObject(said);
    expect(await callTool('search_memories', { query: 'tea', rerank: true })).toMatchObject(said);
    expect(await post('/v3/memories/search/', hosted)).not.toHaveProperty('ignored_options');
  });
});

describe('an add', () => {
  const hints = {
    custom_instructions: 'Only remember food.',
    agent_custom_instructions: 'Be brief.',
    includes: 'food',
    excludes: 'work',
    timezone: 'Europe/Lisbon',
  };
  const message = { role: 'user', content: 'I like figs' };

  it('with `infer: false` says which options of the extraction have no effect', async () => {
    const content = [
      { type: 'text', text: 'I like figs' },
      { type: 'image_url', image_url: { url: 'https://files.invalid/a.png' } },
    ];
    const body = { messages: [{ role: 'user', content }], user_id: 'eve', infer: false, ...hints };
    expect(await post('/v3/memories/add/', body)).toMatchObject({
      status: 'SUCCEEDED',
      ignored_options: [...Object.keys(hints), 'attachments'],
    });
    const plain = { messages: [message], user_id: 'eve', infer: false };
    expect(await post('/v3/memories/add/', plain)).not.toHaveProperty('ignored_options');
    const selfHosted = { ...plain, prompt: 'Be brief.', timezone: 'UTC', memory_type: 'procedural_memory' };
    expect(await post('/memories', selfHosted)).toMatchObject({
      ignored_options: ['prompt', 'timezone', 'memory_type'],
    });
    const withOthers = { ...plain, messages: [{ ...message, name: 'Eve' }], immutable: true, custom_categories: [] };
    expect(await post('/memories', withOthers)).toMatchObject({
      ignored_options: ['immutable', 'custom_categories', 'messages.name'],
    });
    const blank = { messages: [{ role: 'user', content: ' ' }], user_id: 'eve', includes: 'food' };
    expect(await post('/memories', blank)).toEqual({ results: [], ignored_options: ['includes'] });
    const tool = { text: 'Dates', messages: [message], user_id: 'eve', infer: false, timezone: 'UTC' };
    expect(await callTool('add_memory', tool)).toMatchObject({ ignored_options: ['timezone', 'text'] });
  });

  it('of the self-hosted API follows the sentences of `prompt` that rules can follow, and names the others', async () => {
    const prompt = 'Never store anything about pets. Write every memory in French.';
    const messages = [{ role: 'user', content: 'I have a cat called Mimi. I live in Porto.' }];
    const { results, ...notes } = await post<{ results: { memory: string }[] }>('/memories', {
      messages,
      prompt,
      user_id: 'ida',
    });
    expect(results.map(({ memory }) => memory)).toEqual(['I live in Porto.']);
    expect(notes).toEqual({ ignored_instructions: ['Write every memory in French.'] });
  });

  it.each(['/v1/memories/', '/v3/memories/add/'])('stores nothing with `dry_run`: %s', async (path) => {
    const tried = { messages: [message], user_id: 'nobody', infer: false, dry_run: true };
    expect(await post(path, tried)).toMatchObject({ results: [{ memory: 'I like figs', event: 'ADD' }] });
    expect(await post('/v3/memories/', { filters: { user_id: 'nobody' } })).toMatchObject({ count: 0 });
  });

  it('says that the instructions of an agent have no effect without an agent', async () => {
    const query = `mutation ($input: AddMemoriesInput!) {
      addMemories(input: $input) { ... on AddMemoriesPayload { ignoredOptions } } }`;
    const add = async (input: object) => {
      const { body } = await client().rest<{ data: { addMemories: { ignoredOptions: string[] } } }>(
        'POST',
        '/graphql',
        {
          query,
          variables: {
            input: {
              messages: [{ role: 'USER', content: 'I like figs' }],
              agentCustomInstructions: 'Ignore food.',
              excludes: 'work',
              ...input,
            },
          },
        },
      );
      return body.data.addMemories.ignoredOptions;
    };
    expect(await add({ userId: 'eve' })).toEqual(['agentCustomInstructions']);
    expect(await add({ userId: 'eve', agentId: 'guide' })).toEqual([]);
  });
});

it('an update by the self-hosted API names the fields that it does not know', async () => {
  const { results } = await post<{ results: { id: string }[] }>('/memories', {
    messages: [{ role: 'user', content: 'I like figs' }],
    user_id: 'una',
    infer: false,
  });
  const path = `/memories/${results[0]?.id}`;
  const done = { message: 'Memory updated successfully!' };
  const update = async (body: object) => (await client().rest('PUT', path, body)).body;
  expect(await update({ text: 'I like dates', timestamp: '2020-01-01', categories: ['food'] })).toEqual({
    ...done,
    ignored_options: ['timestamp', 'categories'],
  });
  expect(await update({ text: 'I like figs' })).toEqual(done);
});
