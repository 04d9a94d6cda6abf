import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { call, connectTo, type Body, type Era } from './tool-client.js';

let test: TestApp;
let url: URL;
beforeAll(async () => {
  test = await startTestApp();
  url = new URL('/mcp', (await test.app.listen()).apiUrl);
});
afterAll(() => test.close());
beforeEach(() => test.reset());

const absent = '018f0000-0000-7000-8000-000000000000';

const connect = (key: string | null, era?: Era) => connectTo(url, key, era);

describe.each(['auto', 'legacy'] as const)('an agent over HTTP, protocol %s', (era) => {
  it('dates what it stores', async () => {
    const client = await connect(test.admin.apiKey, era);
    const said = { user_id: 'ada', timestamp: '2026-02-01T08:00:00Z', timezone: 'Europe/Berlin' };
    const messages = [
      { role: 'user', content: 'I bought a kayak yesterday.' },
      { role: 'user', content: 'I sold my boat yesterday.', timestamp: '2026-03-05T23:30:00Z' },
    ];
    expect((await call(client, 'add_memory', { ...said, messages })).results).toHaveLength(2);
    const query =
      '{ memories(first: 2, orderBy: {field: CREATED_AT, direction: ASC}) { nodes { createdAt eventDate } } }';
    const stored = await test
      .as(test.admin.apiKey)
      .rest<{ data: { memories: { nodes: unknown } } }>('POST', '/graphql', { query });
    expect(stored.body.data.memories.nodes).toEqual([
      { createdAt: '2026-02-01T08:00:00.000Z', eventDate: '2026-01-31T00:00:00.000Z' },
      { createdAt: '2026-03-05T23:30:00.000Z', eventDate: '2026-03-05T00:00:00.000Z' },
    ]);
    expect(await call(client, 'add_memory', { text: 'x', timestamp: 'lately' })).toEqual({
      refusal: expect.stringContaining('`timestamp` must be a time'),
    });
    await client.close();
  });

  it('stores, finds, changes and deletes a memory', async () => {
    const client = await connect(test.admin.apiKey, era);
    const added = await call(client, 'add_memory', { text: 'Ada lives in Lisbon.', user_id: 'ada', infer: false });
    expect(added).toEqual({
      event_id: expect.any(String),
      status: 'SUCCEEDED',
      results: [{ id: expect.any(String), event: 'ADD', memory: 'Ada lives in Lisbon.' }],
    });
    const [{ id }] = added.results as [{ id: string }];

    const { results } = await call(client, 'search_memories', { query: 'Where does Ada live?', user_id: 'ada' });
    expect(results).toEqual([
      expect.objectContaining({ id, memory: 'Ada lives in Lisbon.', user_id: 'ada', score: expect.any(Number) }),
    ]);
    const changed = await call(client, 'update_memory', { memory_id: id, text: 'Ada lives in Porto.' });
    expect(changed.memory).toMatchObject({ id, memory: 'Ada lives in Porto.' });

    const preview = await call(client, 'delete_memory', { memory_id: id });
    expect(preview).toMatchObject({ deleted: false, memory: { id }, confirmation: expect.any(String) });
    expect(await call(client, 'get_memory', { memory_id: id })).toMatchObject({ memory: { id } });
    const { confirmation } = preview;
    expect(await call(client, 'delete_memory', { memory_id: id, confirmation })).toMatchObject({ deleted: true });
    expect(await call(client, 'get_memory', { memory_id: id })).toEqual({
      refusal: expect.stringMatching(/^NOT_FOUND: .*search_memories/),
    });
    await client.close();
  });

  it('say what an add did not store, and why', async () => {
    const client = await connect(test.admin.apiKey, era);
    const added = await call(client, 'add_memory', { text: 'Thanks!', user_id: 'ada' });
    expect(added).toEqual({
      event_id: expect.any(String),
      status: 'SUCCEEDED',
      results: [],
      left_out: ['message 1: NO_FACT'],
    });
    await client.close();
  });

  it('follows an extraction to its results, and lists what there is', async () => {
    const client = await connect(test.admin.apiKey, era);
    const added = await call(client, 'add_memory', { text: 'I am allergic to peanuts.', user_id: 'ada' });
    expect(added).toMatchObject({ status: 'SUCCEEDED', results: [{ event: 'ADD' }] });
    expect(await call(client, 'get_memories', { user_id: 'ada' })).toMatchObject({ count: 1 });
    expect(await call(client, 'list_entities')).toEqual({
      count: 1,
      results: [{ type: 'user', name: 'ada', total_memories: 1 }],
    });
    const events = await call(client, 'list_events');
    expect(events).toMatchObject({ count: 1, results: [{ id: added.event_id, status: 'SUCCEEDED' }] });
    const { event } = await call(client, 'get_event_status', { event_id: added.event_id });
    expect(event).toMatchObject({ id: added.event_id, type: 'ADD' });
    await client.close();
  });

  it('deletes many memories only with the token of a preview of the same call', async () => {
    const client = await connect(test.admin.apiKey, era);
    for (const user_id of ['ada', 'bob'])
      await call(client, 'add_memory', { text: `A fact of ${user_id}.`, user_id, infer: false });
    const preview = await call(client, 'delete_all_memories', { user_id: 'ada' });
    expect(preview).toMatchObject({ deleted: false, count: 1, sample: [{ user_id: 'ada' }] });
    const { confirmation } = preview;
    for (const tool of ['delete_all_memories', 'delete_entities'])
      expect(await call(client, tool, { user_id: 'ghost' })).toMatchObject({
        count: 0,
        next: expect.stringMatching(/^No memory matches: check the id with list_entities first\./) as string,
      });

    const foreign = await call(client, 'delete_all_memories', { user_id: 'bob', confirmation });
    expect(foreign).toEqual({ refusal: expect.stringMatching(/^BAD_USER_INPUT: `confirmation` does not belong/) });
    const altered = await call(client, 'delete_all_memories', {
      user_id: 'ada',
      confirmation: `z${String(confirmation)}`,
    });
    expect(altered).toEqual({ refusal: expect.stringMatching(/^BAD_USER_INPUT: `confirmation` does not belong/) });
    expect(await call(client, 'get_memories')).toMatchObject({ count: 2 });

    const accepted = await call(client, 'delete_all_memories', { user_id: 'ada', confirmation });
    expect(accepted).toMatchObject({ deleted: true, event_id: expect.any(String) });
    expect(await call(client, 'get_memories')).toMatchObject({ count: 1, results: [{ user_id: 'bob' }] });
    expect(await call(client, 'delete_all_memories')).toEqual({ refusal: expect.stringContaining('BAD_USER_INPUT') });
    await client.close();
  });

  it('previews and deletes one memory with a credential that may delete, and confirms with the same one', async () => {
    const owner = await test.app.services.stores.users.oldestAdmin();
    if (!owner) throw new Error('There is no admin.');
    const [first, second, readOnly] = await Promise.all(
      [{}, {}, { readOnly: true }].map(async (key) => connect(await test.keyFor(owner, key), era)),
    );
    if (!first || !second || !readOnly) throw new Error('No client.');
    const added = await call(first, 'add_memory', { text: 'Ada plays chess.', user_id: 'ada', infer: false });
    const [{ id }] = added.results as [{ id: string }];
    const refused = await call(readOnly, 'delete_memory', { memory_id: id });
    expect(refused).toEqual({ refusal: expect.stringMatching(/^FORBIDDEN: This API key is read-only\./) });
    const { confirmation } = await call(first, 'delete_memory', { memory_id: id });
    expect(await call(second, 'delete_memory', { memory_id: id, confirmation })).toEqual({
      refusal: expect.stringMatching(/^BAD_USER_INPUT: `confirmation` does not belong/),
    });
    expect(await call(first, 'delete_memory', { memory_id: id, confirmation })).toMatchObject({ deleted: true });
    await Promise.all([first, second, readOnly].map((client) => client.close()));
  });

  it('refuses unknown and wrong arguments with the code, their names and those that the tool takes', async () => {
    const client = await connect(test.admin.apiKey, era);
    const refused = async (name: string, args: Body, text: string) =>
      expect(await call(client, name, args)).toEqual({ refusal: expect.stringContaining(`BAD_USER_INPUT: ${text}`) });
    await refused('delete_all_memories', { user_id: 'ada', userid: 'x' }, 'Unknown argument "userid".');
    await refused('get_memories', { userId: 'ada' }, 'Unknown argument "userId". The arguments are user_id, agent_id,');
    await refused('search_memories', { query: 'a', top_k: 3 }, 'Unknown argument "top_k". The arguments are query,');
    await refused('search_memories', { query: 'a', precision: 'best' }, '`precision` must be balanced or high.');
    await refused('search_memories', {}, '`query` is required.');
    await refused('search_memories', { query: 'a', limit: 0 }, '`limit` must be a whole number from 1 to 1000.');
    await refused('search_memories', { query: 'a', limit: 1.5 }, '`limit` must be a whole number.');
    await refused('search_memories', { query: 7, user_id: 5 }, '`query` must be text. `user_id` must be text.');
    await refused('add_memory', { messages: [{ role: 'user' }] }, '`messages.0.content` is required.');
    await refused(
      'add_memory',
      { messages: 'hi', infer: 1 },
      '`messages` must be a list. `infer` must be true or false.',
    );
    await refused(
      'add_memory',
      { text: 'a', timestamp: '9999-12-31' },
      '`timestamp` must be a time from 0001-01-01 to 9999-12-30.',
    );
    await refused('update_memory', { memory_id: absent }, 'Give `text`, `metadata` or both.');
    for (const user_id of ['*', 'x'.repeat(256)])
      await refused('delete_entities', { user_id }, '`user_id` must be the ID of one entity, at most 255 characters.');
    expect(await call(client, 'get_event_status', { event_id: absent })).toEqual({
      refusal: 'NOT_FOUND: Event not found. Look the id up with search_memories, list_entities or list_events.',
    });
    await client.close();
  });

  it('names a missing resource with the code of the protocol', async () => {
    const client = await connect(test.admin.apiKey, era);
    const uri = `memory-gateway://memories/${absent}`;
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      code: -32602,
      data: { uri },
      message: expect.stringContaining('Memory not found'),
    });
    await expect(client.readResource({ uri: 'memory-gateway://memories/42' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(
        'The URI of a memory is memory-gateway://memories/{id}, with the UUID of the memory.',
      ),
    });
    await client.close();
  });

  it('reads resources and prompts', async () => {
    const client = await connect(test.admin.apiKey, era);
    const added = await call(client, 'add_memory', { text: 'Ada plays chess.', user_id: 'ada', infer: false });
    const [{ id }] = added.results as [{ id: string }];
    const { contents } = await client.readResource({ uri: `memory-gateway://memories/${id}` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id, memory: 'Ada plays chess.' });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['memory_assistant', 'recall', 'remember', 'summarize']);
    const { messages } = await client.getPrompt({ name: 'recall', arguments: { topic: 'chess' } });
    expect((messages[0]!.content as { text: string }).text).toContain('search_memories');
    const remember = await client.getPrompt({ name: 'remember', arguments: { fact: 'Ada sails.' } });
    expect(remember.messages[0]?.content).toMatchObject({ text: expect.stringContaining('add_memory: Ada sails.') });
    const summarize = await client.getPrompt({ name: 'summarize', arguments: { user_id: 'ada' } });
    expect(summarize.messages[0]?.content).toMatchObject({ text: expect.stringContaining('for user_id "ada"') });
    const profile = await client.readResource({ uri: 'memory-gateway://users/ada/profile' });
    expect(JSON.parse((profile.contents[0] as { text: string }).text)).toMatchObject({
      entity_type: 'user',
      entity_id: 'ada',
      generation_count: 0,
      instructions: [],
    });
    for (const entities of ['agents', 'apps', 'runs'])
      await expect(client.readResource({ uri: `memory-gateway://${entities}/ada/profile` })).rejects.toThrow(
        'Only users have a profile. List the memories of an agent, app or run with get_memories.',
      );
    await expect(client.readResource({ uri: 'memory-gateway://users/%zz/profile' })).rejects.toThrow(
      'The ID in the URI is not percent-encoded.',
    );
    await expect(client.readResource({ uri: 'memory-gateway://people/ada/profile' })).rejects.toThrow(
      'The URI of a profile is memory-gateway://users/{id}/profile.',
    );
    await client.close();
  });
});

