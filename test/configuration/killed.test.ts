import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, inject, it } from 'vitest';
import { createLocalServer, type LocalServer } from '../../scripts/lib/local-server.js';
import { startFakeProvider, type FakeProvider } from '../helpers/fake-provider/index.js';
import { emptyDatabase, testConnectionString, testDatabase } from '../setup/database.js';

const servers: LocalServer[] = [];
let fake: FakeProvider | null = null;
let folder: string | null = null;
afterEach(async () => {
  for (const server of servers.splice(0)) await server.remove();
  await fake?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

interface Progress {
  readonly status: string;
  readonly total: number;
  readonly completed: number;
}

it(
  'a server that is killed while it gives memories their first vectors goes on where it was',
  { timeout: 240_000 },
  async () => {
    const provider = (fake = await startFakeProvider());
    folder = await mkdtemp(join(tmpdir(), 'memory-gateway-killed-'));
    if (inject('databases').kind === 'postgres') await emptyDatabase(await testDatabase());
    const place: Record<string, string> =
      inject('databases').kind === 'postgres'
        ? { DATABASE_URL: testConnectionString() }
        : { DATA_DIR: join(folder, 'data') };
    const shared = {
      ...place,
      JWT_SECRET: 'one-secret-for-both-9a8b7c6d5e4f',
      LOG_LEVEL: 'warn',
      LLM_PROVIDER: 'local',
      OUTBOUND_ALLOW: 'loopback',
    };
    const model = {
      EMBEDDER: 'openai',
      EMBEDDER_MODEL: 'words-384',
      EMBEDDER_DIMENSIONS: '384',
      OPENAI_API_KEY: provider.key,
      OPENAI_BASE_URL: provider.urls.openai,
    };

    const plain = await createLocalServer({ env: { ...shared, EMBEDDER: 'none' } });
    servers.push(plain);
    await plain.start();
    const { apiKey } = await plain.bootstrap();
    const call = async <Body>(server: LocalServer, path: string, body?: unknown): Promise<Body> => {
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
      const response = await fetch(`${server.url}${path}`, {
        headers,
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      expect(response.status).toBe(200);
      return (await response.json()) as Body;
    };
    const text = (n: number) => `The otter number ${n} lives near the lighthouse.`;
    const messages = (from: number) =>
      Array.from({ length: 100 }, (_, n) => ({ role: 'user', content: text(from + n) }));
    for (const from of [0, 100, 200])
      await call(plain, '/memories', { messages: messages(from), user_id: 'rosa', infer: false });
    await plain.stop();

    const server = await createLocalServer({ env: { ...shared, ...model } });
    servers.push(server);
    // The third batch of texts never gets a response.
    let isHeld = true;
    provider.gate = () => (isHeld && provider.requests.length > 2 ? new Promise(() => undefined) : Promise.resolve());
    await server.start();
    const progress = async () => (await call<{ re_embedding: Progress | null }>(server, '/configure')).re_embedding;
    await expect.poll(() => provider.requests.length, { timeout: 30_000 }).toBe(3);
    await expect.poll(progress, { timeout: 30_000 }).toMatchObject({ status: 'RUNNING', total: 300, completed: 128 });
    await server.kill();
    const before = provider.requests.flatMap(({ texts }) => texts);
    isHeld = false;
    provider.requests.length = 0;
    await server.start();
    await expect.poll(progress, { timeout: 90_000, interval: 200 }).toBeNull();

    const after = provider.requests.flatMap(({ texts }) => texts);
    // Stored vectors are not computed again; those of the running batch are.
    expect(before.slice(0, 128).filter((sent) => after.includes(sent))).toEqual([]);
    expect(new Set([...before.slice(0, 128), ...after])).toEqual(
      new Set(Array.from({ length: 300 }, (_, n) => text(n))),
    );
    const { results } = await call<{ results: { memory: string }[] }>(server, '/search', {
      query: text(250),
      filters: { user_id: 'rosa' },
      top_k: 1,
    });
    expect(results[0]?.memory).toBe(text(250));
  },
);
