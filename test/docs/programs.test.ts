import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
import { Kind, OperationTypeNode, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/build.mjs';
import { loadConfig } from '../../src/config.js';
import { commands, toBlockKind, toFileName, type BlockKind } from './block-kinds.js';
import { listCodeBlocks, pages, type CodeBlock } from './code-blocks.js';
import { startDocsServer, startProgram, type DocsServer } from './docs-server.js';

// Runs every block of the documentation, page by page and in their order, against one server. A block that does not run says why, visibly.
const blocks = listCodeBlocks();
const ofKind = (kind: BlockKind) => blocks.filter((block) => toBlockKind(block) === kind);
const nameOf = ({ page, line }: CodeBlock) => `${page}:${line}`;

/** Files of the reader that commands name. */
const notes = 'key,note,owner,when,color\n1,Ada keeps bees.,ada,2026-03-01T08:00:00Z,amber\n';
const trusted = JSON.stringify({ mine: 'query Mine { viewer { isAdmin } }' });

/** The client of this checkout, below its packages. */
const client = path.join(root, '.build/tests', `client-${process.pid}.js`);

let server: DocsServer;
beforeAll(async () => {
  const tools = ofKind('file').find((block) => toFileName(block) === 'mcp-tools.json');
  server = await startDocsServer({
    'mcp-tools.json': tools?.text ?? '{}',
    'notes.csv': notes,
    'src/gql/persisted-documents.json': trusted,
  });
  await writeFile(path.join(server.folder, 'key.txt'), server.apiKey);
  const entryPoints = [path.join(root, 'client/index.ts')];
  await build({ entryPoints, outfile: client, bundle: true, packages: 'external', format: 'esm', platform: 'node' });
  await copyFile(path.join(root, 'test/import/fixtures/chatgpt.json'), path.join(server.folder, 'conversations.json'));
}, 120_000);
afterAll(() => Promise.all([server.close(), rm(client, { force: true })]));

/** Puts this server in the place of those that a block names, and leaves a data folder to a command that names one. */
const withPlaces = (text: string) =>
  text
    .replaceAll(/https?:\/\/(?:localhost:8888|old-host:8888|api\.mem0\.ai|memory\.example\.com)/g, server.url)
    .replaceAll(/^export (?:KEY|MEMORY_GATEWAY_API_KEY)=.*$/gm, '')
    .replaceAll('DATA_DIR=', 'env -u DATABASE_URL DATA_DIR=');

/** Removes the types of a program, and puts the client of this checkout in the place of its package. */
async function compile(text: string): Promise<string> {
  const { code } = await transform(text, { loader: 'ts', target: 'node20.19' });
  return code.replaceAll('"@memory-gateway/client"', JSON.stringify(pathToFileURL(client).href));
}

async function start(block: CodeBlock, { environment }: { environment: DocsServer['environment'] } = server) {
  const [file = 'block', ...command] = commands[block.language] ?? [];
  const text = withPlaces(block.text);
  await writeFile(path.join(server.folder, file), block.language === 'ts' ? await compile(text) : text);
  return startProgram([...command, file], { cwd: server.folder, env: environment });
}

/** Commands of a checkout, which the server and its database are not to notice. Pages repeat them. */
const isApart = ({ text }: CodeBlock) => text === 'npm run bootstrap';
const outputs = new Map<string, string>();

/** Runs a program. @returns its output, and its errors if it failed */
async function runProgram(block: CodeBlock): Promise<string> {
  const known = isApart(block) ? outputs.get(block.text) : undefined;
  if (known !== undefined) return known;
  const { output, ended } = await start(block, isApart(block) ? { environment: server.apart } : server);
  const code = await ended;
  const text = code === 0 ? output.stdout : `exit code ${String(code)}\n${output.stdout}${output.stderr}`;
  outputs.set(block.text, text);
  return text;
}

async function send(query: string, variables: object = {}, operationName?: string): Promise<Answer> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': server.apiKey, accept: 'application/json' },
    body: JSON.stringify({ query, variables, operationName }),
  });
  return (await response.json()) as Answer;
}
interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

let texts = 0;
const remember = () => ({
  userId: 'reader',
  infer: false,
  messages: [{ role: 'USER', content: `Note ${(texts += 1)}.` }],
});
const add = 'mutation Note($input: AddMemoriesInput!) { addMemories(input: $input) { __typename } }';

/** Runs a program that follows a stream until its first message, while memories are added. */
async function runStream(block: CodeBlock): Promise<void> {
  const { output, stop } = await start(block);
  try {
    const first = async () => {
      await send(add, { input: remember() });
      return `${output.stdout}${output.stderr}`;
    };
    await expect.poll(first, { timeout: 20_000, interval: 100 }).toMatch(/^(?:data: |\w)/m);
    expect(`${output.stdout}${output.stderr}`, nameOf(block)).not.toMatch(/"errors"|Error\b/);
  } finally {
    await stop();
  }
}

async function runServer(block: CodeBlock): Promise<void> {
  if (outputs.has(block.text)) return;
  const { output, stop } = await start(block, { environment: server.apart });
  try {
    const isReady = () =>
      fetch(`http://127.0.0.1:${server.apart.API_PORT}/ready`).then(
        ({ status }) => status,
        () => output.stderr,
      );
    await expect.poll(isReady, { timeout: 60_000, interval: 100 }).toBe(200);
    outputs.set(block.text, '');
  } finally {
    await stop();
  }
}

