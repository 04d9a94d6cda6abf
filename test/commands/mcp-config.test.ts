import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printMcpConfig } from '../../src/commands/mcp-config.js';
import { builtProgram } from '../helpers/built-program.js';
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
  let started: readonly [string, string];
  let app: RunningApp;
  let folder: string;
  beforeAll(async () => {
    // The threads of the database find no loader of TypeScript from another folder.
    started = [process.execPath, await builtProgram()];
    [app, folder] = await Promise.all([startRunningApp(), mkdtemp(path.join(tmpdir(), 'memory-gateway-elsewhere-'))]);
  }, 120_000);
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
    const means: Record<string, string> = { PATH, EMBEDDER: 'none', JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c' };
    if ('MEMORY_GATEWAY_API_KEY' in env) env = { ...env, MEMORY_GATEWAY_API_KEY: app.admin.apiKey };
    await client.connect(new StdioClientTransport({ command, args, cwd: folder, env: { ...means, ...env } }));
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  }

  /** Reads the line for a shell that adds the program to Claude Code, by the rules of the shell. */
  function readShellLine(text: string): Printed {
    const line = text.split('\n').find((each) => each.startsWith('claude mcp add memory-gateway --env')) ?? '';
    const printed = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' });
    const words = printed.trimEnd().split('\n');
    const end = words.indexOf('--');
    const [command = '', ...args] = words.slice(end + 1);
    const pairs = words.slice(0, end).filter((word) => /^[A-Z_]+=/.test(word));
    return { command, args, env: Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2))) };
  }

  const readPrograms = (text: string): Printed[] => [
    ...(jsonBlocks(text) as Record<string, Record<string, Partial<Printed>>>[])
      .flatMap(({ mcpServers, servers }) => Object.values(mcpServers ?? servers ?? {}))
      .flatMap(({ command, args = [], env = {} }) => (command === undefined ? [] : [{ command, args, env }])),
    readShellLine(text),
  ];

  it('works from any folder, in each form, beside a server', { timeout: 120_000 }, async () => {
    const programs = readPrograms(printMcpConfig({ url: app.url, dataDir: folder, program: started }));
    expect(programs).toHaveLength(3);
    for (const program of programs) expect(await listTools(program)).toContain('search_memories');
  });

  it('opens the database of its folder when no server runs', { timeout: 240_000 }, async () => {
    const dataDir = path.join(folder, 'ada’s data');
    const programs = readPrograms(printMcpConfig({ url: null, dataDir, program: started }));
    const [first] = programs;
    const env = { DATA_DIR: dataDir, MEMORY_GATEWAY_API_KEY: 'm0sk_...' };
    expect(first?.env).toEqual(env);
    expect(programs).toEqual([first, first, first]);
    if (!first) return;
    // The key belongs to another database.
    expect(await listTools({ ...first, env: { DATA_DIR: dataDir } })).toContain('search_memories');
    expect(await readdir(dataDir)).not.toEqual([]);
  });

  it('or URL is answered by the server, with consent or with the key', async () => {
    const text = printMcpConfig({ url: app.url, dataDir: folder, program: started });
    const remote = /^claude mcp add --transport http memory-gateway (\S+)$/m.exec(text)?.[1] ?? '';
    const entries = jsonBlocks(text) as Record<string, unknown>[];
    const urls = [...JSON.stringify(entries).matchAll(/"(?:url|serverUrl)":"([^"]+)"/g)].map(([, url = '']) => url);
    expect(urls).toEqual([remote, remote, remote, remote]);
    const challenge = await fetch(remote, { method: 'POST' });
    expect([challenge.status, challenge.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('resource_metadata='),
    ]);
    const { headers } = entries.at(-1) as { headers: { Authorization: string } };
    const authorization = headers.Authorization.replace('m0sk_...', app.admin.apiKey);
    const client = new Client({ name: 'test-agent', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(remote), { requestInit: { headers: { authorization } } }),
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search_memories');
    await client.close();
  });
});
