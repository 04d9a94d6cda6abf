import { createServer, type Server } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runImportCommand } from '../helpers/run-command.js';
import { openWithJobs } from './run-import.js';
import { testServices, type TestServices } from '../helpers/context.js';

const apiKey = 'm0-a-key-of-the-hosted-server';
const memories = Array.from({ length: 430 }, (_, index) => ({
  id: `c2a1f0e9-d8c7-4b6a-95f4-${String(index).padStart(12, '0')}`,
  memory: `Fact ${index}`,
  user_id: index % 2 ? 'rosa' : null,
  agent_id: index % 2 ? null : 'coach',
  app_id: null,
  session_id: null,
  metadata: { index },
  categories: ['facts'],
  created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
  updated_at: new Date(Date.UTC(2026, 0, 2, 0, index)).toISOString(),
}));

let hosted: Server;
let url: string;
let folder: string;
let keyFile: string;
let services: TestServices;
/** Statuses of the next responses. Default 200. */
let statuses: number[];
let filters: unknown;
const printed = { out: '', err: '' };

// Lists memories like the hosted API: 401 for another key, pages of `page_size`.
beforeAll(async () => {
  hosted = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const isAllowed = request.headers.authorization === `Token ${apiKey}`;
      const status = pathname === '/v3/memories/' ? (isAllowed ? (statuses.shift() ?? 200) : 401) : 404;
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('page_size'))];
      ({ filters } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { filters: unknown });
      const results = memories.slice((page - 1) * size, page * size);
      const next = page * size < memories.length ? `${url}/v3/memories/?page=${page + 1}` : null;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ count: memories.length, next, previous: null, results }));
    });
  });
  await new Promise<void>((resolve) => hosted.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(hosted.address() as AddressInfo).port}`;
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-hosted-'));
  keyFile = path.join(folder, 'key.txt');
});
afterAll(async () => {
  hosted.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  services = await testServices();
  statuses = [];
  await writeFile(keyFile, `${apiKey}\n`);
});

function run(...argv: string[]): Promise<number | null> {
  printed.out = '';
  printed.err = '';
  const io = {
    stdout: { write: (text: string) => (printed.out += text) },
    stderr: { write: (text: string) => (printed.err += text) },
  };
  return runImportCommand(['--url', url, '--key-file', keyFile, ...argv], io, openWithJobs(services));
}

it('reads every page of a hosted server once, and asks again for a page that failed', async () => {
  statuses = [503, 200, 429];
  expect(await run('--json'), printed.err).toBe(0);
  expect(JSON.parse(printed.out)).toMatchObject({ memories: { found: 430, imported: 430, known: 0, skipped: 0 } });
  expect(filters).toEqual({ OR: [{ user_id: '*' }, { agent_id: '*' }, { app_id: '*' }, { run_id: '*' }] });
  const rows = await services.database.query<Record<string, unknown>>(
    'SELECT id, text, user_id, agent_id, metadata, created_at, updated_at FROM memories ORDER BY sequence',
  );
  expect(rows).toEqual(
    memories.map((memory) => ({
      id: memory.id,
      text: memory.memory,
      userId: memory.user_id,
      agentId: memory.agent_id,
      metadata: { ...memory.metadata, imported_categories: ['facts'] },
      createdAt: new Date(memory.created_at),
      updatedAt: new Date(memory.updated_at),
    })),
  );
  expect(await run('--json')).toBe(0);
  expect(JSON.parse(printed.out)).toMatchObject({ memories: { imported: 0, known: 430 } });
});

it.each(['', 'first-line\nsecond-line', 'schlüssel'])(
  'refuses a file that is no API key, and does not print it: %j',
  async (key) => {
    await writeFile(keyFile, key);
    expect([await run(), printed]).toEqual([
      2,
      {
        out: '',
        err: expect.stringMatching(
          /^error: --key-file must contain an API key alone: one line of ASCII characters\.\n/,
        ),
      },
    ]);
    expect(printed.err).not.toMatch(/-line|schl/);
  },
);

it('says which address refused, and repeats no key', async () => {
  await writeFile(keyFile, 'm0-another-key');
  expect(await run()).toBe(1);
  expect(printed.err).toMatch(/^127\.0\.0\.1:\d+ responded with 401 to a list of memories\.$/m);
  expect(printed.err).not.toContain('m0-another-key');
});
