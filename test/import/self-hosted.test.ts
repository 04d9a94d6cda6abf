import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runImportCommand } from '../helpers/run-command.js';
import { openBesideServer } from './run-import.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';

const oldKey = 'm0sk_a-key-of-the-old-server';
const uuid = (index: number) => `d4b2f0e9-d8c7-4b6a-95f4-${String(index).padStart(12, '0')}`;

interface OldMemory {
  readonly id: string;
  readonly memory: string;
  readonly user_id?: string;
  readonly agent_id?: string;
  readonly run_id?: string;
  readonly metadata: object | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expiration_date?: string;
}

const toMemory = (index: number, owners: Partial<OldMemory>): OldMemory => ({
  id: uuid(index),
  memory: `Fact ${index}`,
  metadata: index % 2 ? { index } : null,
  created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
  updated_at: new Date(Date.UTC(2026, 0, 2, 0, index)).toISOString(),
  ...owners,
});
const few = [
  toMemory(1, { user_id: 'rosa' }),
  toMemory(2, { user_id: 'rosa', agent_id: 'coach', expiration_date: '2026-01-31' }),
  toMemory(3, { agent_id: 'coach' }),
  toMemory(4, { agent_id: 'coach', run_id: 'trip 1' }),
  toMemory(5, { run_id: 'trip 1' }),
];
const kinds = ['user', 'agent', 'run'] as const;

let old: Server;
let oldUrl: string;
let memories: readonly OldMemory[];
let isAdmin: boolean;
let app: RunningApp;
let folder: string;
let keyFile: string;
const printed = { out: '', err: '' };

function listEntities() {
  return kinds.flatMap((type) =>
    [...new Set(memories.flatMap((memory) => memory[`${type}_id`] ?? []))].sort().map((id) => {
      const owned = memories.filter((memory) => memory[`${type}_id`] === id);
      return { id, type, total_memories: owned.length, created_at: owned[0]?.created_at, updated_at: null };
    }),
  );
}

// Answers as the documented API of an original server: no pages, at most 1,000 memories, everything for admins only.
function answer(address: URL, key: string | undefined): [number, unknown] {
  if (key !== oldKey) return [401, { detail: 'Invalid API key.' }];
  if (address.pathname === '/entities') return [200, listEntities()];
  if (address.pathname !== '/memories') return [404, { detail: 'Not Found' }];
  const { searchParams: query } = address;
  const owners = kinds.filter((kind) => query.has(`${kind}_id`));
  if (owners.length === 0 && !isAdmin) return [403, { detail: 'Admin role required.' }];
  const found = memories.filter((memory) => owners.every((kind) => memory[`${kind}_id`] === query.get(`${kind}_id`)));
  const shown = found.filter((memory) => query.get('show_expired') === 'true' || memory.expiration_date === undefined);
  return [200, { results: shown.slice(0, Number(query.get('top_k') ?? (owners.length > 0 ? 20 : 1_000))) }];
}

