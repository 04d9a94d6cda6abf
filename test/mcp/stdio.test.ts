import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { migratedTemplate } from '../setup/embedded.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function connect(args: string[], env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const command = ['--import', 'tsx', path.join(root, 'src/main.ts'), 'mcp', ...args];
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

async function addAndFind(client: Client): Promise<unknown> {
  const text = 'Ada lives in Lisbon.';
  await client.callTool({ name: 'add_memory', arguments: { text, user_id: 'ada', infer: false } });
  const { structuredContent } = await client.callTool({ name: 'search_memories', arguments: { query: 'Lisbon' } });
  return (structuredContent as { results: { memory: string }[] }).results.map(({ memory }) => memory);
}

// Each agent starts a process from the sources.
const timeout = 240_000;

describe('an agent over stdio', () => {
  let dataDir: string;
  let test: TestApp;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'memory-gateway-mcp-'));
    await cp(await migratedTemplate(), dataDir, { recursive: true });
    test = await startTestApp();
  });
  afterAll(async () => {
    await test.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it(
    'works on the embedded database without a running server, and finds its memories in a second process',
    { timeout },
    async () => {
      const first = await connect([], { DATA_DIR: dataDir });
      expect(await addAndFind(first)).toEqual(['Ada lives in Lisbon.']);
      await first.close();
      const second = await connect([], { DATA_DIR: dataDir });
      const { structuredContent } = await second.callTool({ name: 'get_memories', arguments: {} });
      expect(structuredContent).toMatchObject({ count: 1, results: [{ memory: 'Ada lives in Lisbon.' }] });
      await second.close();
    },
  );

  it('passes messages to a running server by URL and key', { timeout }, async () => {
    const { apiUrl } = await test.app.listen();
    const client = await connect(['--url', apiUrl], { MEMORY_GATEWAY_API_KEY: test.admin.apiKey });
    expect(await addAndFind(client)).toEqual(['Ada lives in Lisbon.']);
    await client.close();
    await expect(connect(['--url', apiUrl], { MEMORY_GATEWAY_API_KEY: 'm0sk_wrong' })).rejects.toThrow();
  });
});
