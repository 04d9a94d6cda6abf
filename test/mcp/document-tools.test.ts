import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { connectApp, oauthClient } from './oauth-client.js';

const graphql = loadConfig({ AUTH_DISABLED: 'true' }).graphql;
const definitions = {
  recent_memories: {
    title: 'Recent memories',
    description: 'List the newest memories of a user.',
    document: `query RecentMemories($userId: String!, $first: Int = 2) {
      memories(filter: { userId: { eq: $userId } }, first: $first) { nodes { text } }
    }`,
  },
  note: {
    description: 'Store a note word for word.',
    document: `mutation Note($input: AddMemoriesInput!) {
      addMemories(input: $input) { __typename ... on Error { message } }
    }`,
  },
};

let folder: string;
let test: TestApp;
let url: URL;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-tools-'));
  test = await startTestApp({ graphql: { ...graphql, mcpTools: await write('tools.json', definitions) } });
  url = new URL('/mcp', (await test.app.listen()).apiUrl);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

async function write(name: string, value: unknown): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, JSON.stringify(value));
  return file;
}

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

const note = (content: string) => ({
  name: 'note',
  arguments: { input: { userId: 'ada', infer: false, messages: [{ role: 'USER', content }] } },
});

describe('GraphQL documents as tools', () => {
  it('are listed with the shape of their variables', async () => {
    const client = await connect(test.admin.apiKey);
    const { tools } = await client.listTools();
    const [recent, noting] = tools.slice(-2);
    expect(recent).toMatchObject({
      name: 'recent_memories',
      title: 'Recent memories',
      description: 'List the newest memories of a user.',
      annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', required: ['userId'], properties: { userId: { type: 'string' } } },
    });
    expect([noting?.name, noting?.annotations?.readOnlyHint, noting?.inputSchema.required]).toEqual([
      'note',
      false,
      ['input'],
    ]);
    await client.close();
  });

  it('run as the caller, through the same use cases', async () => {
    const client = await connect(test.admin.apiKey);
    for (const text of ['Ada lives in Lisbon.', 'Ada sails.']) await client.callTool(note(text));
    const { structuredContent } = await client.callTool({ name: 'recent_memories', arguments: { userId: 'ada' } });
    expect(structuredContent).toEqual({
      memories: { nodes: [{ text: 'Ada sails.' }, { text: 'Ada lives in Lisbon.' }] },
    });
    const wrong = await client.callTool({ name: 'recent_memories', arguments: { userId: 'ada', first: 5_000 } });
    expect([wrong.isError, (wrong.content as { text: string }[])[0]?.text]).toEqual([
      true,
      expect.stringMatching(/^BAD_USER_INPUT: /),
    ]);
    await client.close();
  });

  it('need the scopes of what they do', async () => {
    const { access } = await connectApp(test, { scopes: ['READ'] });
    const agent = oauthClient(test);
    expect((await agent.mcp(access, 'tools/call', note('A fact.'))).status).toBe(403);
    const listed = await agent.mcp(access, 'tools/call', { name: 'recent_memories', arguments: { userId: 'eve' } });
    expect([listed.status, listed.text]).toEqual([200, expect.stringContaining('\\"nodes\\":[]')]);
  });
});

describe('a file of tools that cannot be used stops the start', () => {
  it.each([
    ['an unknown field', { bad: { description: 'x', document: '{ nothing }' } }, 'Cannot query field'],
    ['a subscription', { bad: { description: 'x', document: 'subscription { memoryChanges { cursor } }' } }, 'bad: '],
    [
      'the name of another tool',
      { add_memory: { description: 'x', document: '{ viewer { isAdmin } }' } },
      'a tool of this',
    ],
    ['no description', { bad: { document: '{ viewer { isAdmin } }' } }, 'description'],
  ])('%s', async (name, value, reason) => {
    const file = await write(`${name}.json`, value);
    await expect(startTestApp({ graphql: { ...graphql, mcpTools: file } })).rejects.toThrow(
      new RegExp(`^MCP_TOOLS: .*cannot be used\\..*${reason}`, 's'),
    );
  });

  it('a document that is not trusted', async () => {
    const file = await write('untrusted.json', definitions);
    const trustedDocuments = await write('manifest.json', { abc: '{ viewer { isAdmin } }' });
    await expect(startTestApp({ graphql: { ...graphql, mcpTools: file, trustedDocuments } })).rejects.toThrow(
      /not one of GRAPHQL_TRUSTED_DOCUMENTS/,
    );
  });
});