beforeAll(async () => {
  app = await startRunningApp();
  old = createServer((request, response) => {
    const key = request.headers['x-api-key'];
    const [status, body] = answer(new URL(request.url ?? '', 'http://localhost'), key as string | undefined);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
  oldUrl = `http://127.0.0.1:${(old.address() as AddressInfo).port}`;
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-self-hosted-'));
  keyFile = path.join(folder, 'key.txt');
});
afterAll(async () => {
  old.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await app.reset();
  memories = few;
  isAdmin = false;
  await writeFile(keyFile, `${oldKey}\n`);
});

function run(...argv: string[]): Promise<number | null> {
  printed.out = '';
  printed.err = '';
  const io = {
    stdout: { write: (text: string) => (printed.out += text) },
    stderr: { write: (text: string) => (printed.err += text) },
  };
  return runImportCommand(['--self-hosted', '--json', ...argv], io, openBesideServer(app.app.services));
}

async function report(...argv: string[]) {
  expect(await run(...argv), printed.err).toBe(0);
  return JSON.parse(printed.out) as { memories: object; skipped: { id: string; reason: string }[] };
}

const fromOld = () => ['--url', oldUrl, '--key-file', keyFile];

describe('an import from the API of an original self-hosted server', () => {
  it.each([
    ['a member', false],
    ['an admin', true],
  ])('reads every memory once with the key of %s, and keeps ids, owners and times', async (_, admin) => {
    isAdmin = admin;
    expect((await report(...fromOld())).memories).toEqual({ found: 5, imported: 5, known: 0, skipped: 0 });
    const rows = await app.app.services.database.query<Record<string, unknown>>(
      'SELECT id, text, user_id, agent_id, run_id, metadata, created_at, updated_at, expiration_date FROM memories ORDER BY id',
    );
    expect(rows).toEqual(
      few.map(({ id, memory, metadata, ...rest }) => ({
        id,
        text: memory,
        userId: rest.user_id ?? null,
        agentId: rest.agent_id ?? null,
        runId: rest.run_id ?? null,
        metadata,
        createdAt: new Date(rest.created_at),
        updatedAt: new Date(rest.updated_at),
        expirationDate: rest.expiration_date ?? null,
      })),
    );
    expect((await report(...fromOld())).memories).toEqual({ found: 5, imported: 0, known: 5, skipped: 0 });
  });

  it('reports owners with more memories than the API lists', async () => {
    memories = Array.from({ length: 1_001 }, (_, index) =>
      toMemory(index, index < 1_000 ? { user_id: 'rosa' } : { user_id: 'rosa', run_id: 'trip' }),
    );
    const { memories: counts, skipped } = await report(...fromOld(), '--dry-run');
    // The list of the run has the memory that the list of the user lacks.
    expect(counts).toEqual({ found: 1_002, imported: 1_001, known: 0, skipped: 1 });
    expect(skipped).toEqual([
      {
        kind: 'memory',
        id: 'user rosa',
        number: 1_001,
        reason: 'The API of the server lists 1000 memories of a user. Import the others from its database with --from.',
      },
    ]);
  });

  it('names the address that refused, follows no redirect, and repeats no key', async () => {
    await writeFile(keyFile, 'm0sk_another-key');
    expect(await run(...fromOld())).toBe(1);
    expect(printed.err).toMatch(/^127\.0\.0\.1:\d+ responded with 401 to a list of memories\.$/m);
    expect(printed.err).not.toContain('another-key');
    const elsewhere = createServer((_, response) => response.writeHead(307, { location: `${oldUrl}/memories` }).end());
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    expect(await run('--url', url, '--key-file', keyFile)).toBe(1);
    expect(printed.err).toContain('responded with 307');
    elsewhere.close();
    expect(await run()).toBe(2);
  });

  it('asks again after a response that broke off', async () => {
    let requests = 0;
    const broken = createServer((request, response) => {
      requests += 1;
      const [status, body] = answer(new URL(request.url ?? '', 'http://localhost'), oldKey);
      const text = JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
      if (requests === 2) response.write(text.slice(0, 5), () => response.destroy());
      else response.end(text);
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    const { memories: counts } = await report('--url', url, '--key-file', keyFile);
    expect(counts).toMatchObject({ found: few.length, imported: few.length });
    broken.close();
  });

  it.each([
    ['a page', '<html>Sign in</html>'],
    ['other JSON', '{"status":"ok"}'],
    ['no list', 'null'],
  ])('names the address that responds with %s instead of memories', async (_what, body) => {
    const page = createServer((_, response) => response.end(body));
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    expect(await run('--url', url, '--key-file', keyFile)).toBe(1);
    expect(printed.err).toMatch(
      /^127\.0\.0\.1:\d+ responded to \/memories with something other than a list of memories\. Check the address\.$/m,
    );
    page.close();
  });
});

describe('an import from the self-hosted API of this server', () => {
  it('reads all pages, of every kind of owner', async () => {
    const { projectId, apiKey } = app.admin;
    const messages = Array.from({ length: 230 }, (_, index) => ({ role: 'USER', content: `Fact ${index}` }));
    for (const owner of [{ userId: 'rosa' }, { appId: 'album' }]) {
      const query = `mutation ($input: AddMemoriesInput!) { addMemories(input: $input) { __typename } }`;
      const input = { projectId, ...owner, infer: false, messages };
      await app.as(apiKey).rest('POST', '/graphql', { query, variables: { input } });
    }
    await writeFile(keyFile, apiKey);
    const { memories: counts } = await report('--url', app.url, '--key-file', keyFile, '--dry-run');
    expect(counts).toMatchObject({ found: 460, skipped: 0 });
  });
});
