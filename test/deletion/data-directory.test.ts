import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openServices, type OpenServices } from '../../src/app/open-services.js';
import { loadConfig } from '../../src/config.js';
import { createContext, type AppContext } from '../../src/context.js';
import { handlers } from '../../src/jobs/registry.js';
import { deleteEntity } from '../../src/resolvers/deletion/delete-entity.js';
import { vacuumDatabase } from '../../src/resolvers/deletion/vacuum-database.js';
import { createEntity } from '../../src/resolvers/entity/create-entity.js';
import { createExport } from '../../src/resolvers/export/create-export.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { eraseSubject } from '../../src/resolvers/subject/erase-subject.js';
import { searchMemories } from '../../src/resolvers/memory/search-memories.js';
import { migratedTemplate } from '../setup/embedded.js';
import { onlyTry } from './helpers.js';

const canary = 'canary-7f3e91';
const isEmbedded = inject('databases').kind === 'embedded';

let folder: string;
let open: OpenServices | undefined;
beforeAll(async () => {
  if (!isEmbedded) return;
  folder = await mkdtemp(join(tmpdir(), 'memory-gateway-erasure-'));
  await cp(await migratedTemplate(), join(folder, 'data'), { recursive: true });
  const config = loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c', EMBEDDER: 'none' });
  const database = { kind: 'embedded', dataDir: join(folder, 'data') } as const;
  open = await openServices({ ...config, database }, { log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await open?.close();
  if (isEmbedded) await rm(folder, { recursive: true, force: true });
});

/** Files of the data directory that hold the canary. */
async function filesWithCanary(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).includes(canary)) found.push(path);
  }
  return found;
}

/** The user of each way. The ID of a deleted user stays in the receipt, that of an erased one does not. */
const users: Readonly<Record<string, string>> = {
  'a deletion': 'ada',
  'the request of a person': `${canary}@example.com`,
};

/** Ways to remove the memories of a user. */
const ways: Readonly<Record<string, (ctx: AppContext, projectId: string, name: string) => Promise<void>>> = {
  async 'a deletion'(ctx, projectId, name) {
    const { deletion } = await deleteEntity(ctx, { projectId, type: 'user', name });
    await handlers.deleteMemories(ctx, { deletionId: deletion.id, projectId, removed: 0 }, onlyTry);
    expect((await ctx.stores.deletions.find(deletion.id))?.status).toBe('SUCCEEDED');
  },
  async 'the request of a person'(ctx, projectId, name) {
    const { counts } = await eraseSubject(ctx, { projectId, type: 'user', name });
    expect(counts.memories).toBe(40);
  },
};

it.runIf(isEmbedded).each(Object.keys(ways))(
  'after %s and `vacuum`, no file of the data directory holds the text, and none the ID of an erased user',
  { timeout: 60_000 },
  async (way) => {
    if (!open) throw new Error('The database is not open.');
    const { services } = open;
    const [project] = await services.database.query<{ id: string }>('SELECT id FROM projects WHERE is_default');
    const projectId = project?.id ?? '';
    const caller = { mode: 'admin_api_key', user: null, key: null, isAdmin: true } as const;
    const ctx = createContext(services, { caller, requestId: 'test' });
    const add = (userId: string, text: (n: number) => string) =>
      addMemories(ctx, {
        projectId,
        userId,
        infer: false,
        messages: Array.from({ length: 40 }, (_unused, n) => ({ role: 'user', content: text(n) })),
      });
    const user = users[way] ?? '';
    await createEntity(ctx, { projectId, type: 'user', name: user });
    await createExport(ctx, { projectId, filters: { user_id: user } });
    await add(user, (n) => `The lamp number ${n} is ${canary}.`);
    await add('bob', (n) => `The chair number ${n} is red.`);
    expect(await filesWithCanary()).not.toEqual([]);

    await ways[way]?.(ctx, projectId, user);
    const { bytesBefore, bytesAfter } = await vacuumDatabase(services);
    expect(bytesAfter).toBeLessThanOrEqual(bytesBefore);
    expect(await filesWithCanary()).toEqual([]);

    const { results } = await searchMemories(ctx, { projectId, query: 'Which chair is red?' });
    expect(results.length).toBeGreaterThan(0);
  },
);
