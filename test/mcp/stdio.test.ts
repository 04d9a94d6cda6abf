import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { builtProgram } from '../helpers/built-program.js';
import { migratedTemplate } from '../setup/embedded.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function connect(args: string[], env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const command = [await builtProgram(), 'mcp', ...args];
  const { PATH = '' } = process.env;
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: command,
      cwd: root,
      env: { PATH, EMBEDDER: 'none', ...env },
    }),
  );
  return client;
}

/** Starts the command without a client, so that the test decides when its input ends. */
async function startRaw(env: Record<string, string>) {
  const child = spawn(process.execPath, [await builtProgram(), 'mcp'], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', EMBEDDER: 'none', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'raw', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  await once(child.stdout, 'data');
  send({ method: 'notifications/initialized' });
  return { child, send };
}

async function addAndFind(client: Client): Promise<unknown> {
  const text = 'Ada lives in Lisbon.';
  await client.callTool({ name: 'add_memory', arguments: { text, user_id: 'ada', infer: false } });
  const { structuredContent } = await client.callTool({ name: 'search_memories', arguments: { query: 'Lisbon' } });
  return (structuredContent as { results: { memory: string }[] }).results.map(({ memory }) => memory);
}

const documents = {
  recent_memories: {
    description: 'List the newest memories of a user.',
    document: `query RecentMemories($userId: String!) {
      memories(filter: { userId: { eq: $userId } }, first: 2) { nodes { text } }
    }`,
  },
  note: {
    description: 'Store a note word for word.',
    document: `mutation Note($input: AddMemoriesInput!) {
      addMemories(input: $input) { __typename ... on Error { message } }
    }`,
  },
};

const requestLog = {
  description: 'List the newest requests.',
  document: `{
    requestLogs(first: 50) { nodes { method path operation statusCode outcome client clientVersion errors { code } } }
  }`,
};
/** Reads the request log with the tool of `requestLog`. */
async function readLog(client: Client): Promise<object[]> {
  const { structuredContent } = await client.callTool({ name: 'requests', arguments: {} });
  return (structuredContent as { requestLogs: { nodes: object[] } }).requestLogs.nodes;
}

const logged = { method: 'STDIO', path: '/mcp', client: 'test-agent', clientVersion: '1' };

/** Stores and reads a memory with the tools of `documents`. */
async function noteAndList(client: Client): Promise<unknown> {
  const input = { userId: 'eve', infer: false, messages: [{ role: 'USER', content: 'Eve plays chess.' }] };
  const { structuredContent: stored } = await client.callTool({ name: 'note', arguments: { input } });
  expect(stored).toEqual({ addMemories: { __typename: 'AddMemoriesPayload' } });
  return (await client.callTool({ name: 'recent_memories', arguments: { userId: 'eve' } })).structuredContent;
}

const eveOnly = { memories: { nodes: [{ text: 'Eve plays chess.' }] } };
const listNames = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

// Each agent starts a process from the sources.
const timeout = 240_000;

describe('an agent over stdio', () => {
  let dataDir: string;
  let folder: string;
  let test: TestApp;
  const writeTools = async (name: string, tools: object) => {
    const file = path.join(folder, name);
    await writeFile(file, JSON.stringify(tools));
    return file;
  };
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-mcp-'));
    dataDir = path.join(folder, 'data');
    await cp(await migratedTemplate(), dataDir, { recursive: true });
    const mcpTools = await writeTools('server.json', documents);
    test = await startTestApp({ graphql: { ...loadConfig({ AUTH_DISABLED: 'true' }).graphql, mcpTools } });
  });
  afterAll(async () => {
    await test.close();
    await rm(folder, { recursive: true, force: true });
  });

  it(
    'works on the embedded database without a running server, and a second process finds its memories, has more tools and logs its calls',
    { timeout },
    async () => {
      const first = await connect([], { DATA_DIR: dataDir });
      expect(await addAndFind(first)).toEqual(['Ada lives in Lisbon.']);
      await first.close();
      const tools = await writeTools('tools.json', { requests: requestLog, ...documents });
      const second = await connect([], { DATA_DIR: dataDir, MCP_TOOLS: tools });
      const { structuredContent } = await second.callTool({ name: 'get_memories', arguments: {} });
      expect(structuredContent).toMatchObject({ count: 1, results: [{ memory: 'Ada lives in Lisbon.' }] });
      expect((await listNames(second)).slice(-2)).toEqual(['recent_memories', 'note']);
      expect(await noteAndList(second)).toEqual(eveOnly);
      await second.callTool({ name: 'get_memory', arguments: { memory_id: '018f0000-0000-7000-8000-000000000000' } });
      const list = { ...logged, operation: 'mcp recent_memories', statusCode: 200, outcome: 'OK', errors: [] };
      const refused = { statusCode: 404, outcome: 'REFUSED', errors: [{ code: 'NOT_FOUND' }] };
      await expect
        .poll(() => readLog(second), { timeout: 10_000, interval: 500 })
        .toEqual(expect.arrayContaining([list, { ...logged, operation: 'mcp get_memory', ...refused }]));
      await second.close();
    },
  );

  it('ends when its client is gone, even while the database does not respond', { timeout }, async () => {
    const holder = (await startRaw({ DATA_DIR: dataDir })).child;
    const { child, send } = await startRaw({ DATA_DIR: dataDir, SHUTDOWN_GRACE_SECONDS: '1' });
    const ended = once(child, 'exit');
    holder.kill('SIGSTOP');
    try {
      send({ id: 2, method: 'tools/call', params: { name: 'get_memories', arguments: {} } });
      child.stdin.end();
      // 0, unless a statement waited: a job may have looked for work, or not.
      expect(await Promise.race([ended, setTimeout(60_000, 'still runs')])).toEqual([expect.any(Number), null]);
    } finally {
      child.kill('SIGKILL');
      holder.kill('SIGCONT');
      const closed = once(holder, 'exit');
      holder.stdin.end();
      await closed;
    }
  });

  it('does not start with a file of tools that cannot be used', { timeout }, async () => {
    const bad = await writeTools('bad.json', { bad: { description: 'x', document: '{ nothing }' } });
    const argv = [await builtProgram(), 'mcp'];
    const env = { PATH: process.env.PATH ?? '', EMBEDDER: 'none', DATA_DIR: dataDir, MCP_TOOLS: bad };
    await expect(promisify(execFile)(process.execPath, argv, { cwd: root, env })).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `MCP_TOOLS: ${bad} cannot be used. bad: Cannot query field "nothing" on type "Query".\n`,
    });
  });

  it('ends with one line when its key is refused', { timeout }, async () => {
    const means = { PATH: process.env.PATH ?? '', EMBEDDER: 'none', DATA_DIR: dataDir };
    const env = { ...means, MEMORY_GATEWAY_API_KEY: 'm0sk_wrong' };
    const argv = [await builtProgram(), 'mcp'];
    await expect(promisify(execFile)(process.execPath, argv, { cwd: root, env })).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'MEMORY_GATEWAY_API_KEY: Invalid API key.\n',
    });
  });

  it(
    'passes messages to a running server by URL or MEMORY_GATEWAY_URL and key, and has the tools of that server',
    { timeout },
    async () => {
      const { apiUrl } = await test.app.listen();
      const client = await connect(['--url', apiUrl], { MEMORY_GATEWAY_API_KEY: test.admin.apiKey });
      expect(await addAndFind(client)).toEqual(['Ada lives in Lisbon.']);
      expect((await listNames(client)).slice(-2)).toEqual(['recent_memories', 'note']);
      expect(await noteAndList(client)).toEqual(eveOnly);
      await client.close();
      await expect(connect(['--url', apiUrl], { MEMORY_GATEWAY_API_KEY: 'm0sk_wrong' })).rejects.toThrow();
      const means = { MEMORY_GATEWAY_API_KEY: test.admin.apiKey, DATA_DIR: '/dev/null/no-folder' };
      const named = await connect([], { ...means, MEMORY_GATEWAY_URL: apiUrl });
      expect((await listNames(named)).slice(-2)).toEqual(['recent_memories', 'note']);
      await named.close();
    },
  );

  it('refuses a MEMORY_GATEWAY_URL that is no URL', async () => {
    const env = { PATH: process.env.PATH ?? '', MEMORY_GATEWAY_URL: 'localhost:8888' };
    const argv = [await builtProgram(), 'mcp'];
    await expect(promisify(execFile)(process.execPath, argv, { cwd: root, env })).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(
        'MEMORY_GATEWAY_URL must be the address of a server, such as http://localhost:8888.',
      ) as string,
    });
  });
});
