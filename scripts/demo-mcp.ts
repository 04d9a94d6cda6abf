// Demonstrates an agent with memory across two MCP sessions. Each session is a process on the same embedded database in
// a temporary folder. The model is a local stub, so the demo needs no key and no network.
//
//   npm run demo:mcp [-- --data FOLDER]     reuses FOLDER with the memories of earlier runs
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runTurn } from './demo/mcp-agent.js';
import { startStubModel } from './demo/stub-model.js';
import { say, styled } from './lib/terminal.js';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
// Contains no .env, which could configure another database.
const cwd = fileURLToPath(new URL('.', import.meta.url));

/** Starts `memory-gateway mcp` on a data folder and connects to it. */
async function connect(folder: string): Promise<Client> {
  const client = new Client({ name: 'memory-gateway-demo', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    DATA_DIR: folder,
    EMBEDDER: process.env.EMBEDDER ?? 'local',
    LOG_LEVEL: 'warn',
  };
  const args = ['--import', 'tsx', main, 'mcp', '--user-id', 'ada'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env }));
  return client;
}

interface Session {
  readonly title: string;
  readonly folder: string;
  readonly modelUrl: string;
  readonly said: readonly string[];
}

async function runSession({ title, folder, modelUrl, said }: Session): Promise<string[]> {
  say('', styled('bold', title));
  const client = await connect(folder);
  const answers: string[] = [];
  try {
    for (const text of said) {
      const { answer, calls } = await runTurn(client, modelUrl, text);
      say(`   You:    ${text}`, ...calls.map((call) => styled('dim', `   Tool:   ${call}`)), `   Agent:  ${answer}`);
      answers.push(answer);
    }
  } finally {
    await client.close();
  }
  return answers;
}

async function run(folder: string, modelUrl: string): Promise<void> {
  const facts = ['I am allergic to peanuts.', 'I live in Lisbon.'];
  await runSession({ title: 'Session 1: the agent stores what you say', folder, modelUrl, said: facts });
  const title = 'Session 2: another process, without the conversation of the first';
  const [answer = ''] = await runSession({ title, folder, modelUrl, said: ['What am I allergic to?'] });
  if (!answer.includes('peanuts')) throw new Error(`The second session did not recall the allergy: ${answer}`);
}

const { data } = parseArgs({ options: { data: { type: 'string' } } }).values;
const folder = data ?? (await mkdtemp(path.join(tmpdir(), 'memory-gateway-demo-')));
const model = await startStubModel();
try {
  await run(folder, model.url);
  say('', styled('green', 'Done: the second session recalled the first.'));
} catch (error) {
  process.stderr.write(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await model.close();
  if (data === undefined) await rm(folder, { recursive: true, force: true });
}