describe('the MCP server', () => {
  it('offers the tools of the hosted server, with hints and schemas', async () => {
    const client = await connect(test.admin.apiKey);
    const { tools } = await client.listTools();
    const hints = tools.map(({ name, annotations }) => [
      name,
      annotations?.readOnlyHint,
      annotations?.destructiveHint ?? false,
    ]);
    expect(hints).toEqual([
      ['add_memory', false, false],
      ['search_memories', true, false],
      ['get_memories', true, false],
      ['get_memory', true, false],
      ['update_memory', false, true],
      ['delete_memory', false, true],
      ['delete_all_memories', false, true],
      ['delete_entities', false, true],
      ['list_entities', true, false],
      ['list_events', true, false],
      ['get_event_status', true, false],
    ]);
    for (const { name, description, inputSchema, outputSchema } of tools)
      expect([name, description !== undefined, inputSchema.type, outputSchema]).toEqual([
        name,
        true,
        'object',
        undefined,
      ]);
    // A token is about four characters of JSON.
    expect(JSON.stringify(tools).length / 4).toBeLessThan(3_000);
    await client.close();
  });

  it('asks for an API key, and takes no dashboard session', async () => {
    const post = (headers: Record<string, string>) =>
      test.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      });
    const attempts: Record<string, string>[] = [
      {},
      { authorization: 'Bearer m0sk_wrong' },
      { authorization: 'Bearer a.b.c' },
    ];
    for (const headers of attempts) {
      const { statusCode, headers: answered } = await post(headers);
      expect([statusCode, answered['www-authenticate']]).toEqual([401, expect.stringMatching(/^Bearer /)]);
    }
    const query = await test.app.inject({ method: 'POST', url: `/mcp?api_key=${test.admin.apiKey}`, payload: {} });
    expect(query.statusCode).toBe(401);
  });

  it('searches and lists the past', async () => {
    const client = await connect(test.admin.apiKey);
    const added = await call(client, 'add_memory', { text: 'Ada lives in Lisbon.', user_id: 'ada', infer: false });
    const [{ id }] = added.results as [{ id: string }];
    const addedAt = Date.now();
    const as_of = new Date(addedAt).toISOString();
    await vi.waitUntil(() => Date.now() > addedAt, { interval: 1 });
    await call(client, 'update_memory', { memory_id: id, text: 'Ada lives in Porto.' });
    const past = await call(client, 'get_memories', { user_id: 'ada', as_of });
    expect(past).toMatchObject({ results: [{ memory: 'Ada lives in Lisbon.' }] });
    const found = await call(client, 'search_memories', { query: 'Ada', user_id: 'ada', as_of });
    expect(found).toMatchObject({ results: [{ memory: 'Ada lives in Lisbon.' }] });
    for (const as_of of ['yesterday', '1', '2026-02-31', '2026-02-31T10:00:00Z', '31/12/2026'])
      expect(await call(client, 'get_memories', { as_of })).toEqual({
        refusal: expect.stringMatching(/^BAD_USER_INPUT: `as_of` must be a time/),
      });
    expect(await call(client, 'get_memories', { as_of: '2020-01-31 10:00' })).toMatchObject({ count: 0 });
    await client.close();
  });

  it.each(['auto', 'legacy'] as const)(
    'is named in the request log as its handshake says, protocol %s',
    async (era) => {
      const client = await connect(test.admin.apiKey, era);
      await client.listTools();
      await client.close();
      await test.app.services.requestLogs.flush();
      const query = '{ requestLogs { nodes { operation client clientVersion } } }';
      const { body } = await test.as(test.admin.apiKey).rest('POST', '/graphql', { query });
      const { nodes } = (body.data as { requestLogs: { nodes: object[] } }).requestLogs;
      expect(nodes).toContainEqual({ operation: 'mcp tools/list', client: 'test-agent', clientVersion: '1.2.3' });
    },
  );

  it('logs a refused call with its error', async () => {
    const client = await connect(test.admin.apiKey);
    await call(client, 'get_memory', { memory_id: '018f0000-0000-7000-8000-000000000000' });
    await client.close();
    await test.app.services.requestLogs.flush();
    const query = '{ requestLogs { nodes { operation statusCode outcome errors { code } } } }';
    const { body } = await test.as(test.admin.apiKey).rest('POST', '/graphql', { query });
    const entry = { operation: 'mcp get_memory', statusCode: 200, outcome: 'REFUSED', errors: [{ code: 'NOT_FOUND' }] };
    expect((body.data as { requestLogs: { nodes: object[] } }).requestLogs.nodes).toContainEqual(entry);
  });

  it('refuses batches and pages of other websites', async () => {
    const headers = { authorization: `Bearer ${test.admin.apiKey}`, 'content-type': 'application/json' };
    const batch = await test.app.inject({ method: 'POST', url: '/mcp', headers, payload: [] });
    expect(batch.statusCode).toBe(400);
    const foreign = { ...headers, origin: 'https://evil.example' };
    expect((await test.app.inject({ method: 'POST', url: '/mcp', headers: foreign, payload: {} })).statusCode).toBe(
      403,
    );
  });

  it('answers an outsider as if the memory did not exist', async () => {
    const owner = await connect(test.admin.apiKey);
    const added = await call(owner, 'add_memory', { text: 'A secret plan.', user_id: 'ada', infer: false });
    const [{ id }] = added.results as [{ id: string }];
    const reader = await connect(
      await test.keyFor(await adminUser(), { projectId: test.admin.projectId, readOnly: true }),
    );
    expect(await call(reader, 'get_memory', { memory_id: id })).toMatchObject({ memory: { id } });
    expect(await call(reader, 'update_memory', { memory_id: id, text: 'Changed.' })).toEqual({
      refusal: expect.stringMatching(/^FORBIDDEN: /),
    });
    expect(await call(owner, 'get_memory', { memory_id: '018f0000-0000-7000-8000-000000000000' })).toEqual({
      refusal: expect.stringMatching(/^NOT_FOUND: /),
    });
    await Promise.all([owner.close(), reader.close()]);
  });
});

async function adminUser() {
  const admin = await test.app.services.stores.users.oldestAdmin();
  if (!admin) throw new Error('There is no admin.');
  return admin;
}
