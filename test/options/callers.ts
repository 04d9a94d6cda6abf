import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { runCommandLine } from '@memory-gateway/cli';
import { openBesideServer } from '../import/run-import.js';
import { allCommands } from '../../src/commands/index.js';
import { loadConfig } from '../../src/config.js';
import type { RunningApp } from '../client/running-app.js';
import type { TestApp } from '../helpers/app.js';

let calls = 0;

/** Calls a tool of MCP as the administrator, and expects a result. */
export async function callTool<Result = Readonly<Record<string, unknown>>>(
  gateway: TestApp,
  name: string,
  input: object,
): Promise<Result> {
  const response = await gateway.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${gateway.admin.apiKey}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    payload: { jsonrpc: '2.0', id: (calls += 1), method: 'tools/call', params: { name, arguments: input } },
  });
  const data = /^data: (.*)$/m.exec(response.body)?.[1] ?? response.body;
  const { result } = JSON.parse(data) as { result: { structuredContent: Result; isError?: boolean } };
  expect(result.isError, data).not.toBe(true);
  return result.structuredContent;
}

/** Runs a document of GraphQL as the administrator, and expects no error. */
export async function graphql<Data>(gateway: TestApp, query: string, variables: object = {}): Promise<Data> {
  const client = gateway.as(gateway.admin.apiKey);
  const { body } = await client.rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

/** Runs a command line against the server of a test, as its administrator unless the arguments say otherwise. */
export async function runCommand(app: RunningApp, argv: readonly string[], input: string | Buffer = '') {
  const printed = { out: '', err: '' };
  const unused = () => Promise.reject(new Error('No command against a server starts one.'));
  const commands = allCommands({
    version: '1.2.3',
    server: { serve: unused, work: unused, openWorker: unused, printSchema: unused, printSubgraph: unused },
    remote: { url: app.url, key: app.admin.apiKey },
    open: async () => ({ services: app.app.services, close: async () => undefined }),
    openForImport: openBesideServer(app.app.services),
    openDatabase: unused,
    load: async () => loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c', EMBEDDER: 'none' }),
    explain: () => null,
  });
  const code = await runCommandLine(commands, argv, {
    stdout: { write: (text: string) => (printed.out += text) },
    stderr: { write: (text: string) => (printed.err += text) },
    stdin: Readable.from([input]) as unknown as NodeJS.ReadStream,
  });
  return { code, ...printed };
}
