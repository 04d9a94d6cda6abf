import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { idle } from './helpers.js';

let test: TestApp;
let admin: Client;
let mcpUrl: URL;
beforeAll(async () => {
  test = await startTestApp();
  mcpUrl = new URL('/mcp', (await test.app.listen()).apiUrl);
});
beforeEach(async () => {
  await test.reset();
  admin = test.as(test.admin.apiKey);
});
afterAll(() => test.close());

async function keepDeletedText(keeps: boolean): Promise<void> {
  const query = `mutation ($id: ID!, $keeps: Boolean) {
    updateProject(input: { id: $id, keepsDeletedText: $keeps }) {
      ... on UpdateProjectPayload { project { keepsDeletedText } }
    }
  }`;
  const { body } = await admin.rest('POST', '/graphql', { query, variables: { id: test.admin.projectId, keeps } });
  expect(body).toEqual({ data: { updateProject: { project: { keepsDeletedText: keeps } } } });
}

/** Stores a memory of rosa with metadata and a category, and changes its text. @returns its id */
async function remember(text: string, ids: object = {}): Promise<string> {
  const { body } = await admin.rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content: text }],
    metadata: { about: text },
    user_id: 'rosa',
    infer: false,
    ...ids,
  });
  const [{ id }] = body.results;
  await admin.rest('PUT', `/v1/memories/${id}/`, { text: `${text} too` });
  return id;
}

async function deleteByMcp(id: string): Promise<unknown> {
  const client = new McpClient({ name: 'test-agent', version: '1' });
  const headers = { authorization: `Bearer ${test.admin.apiKey}` };
  await client.connect(new StreamableHTTPClientTransport(mcpUrl, { requestInit: { headers } }));
  const call = async (args: object) => {
    const result = await client.callTool({ name: 'delete_memory', arguments: { memory_id: id, ...args } });
    return result.structuredContent as { deleted: boolean; confirmation?: string };
  };
  const { confirmation } = await call({});
  const { deleted } = await call({ confirmation });
  await client.close();
  return deleted;
}

const graphql = (query: string, id: string) => admin.rest('POST', '/graphql', { query, variables: { id } });

const ways: readonly [string, (id: string) => Promise<unknown>][] = [
  ['deleteMemory', (id) => graphql('mutation ($id: ID!) { deleteMemory(input: { id: $id }) { __typename } }', id)],
  [
    'deleteMemoriesById',
    (id) => graphql('mutation ($id: ID!) { deleteMemoriesById(input: { ids: [$id] }) { __typename } }', id),
  ],
  ['DELETE /v1/memories/{memory_id}/', (id) => admin.rest('DELETE', `/v1/memories/${id}/`)],
  ['DELETE /v1/batch/', (id) => admin.rest('DELETE', '/v1/batch/', { memories: [{ memory_id: id }] })],
  ['DELETE /memories/{memory_id}', (id) => admin.rest('DELETE', `/memories/${id}`)],
  ['delete_memory of MCP', deleteByMcp],
];

interface Entry {
  readonly memory_id: string;
  readonly event: string;
  readonly user_id: string;
  readonly created_at: string;
}

const history = async (id: string) => (await admin.rest<Entry[]>('GET', `/v1/memories/${id}/history/`)).body;

