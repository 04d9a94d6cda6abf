import { createMCPClient } from '@ai-sdk/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { startFakeProvider, type FakeProvider } from '../helpers/fake-provider/index.js';

let fake: FakeProvider;
let app: RunningApp;
beforeAll(async () => {
  fake = await startFakeProvider();
  const environment = {
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    API_PORT: '0',
    DASHBOARD_PORT: '0',
    LOG_LEVEL: 'silent',
    EMBEDDER: 'openai',
    EMBEDDER_MODEL: 'words-384',
    EMBEDDER_DIMENSIONS: '384',
    OPENAI_API_KEY: fake.key,
    OPENAI_BASE_URL: fake.urls.openai,
    OUTBOUND_ALLOW: 'loopback',
    MAX_QUEUE_WAIT_MS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
  };
  app = await startRunningApp(loadConfig(environment));
});
afterAll(async () => {
  await app.close();
  await fake.close();
});

/** Operations that every client supports. */
interface Driver {
  list(): Promise<string[]>;
  /** Calls a tool. Returns the text of the result. */
  call(name: string, args: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

const url = () => new URL('/mcp', app.url);
const headers = () => ({ authorization: `Bearer ${app.admin.apiKey}` });
const toText = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? '';

async function connectOfficial(mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url(), { requestInit: { headers: headers() } }));
  return client;
}

const drivers: Readonly<Record<string, () => Promise<Driver>>> = {
  async '@modelcontextprotocol/client'() {
    const client = await connectOfficial();
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args) => toText(await client.callTool({ name, arguments: args })),
      close: () => client.close(),
    };
  },
  async '@modelcontextprotocol/sdk (version 1)'() {
    const client = new FirstClient({ name: 'first-agent', version: '1' });
    await client.connect(new FirstTransport(url(), { requestInit: { headers: headers() } }));
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args) => toText(await client.callTool({ name, arguments: args })),
      close: () => client.close(),
    };
  },
  async '@ai-sdk/mcp'() {
    const client = await createMCPClient({ transport: { type: 'http', url: url().href, headers: headers() } });
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      async call(name, args) {
        const tool = (await client.tools())[name];
        return toText(await tool?.execute(args, { messages: [], toolCallId: 'call-1' }));
      },
      close: () => client.close(),
    };
  },
  // The command line of the MCP Inspector: a process for each call.
  async '@modelcontextprotocol/inspector-cli'() {
    const run = promisify(execFile);
    // The program resolves its package.json from the working directory.
    const cwd = fileURLToPath(new URL('../../node_modules/@modelcontextprotocol/inspector-cli/build', import.meta.url));
    const inspect = async (...args: string[]): Promise<unknown> => {
      const to = ['--cli', url().href, '--transport', 'http', '--header', `Authorization: ${headers().authorization}`];
      const { stdout } = await run(process.execPath, ['cli.js', ...to, ...args], { cwd });
      return JSON.parse(stdout) as unknown;
    };
    return {
      list: async () =>
        ((await inspect('--method', 'tools/list')) as { tools: { name: string }[] }).tools.map(({ name }) => name),
      async call(name, args) {
        const given = Object.entries(args).flatMap(([field, value]) => ['--tool-arg', `${field}=${String(value)}`]);
        return toText(await inspect('--method', 'tools/call', '--tool-name', name, ...given));
      },
      close: async () => undefined,
    };
  },
};

describe.each(Object.keys(drivers))('%s', (name) => {
  it('lists the tools, stores a memory and finds it', { timeout: 60_000 }, async () => {
    const driver = (await drivers[name]?.()) as Driver;
    const tools = await driver.list();
    expect([tools.length, tools[0]]).toEqual([11, 'add_memory']);
    const text = `${name} reads maps.`;
    await driver.call('add_memory', { text, user_id: 'ada', infer: false });
    const found = JSON.parse(await driver.call('search_memories', { query: text, user_id: 'ada', limit: 1 })) as object;
    expect(found).toMatchObject({ results: [{ memory: text, user_id: 'ada' }] });
    await driver.close();
  });
});

describe.each(['auto', 'legacy'] as const)('the official client, protocol %s', (mode) => {
  it('cancels a call that waits for a model, and goes on', async () => {
    const client = await connectOfficial(mode);
    let release = (): void => undefined;
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    fake.gate = () => {
      arrive();
      return released;
    };
    const controller = new AbortController();
    const query = `a question in ${mode}`;
    const call = client.callTool({ name: 'search_memories', arguments: { query } }, { signal: controller.signal });
    await arrived;
    controller.abort();
    await expect(call).rejects.toThrow(/abort/i);
    release();
    fake.gate = async () => undefined;
    const { structuredContent } = await client.callTool({ name: 'list_entities', arguments: {} });
    expect(structuredContent).toMatchObject({ results: expect.any(Array) });
    await client.close();
  });
});

describe('the official client', () => {
  it('receives changes of a resource, also after a lost connection', async () => {
    const client = await connectOfficial();
    const added = await client.callTool({
      name: 'add_memory',
      arguments: { text: 'Ada sails.', user_id: 'ada', infer: false },
    });
    const { id } = (added.structuredContent as { results: [{ id: string }] }).results[0];
    const uri = `memory-gateway://memories/${id}`;
    let announce = (): void => undefined;
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      if (params.uri === uri) announce();
    });
    for (const text of ['Ada rows.', 'Ada dives.']) {
      const announced = new Promise<void>((resolve) => (announce = resolve));
      const subscription = await client.listen({ resourceSubscriptions: [uri] });
      await client.callTool({ name: 'update_memory', arguments: { memory_id: id, text } });
      await announced;
      const { contents } = await client.readResource({ uri });
      expect((contents[0] as { text: string }).text).toContain(text);
      // Simulates a network failure: closes every connection.
      app.app.http.server.closeAllConnections();
      await subscription.close();
    }
    await client.close();
  });
});
