import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printMcpConfig } from '../../src/commands/mcp-config.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';

const jsonBlocks = (text: string): unknown[] =>
  [...text.matchAll(/^\{\n[\s\S]*?^\}$/gm)].map(([block]) => JSON.parse(block) as unknown);
const dataDir = '/data/ada’s memories';
const program = ['/usr/bin/node', '/opt/memory-gateway/dist/src/main.js'] as const;

describe('the configuration that `mcp --print-config` prints', () => {
  it('has a block for each client, with consent and with a key, for a server by URL', () => {
    const text = printMcpConfig({ url: 'https://memory.example.com/', dataDir, program });
    const remote = 'https://memory.example.com/mcp';
    const args = [program[1], 'mcp', '--url', 'https://memory.example.com/'];
    const server = { command: program[0], args, env: { MEMORY_GATEWAY_API_KEY: 'm0sk_...' } };
    expect(jsonBlocks(text)).toEqual([
      { mcpServers: { 'memory-gateway': { url: remote } } },
      { mcpServers: { 'memory-gateway': { serverUrl: remote } } },
      { servers: { 'memory-gateway': { type: 'http', url: remote } } },
      { mcpServers: { 'memory-gateway': server } },
      { servers: { 'memory-gateway': { type: 'stdio', ...server } } },
      { url: remote, headers: { Authorization: 'Bearer m0sk_...' } },
    ]);
    expect(text).toContain(`claude mcp add --transport http memory-gateway ${remote}`);
    expect(text).toContain(
      `claude mcp add memory-gateway --env MEMORY_GATEWAY_API_KEY=m0sk_... -- ${program.join(' ')} mcp --url`,
    );
  });

  it('names no URL when no server runs, and the folder of the data', () => {
    const text = printMcpConfig({ url: null, dataDir, program });
    expect(text).toMatch(/^No server runs on this machine\./);
    expect(text).not.toContain('http');
    const server = {
      command: program[0],
      args: [program[1], 'mcp'],
      env: { DATA_DIR: dataDir, MEMORY_GATEWAY_API_KEY: 'm0sk_...' },
    };
    expect(jsonBlocks(text)).toEqual([
      { mcpServers: { 'memory-gateway': server } },
      { servers: { 'memory-gateway': { type: 'stdio', ...server } } },
    ]);
    expect(text).toContain(`--env 'DATA_DIR=${dataDir}' --env MEMORY_GATEWAY_API_KEY=m0sk_... --`);
  });
});

describe('a printed program', () => {
  const sources = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const started = [process.execPath, '--import', import.meta.resolve('tsx'), sources] as const;
  let app: RunningApp;
  let folder: string;
  beforeAll(async () => {
    [app, folder] = await Promise.all([startRunningApp(), mkdtemp(path.join(tmpdir(), 'memory-gateway-elsewhere-'))]);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  interface Printed {
    readonly command: string;
    readonly args: string[];
    readonly env: Record<string, string>;
  }

  /** Starts what was printed from another folder, as clients do. @returns the names of its tools */
  async function listTools({ command, args, env }: Printed): Promise<string[]> {
    const client = new Client({ name: 'test-agent', version: '1' });
    const { PATH = '' } = process.env;
    const means = { PATH, EMBEDDER: 'none', MEMORY_GATEWAY_API_KEY: app.admin.apiKey };
    await client.connect(new StdioClientTransport({ command, args, cwd: folder, env: { ...env, ...means } }));
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  }

  it('works from any folder', { timeout: 60_000 }, async () => {
    const text = printMcpConfig({ url: app.url, dataDir: folder, program: started });
    const [, , , { mcpServers }] = jsonBlocks(text) as [
      unknown,
      unknown,
      unknown,
      { mcpServers: Record<string, Printed> },
    ];
    const printed = mcpServers['memory-gateway'];
    expect(printed).toBeDefined();
    if (printed) expect(await listTools(printed)).toContain('search_memories');
  });
});
