import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as ThirdPartyTransport } from '@ai-sdk/mcp/mcp-stdio';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A server over HTTP, or a program without arguments that serves over stdio. */
export type Target = { readonly url: URL; readonly token: string } | { readonly command: string };

/** Operations that every client supports. */
export interface Driver {
  list(): Promise<string[]>;
  /** Calls a tool. Returns the text of the result. */
  call(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<string>;
  /** Reads a resource. Returns its text. */
  read(uri: string): Promise<string>;
  close(): Promise<void>;
}

const toText = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? '';
const toContent = (result: unknown): string => (result as { contents: { text: string }[] }).contents[0]?.text ?? '';
const toNames = (result: unknown) => (result as { tools: { name: string }[] }).tools.map(({ name }) => name);
const toHeaders = (token: string) => ({ authorization: `Bearer ${token}` });

/** Connects the official client. */
export async function connectOfficial(target: Target, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1' }, { versionNegotiation: { mode } });
  const transport =
    'url' in target
      ? new StreamableHTTPClientTransport(target.url, { requestInit: { headers: toHeaders(target.token) } })
      : new StdioClientTransport(target);
  await client.connect(transport);
  return client;
}

async function connectFirst(target: Target): Promise<FirstClient> {
  const client = new FirstClient({ name: 'first-agent', version: '1' });
  const transport =
    'url' in target
      ? new FirstHttpTransport(target.url, { requestInit: { headers: toHeaders(target.token) } })
      : new FirstStdioTransport(target);
  await client.connect(transport);
  return client;
}

// One process for each operation. The program resolves its package.json from the working directory.
const inspectorFolder = fileURLToPath(
  new URL('./node_modules/@modelcontextprotocol/inspector-cli/build', import.meta.url),
);

function createInspector(target: Target): Driver {
  const to =
    'url' in target
      ? [target.url.href, '--transport', 'http', '--header', `Authorization: Bearer ${target.token}`]
      : [target.command];
  const inspect = async (args: string[], signal?: AbortSignal): Promise<unknown> => {
    const options = { cwd: inspectorFolder, ...(signal && { signal }) };
    const { stdout } = await promisify(execFile)(process.execPath, ['cli.js', '--cli', ...to, ...args], options);
    return JSON.parse(stdout) as unknown;
  };
  return {
    list: async () => toNames(await inspect(['--method', 'tools/list'])),
    async call(name, args, signal) {
      const given = Object.entries(args).flatMap(([field, value]) => ['--tool-arg', `${field}=${String(value)}`]);
      return toText(await inspect(['--method', 'tools/call', '--tool-name', name, ...given], signal));
    },
    read: async (uri) => toContent(await inspect(['--method', 'resources/read', '--uri', uri])),
    close: async () => undefined,
  };
}

/** The clients that the tests run over HTTP and over stdio. Each entry connects. */
export const drivers: Readonly<Record<string, (target: Target) => Promise<Driver>>> = {
  async '@modelcontextprotocol/client'(target) {
    const client = await connectOfficial(target);
    return {
      list: async () => toNames(await client.listTools()),
      call: async (name, args, signal) =>
        toText(await client.callTool({ name, arguments: args }, { ...(signal && { signal }) })),
      read: async (uri) => toContent(await client.readResource({ uri })),
      close: () => client.close(),
    };
  },
  async '@modelcontextprotocol/sdk (version 1)'(target) {
    const client = await connectFirst(target);
    return {
      list: async () => toNames(await client.listTools()),
      call: async (name, args, signal) =>
        toText(await client.callTool({ name, arguments: args }, undefined, { ...(signal && { signal }) })),
      read: async (uri) => toContent(await client.readResource({ uri })),
      close: () => client.close(),
    };
  },
  async '@ai-sdk/mcp'(target) {
    const transport =
      'url' in target
        ? { type: 'http' as const, url: target.url.href, headers: toHeaders(target.token) }
        : new ThirdPartyTransport(target);
    const client = await createMCPClient({ transport });
    return {
      list: async () => Object.keys(await client.tools()),
      async call(name, args, signal) {
        const tool = (await client.tools())[name];
        return toText(await tool?.execute(args, { messages: [], toolCallId: 'call-1', abortSignal: signal }));
      },
      read: async (uri) => toContent(await client.readResource({ uri })),
      close: () => client.close(),
    };
  },
  '@modelcontextprotocol/inspector-cli': (target) => Promise.resolve(createInspector(target)),
};
