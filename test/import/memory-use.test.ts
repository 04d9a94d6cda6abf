import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { builtProgram } from '../helpers/built-program.js';
import { createChildEnvironment } from '../helpers/child-environment.js';

// The long form: IMPORT_FORMAT=jsonl,chatgpt,claude IMPORT_MEGABYTES=2000 IMPORT_RECORDS=20000.
const megabytes = Number(process.env.IMPORT_MEGABYTES ?? 320);
const records = Number(process.env.IMPORT_RECORDS ?? 400);
/** Heap of the process in megabytes. Without a limit, V8 lets garbage grow with the memory of the machine. */
const heapMax = 256;
/** Largest growth of the process during an import, in megabytes. A file that is read as a whole exceeds it and the heap. */
const growthMax = 128;

const indexes = Array.from({ length: records }, (_, index) => index);
const textOf = (index: number) => `Fact ${index}`;
const time = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, index));
/** Content that an export has beside the memories, such as attachments and results of tools. */
const ballast = 'a "quoted" line, {braces}\n'.repeat((megabytes * 1_000_000) / records / 29);

const toNode = (id: string, parent: string | null, message: object) => ({
  [id]: { id, parent, message: { id, ...message } },
});

/** One JSON list: conversations of a question and the result of a tool, which is left out. */
function* writeChatGpt(): Generator<string> {
  for (const index of indexes) {
    const created = { create_time: time(index).getTime() / 1_000 };
    const mapping = {
      ...toNode(`a${index}`, null, { ...created, author: { role: 'user' }, content: { parts: [textOf(index)] } }),
      ...toNode(`b${index}`, `a${index}`, { ...created, author: { role: 'tool' }, content: { parts: [ballast] } }),
    };
    yield `${index === 0 ? '[' : ','}${JSON.stringify({ conversation_id: `c${index}`, current_node: `b${index}`, mapping })}`;
  }
  yield ']';
}

/** One JSON list: conversations of a message with an attachment, whose content is left out. */
function* writeClaude(): Generator<string> {
  for (const index of indexes) {
    const message = { uuid: `m${index}`, sender: 'human', text: textOf(index), created_at: time(index) };
    const chat_messages = [{ ...message, attachments: [{ extracted_content: ballast }] }];
    yield `${index === 0 ? '[' : ','}${JSON.stringify({ uuid: `c${index}`, name: 'Chat', chat_messages })}`;
  }
  yield ']';
}

/** JSON Lines with a column that the mapping leaves out. */
function* writeLines(): Generator<string> {
  for (const index of indexes)
    yield `${JSON.stringify({ id: `r${index}`, text: textOf(index), created_at: time(index), raw: ballast })}\n`;
}

const files = { jsonl: writeLines, chatgpt: writeChatGpt, claude: writeClaude };
type Format = keyof typeof files;
const chosen = process.env.IMPORT_FORMAT?.split(',') ?? ['chatgpt'];

let folder: string;
let app: App;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-import-memory-'));
  environment = {
    ...(await createChildEnvironment(folder)),
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    EMBEDDER: 'none',
    LOG_LEVEL: 'silent',
  };
  app = await createApp(loadConfig({ ...environment, API_PORT: '0', DASHBOARD_PORT: '0' }));
  await app.listen();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Resident memory of a process in megabytes, or null after its end. */
function readResident(pid: number): number | null {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) / 1_000;
}

/** Runs the import command beside the server. Returns its report, and its memory at the first batch and at its peak. */
async function measureImport(format: Format, file: string) {
  const node = [`--max-old-space-size=${heapMax}`, await builtProgram()];
  const argv = [...node, 'import', '--format', format, '--file', file, '--user-id', 'rosa', '--json'];
  if (format === 'jsonl') argv.push('--mapping', path.join(folder, 'mapping.json'));
  const child = spawn(process.execPath, argv, {
    // A folder without a .env, which could name another database.
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let first: number | null = null;
  let peak = 0;
  let printed = '';
  let failure = '';
  const sample = () => {
    const resident = readResident(child.pid ?? 0);
    if (resident === null) return;
    peak = Math.max(peak, resident);
  };
  child.stderr.on('data', (chunk: Buffer) => {
    failure += chunk.toString();
    if (first === null && chunk.includes('memories ')) first = readResident(child.pid ?? 0);
  });
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const timer = setInterval(sample, 25);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  expect(code, failure).toBe(0);
  return { ...(JSON.parse(printed) as { memories: { imported: number; skipped: number } }), first: first ?? 0, peak };
}

it.runIf(existsSync('/proc/self/status')).each(chosen as Format[])(
  `an import of %s with ${megabytes} MB grows by less than ${growthMax} MB`,
  { timeout: 60_000 + megabytes * 1_000 },
  async (format) => {
    const file = path.join(folder, `export.${format === 'jsonl' ? 'jsonl' : 'json'}`);
    await writeFile(path.join(folder, 'mapping.json'), '{ "metadata": [] }');
    await pipeline(Readable.from(files[format]()), createWriteStream(file));
    const { memories, first, peak } = await measureImport(format, file);
    expect(memories).toMatchObject({ imported: records, skipped: format === 'chatgpt' ? records : 0 });
    process.stdout.write(`${format}: ${Math.round(first)} MB at the first batch, ${Math.round(peak)} MB at the peak\n`);
    expect(first).toBeGreaterThan(0);
    expect(peak - first).toBeLessThan(growthMax);
    await rm(file);
  },
);