describe('keepsDeletedText of a project', () => {
  it.each(ways)('false: %s leaves events, times and authors in the history, without texts', async (_name, remove) => {
    await keepDeletedText(false);
    const id = await remember('I collect stamps');
    const other = await remember('I like tea');
    const before = await history(id);
    expect(JSON.stringify(before)).toContain('stamps');
    await remove(id);
    const after = await history(id);
    expect(after.slice(0, 2)).toEqual(
      before.map((entry) => ({
        ...entry,
        input: [],
        old_memory: null,
        new_memory: null,
        metadata: null,
        categories: null,
      })),
    );
    expect(after.map(({ event, user_id: user }) => [event, user])).toEqual([
      ['ADD', 'rosa'],
      ['UPDATE', 'rosa'],
      ['DELETE', 'rosa'],
    ]);
    expect(JSON.stringify(after)).not.toContain('stamps');
    expect(await history(other)).toMatchObject([{ new_memory: 'I like tea' }, { new_memory: 'I like tea too' }]);
  });

  it.each(ways)('true, the default: %s leaves the texts in the history', async (_name, remove) => {
    const id = await remember('I collect stamps');
    await remove(id);
    expect(await history(id)).toMatchObject([
      { event: 'ADD', new_memory: 'I collect stamps' },
      { event: 'UPDATE', old_memory: 'I collect stamps', new_memory: 'I collect stamps too' },
      { event: 'DELETE', old_memory: 'I collect stamps too', new_memory: null },
    ]);
  });

  it('applies to later deletions only', async () => {
    const id = await remember('I collect stamps');
    await admin.rest('DELETE', `/v1/memories/${id}/`);
    await keepDeletedText(false);
    expect(JSON.stringify(await history(id))).toContain('stamps');
  });
});

it('the deletion of an entity with a name that no entity can have leaves the texts of one whose name begins with it', async () => {
  const name = 'x'.repeat(255);
  const id = await remember('I collect stamps', { user_id: name });
  await admin.rest('DELETE', `/v1/memories/${id}/`);
  const before = await history(id);
  const query = `mutation ($name: String!) { deleteEntity(input: { type: USER, name: $name }) {
    ... on ValidationError { fields { field messages } }
  } }`;
  const { body } = await admin.rest('POST', '/graphql', { query, variables: { name: `${name}y` } });
  await idle(test.app.services);
  expect(await history(id)).toEqual(before);
  const fields = [{ field: 'input.name', messages: ['`name` must have 1 to 255 characters.'] }];
  expect(body).toEqual({ data: { deleteEntity: { fields } } });
  const { body: ofNul } = await admin.rest('POST', '/graphql', { query, variables: { name: 'x\0' } });
  const reason = '`name` contains characters that cannot be stored (NUL or half of a surrogate pair).';
  expect(ofNul).toEqual({ data: { deleteEntity: { fields: [{ field: 'input.name', messages: [reason] }] } } });
});

/** Stores a memory and one that replaces it. */
async function replace(): Promise<{ older: string; newer: string }> {
  const older = await remember('I live in Rotterdam');
  const newer = await remember('I live in Ghent', { run_id: 'moved' });
  const query = `mutation ($newer: ID!, $older: ID!) { setMemoryLink(input: { newerMemoryId: $newer, olderMemoryId: $older }) { __typename } }`;
  await admin.rest('POST', '/graphql', { query, variables: { newer, older } });
  expect(await history(older)).toMatchObject([{}, {}, { event: 'SUPERSEDE', new_memory: 'I live in Ghent too' }]);
  return { older, newer };
}

const quoted = { event: 'SUPERSEDE', old_memory: 'I live in Rotterdam too', new_memory: 'I live in Ghent too' };

describe('the history of a memory that another one replaced', () => {
  it.each(ways)('quotes the other after %s only if the project keeps deleted texts', async (_name, remove) => {
    const kept = await replace();
    await remove(kept.newer);
    expect((await history(kept.older))[2]).toMatchObject(quoted);

    await test.reset();
    admin = test.as(test.admin.apiKey);
    await keepDeletedText(false);
    const dropped = await replace();
    await remove(dropped.newer);
    expect((await history(dropped.older))[2]).toMatchObject({ ...quoted, new_memory: null });
  });

  it('does not quote the other after a bulk deletion', async () => {
    const { older } = await replace();
    expect((await admin.rest('DELETE', '/v1/memories/?user_id=rosa&run_id=moved')).status).toBe(200);
    await idle(test.app.services);
    expect((await history(older))[2]).toMatchObject({ ...quoted, new_memory: null });
  });
});
