import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import { createExport } from '../../src/resolvers/export/create-export.js';
import { findEvent } from '../../src/resolvers/event/get-event.js';
import { giveFeedback } from '../../src/resolvers/feedback/give-feedback.js';
import { createWebhook } from '../../src/resolvers/webhook/create-webhook.js';
import { runCommandLine } from '@memory-gateway/cli';
import { subjectCommands } from '../../src/commands/subject-commands.js';
import { eraseSubject } from '../../src/resolvers/subject/erase-subject.js';
import { exportSubject } from '../../src/resolvers/subject/export-subject.js';
import type { AppContext } from '../../src/context.js';
import { as, people, tenant, testServices, type Tenant, type TestServices } from '../helpers/context.js';
import { work } from './helpers.js';

const canary = 'canary-7f3e91';
let services: TestServices;
let owner: AppContext;
let place: Tenant;

const add = (userId: string, content: string, infer = false) =>
  addMemories(owner, { projectId: place.projectId, userId, infer, messages: [{ role: 'user', content }] });

/** Stores texts of ada in every store that keeps any, one memory of hers that was deleted by its id, and a memory of bob. */
beforeEach(async () => {
  services = await testServices();
  const { ada } = await people(services);
  place = await tenant(services, [[ada, 'OWNER']]);
  owner = as(services, ada);
  const { projectId } = place;
  const eventTypes = ['memory_add', 'memory_update', 'memory_delete'];
  await createWebhook(owner, { projectId, name: 'lamp', url: 'https://hooks.example.com/lamp', eventTypes });
  const kept = (await add('ada', `The lamp is ${canary}.`)).results?.[0]?.id ?? '';
  const deleted = (await add('ada', `The chair is ${canary}.`)).results?.[0]?.id ?? '';
  await add('ada', `I live in a house called ${canary}.`, true);
  await add('bob', 'The table is round.');
  await updateMemory(owner, { projectId, id: kept, text: `The lamp is still ${canary}.` });
  await deleteMemory(owner, { projectId, id: deleted });
  await giveFeedback(owner, { projectId, memoryId: kept, feedback: 'POSITIVE', feedbackReason: `I like ${canary}.` });
  await createExport(owner, { projectId, filters: { user_id: 'ada' } });
  await work(services);
});

/** Tables in which a row contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await services.database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE (c.relkind = 'r' AND c.relname !~ '_p[0-9]+$' OR c.relkind = 'p' AND c.relname <> 'request_logs') AND n.nspname = 'public' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await services.database.query(`SELECT 1 FROM ${name} t WHERE t::text ILIKE '%${text}%' LIMIT 1`);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

const ada = () => ({ projectId: place.projectId, type: 'user', name: 'ada' }) as const;

describe('a request of a person about their data', () => {
  it('erases every text about them at once, and names the number of rows in each store', async () => {
    expect(await tablesWith(canary)).not.toEqual([]);
    const receipt = await eraseSubject(services, ada());
    expect(await tablesWith(canary)).toEqual([]);
    expect(receipt).toMatchObject({
      projectId: place.projectId,
      counts: { feedback: 1, memory_versions: 1, exports: 1, entities: 1 },
    });
    for (const store of ['memories', 'memory_history', 'events', 'webhook_deliveries'] as const)
      expect([store, receipt.counts[store]]).toEqual([store, expect.toSatisfy((rows: number) => rows >= 2)]);
    expect(await tablesWith('The table is round')).toEqual(expect.arrayContaining(['memories', 'memory_history']));
    const again = await eraseSubject(services, ada());
    expect(Object.values(again.counts).every((rows) => rows === 0)).toBe(true);
  });

  it('erases every export, and ends those that are not complete', async () => {
    const { id } = await createExport(owner, { projectId: place.projectId, filters: { user_id: 'bob' } });
    expect((await eraseSubject(services, ada())).counts.exports).toBe(2);
    await work(services);
    expect(await findEvent(owner, { id })).toMatchObject({
      status: 'CANCELLED',
      error: 'The export was deleted before it was complete.',
    });
  });

  it('exports everything about them, and nothing about others, to a file that is never replaced', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'memory-gateway-subject-'));
    try {
      const file = join(folder, 'ada.jsonl');
      const counts = await exportSubject(services, { ...ada(), file });
      const text = await readFile(file, 'utf8');
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { store: string; row: object });
      for (const [store, rows] of Object.entries(counts))
        expect([store, lines.filter((line) => line.store === store).length]).toEqual([store, rows]);
      const stores = new Set(lines.map(({ store }) => store));
      for (const store of ['entities', 'memories', 'memory_versions', 'memory_history', 'feedback', 'events'])
        expect(stores).toContain(store);
      expect(text).toContain(`The chair is ${canary}.`);
      expect(text).not.toContain('The table is round');
      await expect(exportSubject(services, { ...ada(), file })).rejects.toMatchObject({ code: 'EEXIST' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('leaves no part of an export behind when the database fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'memory-gateway-subject-'));
    await services.database.query('ALTER TABLE webhook_deliveries RENAME TO moved_deliveries');
    try {
      const file = join(folder, 'ada.jsonl');
      await expect(exportSubject(services, { ...ada(), file })).rejects.toThrow('webhook_deliveries');
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await services.database.query('ALTER TABLE moved_deliveries RENAME TO webhook_deliveries');
      await rm(folder, { recursive: true });
    }
  });

  it('says on the command line that nothing is stored about a name, which may be misspelt', async () => {
    const open = () => Promise.resolve({ services, close: () => Promise.resolve() });
    const output = { out: '', err: '' };
    const code = await runCommandLine([subjectCommands(open)], ['subject', 'erase', '--user-id', 'adda', '--json'], {
      stdout: { write: (text: string) => (output.out += text) },
      stderr: { write: (text: string) => (output.err += text) },
    });
    expect([code, output.err]).toEqual([0, 'Nothing is stored about the user adda.\n']);
    expect(JSON.parse(output.out)).toMatchObject({ rows: { memories: 0 } });
  });

  it('is refused for an unknown project and without a name', async () => {
    await expect(eraseSubject(services, { ...ada(), projectId: 'proj_none' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(eraseSubject(services, { ...ada(), name: ' ' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
