import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as ThirdPartyTransport } from '@ai-sdk/mcp/mcp-stdio';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedTemplate } from '../setup/embedded.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Each client starts a process from the sources.
const timeout = 240_000;

let dataDir: string;
/** A program without arguments that serves MCP on the data directory. */
let command: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'memory-gateway-stdio-'));
  await cp(await migratedTemplate(), path.join(dataDir, 'data'), { recursive: true });
  command = path.join(dataDir, 'serve-mcp');
  const program = `${process.execPath} --import tsx ${path.join(root, 'src/main.ts')} mcp`;
  const script = `#!/bin/sh\ncd ${root} && EMBEDDER=none DATA_DIR=${path.join(dataDir, 'data')} exec ${program}\n`;
  await writeFile(command, script, { mode: 0o755 });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const fact = (text: string) => ({ text, user_id: 'ada', infer: false });
const toText = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? '';

describe('over stdio', () => {
  it('the official client lists, calls, receives changes, cancels, and reconnects', { timeout }, async () => {
    const connect = async () => {
      const client = new Client({ name: 'test-agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
      await client.connect(new StdioClientTransport({ command }));
      return client;
    };
    const client = await connect();
    expect((await client.listTools()).tools).toHaveLength(11);
    const added = await client.callTool({ name: 'add_memory', arguments: fact('Ada sails.') });
    const { id } = (added.structuredContent as { results: [{ id: string }] }).results[0];
    const uri = `memory-gateway://memories/${id}`;
    const updated = new Promise<string>((resolve) =>
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri)),
    );
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    await client.callTool({ name: 'update_memory', arguments: { memory_id: id, text: 'Ada rows.' } });
    expect(await updated).toBe(uri);
    await subscription.close();

    const controller = new AbortController();
    const call = client.callTool({ name: 'get_memories', arguments: {} }, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toThrow(/abort/i);
    await client.close();

    const again = await connect();
    const { contents } = await again.readResource({ uri });
    expect((contents[0] as { text: string }).text).toContain('Ada rows.');
    await again.close();
  });

  it('version 1 of the official client lists and calls', { timeout }, async () => {
    const client = new FirstClient({ name: 'first-agent', version: '1' });
    await client.connect(new FirstTransport({ command }));
    expect((await client.listTools()).tools).toHaveLength(11);
    await client.callTool({ name: 'add_memory', arguments: fact('Ada reads maps.') });
    const found = await client.callTool({ name: 'search_memories', arguments: { query: 'maps', user_id: 'ada' } });
    expect(toText(found)).toContain('Ada reads maps.');
    await client.close();
  });

  it('the client of the AI SDK lists and calls', { timeout }, async () => {
    const client = await createMCPClient({ transport: new ThirdPartyTransport({ command }) });
    const { search_memories: search, add_memory: add, ...others } = await client.tools();
    expect(Object.keys(others)).toHaveLength(9);
    await add?.execute(fact('Ada draws maps.'), { messages: [], toolCallId: 'call-1' });
    const options = { messages: [], toolCallId: 'call-2' };
    const found: unknown = await search?.execute({ query: 'draws', user_id: 'ada' }, options);
    expect(toText(found)).toContain('Ada draws maps.');
    await client.close();
  });

  it('the command line of the MCP Inspector lists and calls', { timeout }, async () => {
    // The program resolves its package.json from the working directory.
    const cwd = path.join(root, 'node_modules/@modelcontextprotocol/inspector-cli/build');
    const inspect = async (...args: string[]): Promise<Record<string, unknown>> => {
      const given = ['cli.js', '--cli', command, ...args];
      const { stdout } = await promisify(execFile)(process.execPath, given, { cwd });
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    expect((await inspect('--method', 'tools/list')).tools).toHaveLength(11);
    const called = await inspect('--method', 'tools/call', '--tool-name', 'get_memories', '--tool-arg', 'user_id=nina');
    expect(called.structuredContent).toMatchObject({ count: expect.any(Number), results: expect.any(Array) });
  });
});