/** Reads the exported variables as the server does. */
async function readSettings(block: CodeBlock): Promise<void> {
  const { output, ended } = startProgram(['/bin/sh', '-ec', `${block.text}\nenv`], { cwd: server.folder, env: {} });
  expect(await ended).toBe(0);
  const lines = output.stdout.split('\n').map((line) => line.split(/=(.*)/s, 2));
  const given = Object.fromEntries(lines.map(([name = '', value]) => [name, value]));
  const base = { JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c', DATABASE_URL: 'postgresql://db.internal/other' };
  expect(loadConfig({ ...base, ...given }), nameOf(block)).not.toEqual(loadConfig(base));
}

/** Values in the place of what the reader has. */
let logStreamId = 'ls_0190c6c5-0000-7000-8000-000000000000';
const withOwn = (text: string) =>
  withPlaces(text)
    .replaceAll('proj_…', server.projectId)
    .replaceAll('ls_…', logStreamId)
    .replaceAll('https://splunk.example.com:8088', server.url)
    .replaceAll('id: "…"', 'id: "0190c6c5-0000-7000-8000-000000000000"')
    .replaceAll('"…"', '"a-token-of-the-tests"');

/** Sends each operation of a block. Its errors are those that the page explains. */
async function sendOperations(block: CodeBlock): Promise<void> {
  const text = withOwn(block.text);
  const document = parse(text);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const name = definition.name?.value;
    if (definition.operation === OperationTypeNode.SUBSCRIPTION) await openStream(text, name);
    else {
      const variables = { projectId: server.projectId, input: remember() };
      const named = definition.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
      const used = Object.fromEntries(Object.entries(variables).filter(([variable]) => named.includes(variable)));
      const { data, errors = [] } = await send(text, used, name);
      const expected = ['NOT_FOUND', 'FORBIDDEN'];
      const others = errors.filter(({ extensions }) => !expected.includes(extensions?.code ?? ''));
      expect(others, nameOf(block)).toEqual([]);
      logStreamId = /ls_[0-9a-f-]{36}/.exec(JSON.stringify(data ?? null))?.[0] ?? logStreamId;
    }
  }
}

/** Opens a stream over server-sent events and leaves it. */
async function openStream(query: string, operationName: string | undefined): Promise<void> {
  const leave = new AbortController();
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': server.apiKey, accept: 'text/event-stream' },
    body: JSON.stringify({ query, operationName }),
    signal: leave.signal,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('event-stream'),
  ]);
  await send(add, { input: remember() });
  const { value } = (await response.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).not.toContain('"errors"');
  leave.abort();
}

interface ClientEntry {
  readonly url?: string;
  readonly serverUrl?: string;
  readonly command?: string;
  readonly args?: readonly string[];
}

/** Does what a client does with its configuration: starts the program, or asks the URL, which begins the consent. */
async function connect({ text }: CodeBlock): Promise<void> {
  const { mcpServers, servers } = JSON.parse(withPlaces(text)) as Record<string, Record<string, ClientEntry>>;
  const entries = Object.values(mcpServers ?? servers ?? {});
  expect(entries).toHaveLength(1);
  for (const { url, serverUrl, command, args = [] } of entries) {
    if (command === undefined) {
      const challenge = await fetch(url ?? serverUrl ?? '', { method: 'POST' });
      expect([challenge.status, challenge.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('resource_metadata='),
      ]);
      continue;
    }
    const here = args.map((word) => word.replace('/opt/memory-gateway', root.replace(/\/$/, '')));
    const env = { PATH: process.env.PATH ?? '', MEMORY_GATEWAY_API_KEY: server.apiKey };
    const client = new Client({ name: 'test-agent', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: here, cwd: server.folder, env }));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    // `MCP_TOOLS` of the server has the tools of docs/mcp.md.
    expect(names).toEqual(expect.arrayContaining(['search_memories', 'recent_memories']));
    await client.close();
  }
}

const runners: Readonly<Partial<Record<BlockKind, (block: CodeBlock) => Promise<unknown>>>> = {
  stream: runStream,
  server: runServer,
  settings: readSettings,
  operation: sendOperations,
  client: connect,
};

describe('the blocks of the documentation', () => {
  const withBlocks = pages.filter((page) => blocks.some((block) => block.page === page));
  it.each(withBlocks)(
    'of %s run in their order, with the output that the page shows',
    { timeout: 120_000 },
    async (page) => {
      const own = blocks.filter((block) => block.page === page);
      // Pages show the memories of this user that they add themselves.
      await send('mutation { eraseSubject(input: { type: USER, name: "ada" }) { __typename } }');
      for (const block of own) {
        const name = toBlockKind(block) === 'file' ? toFileName(block) : null;
        if (name !== null) await writeFile(path.join(server.folder, name), block.text);
      }
      for (const [index, block] of own.entries()) {
        const kind = toBlockKind(block);
        if (kind !== null) await runners[kind]?.(block);
        if (kind !== 'program') continue;
        const output = await runProgram(block);
        const next = own[index + 1];
        expect(output, nameOf(block)).not.toMatch(/^exit code|"errors"|"detail":/);
        if (next && toBlockKind(next) === 'output') expect(normalize(output), nameOf(block)).toBe(normalize(next.text));
      }
    },
  );

  it('are each run, compared or read by a program, or say why they are not', async () => {
    expect(blocks.filter((block) => toBlockKind(block) === null).map(nameOf)).toEqual([]);
    const lines = withBlocks.map((page) => {
      const counts = new Map<string, number>();
      for (const block of blocks.filter((each) => each.page === page)) {
        const kind = toBlockKind(block) ?? 'unknown';
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      return `${page}: ${[...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')}`;
    });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('blocks.txt');
  });
});

/** IDs, times, scores and the width of columns differ from run to run. */
function normalize(output: string): string {
  return output
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\b0\.\d\d\b/g, 'SCORE')
    .replace(/ +/g, ' ')
    .trim();
}
