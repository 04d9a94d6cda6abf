import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../src/unit-of-work/transact.js';
import { defaultTenant, testServices, type TestServices } from '../helpers/context.js';
import {
  originalKey,
  originalMemory,
  originalUser,
  startOriginalServer,
  type OriginalServer,
} from './original-server.js';
import { runImport, type ImportOptions } from './run-import.js';

let original: OriginalServer;
let services: TestServices;

beforeAll(async () => {
  original = await startOriginalServer();
});
afterAll(() => original.stop());
beforeEach(async () => {
  services = await testServices();
  await original.fill({ users: [], apiKeys: [], memories: [] });
});

const run = (options: ImportOptions = {}) => runImport({ services, original }, options);
const rows = <Row>(text: string) => services.database.query<Row>(text);

describe('memories from another server', () => {
  const list = () =>
    rows<{ id: string }>(
      "SELECT id, user_id, agent_id, run_id, text, hash, metadata, actor, role, expiration_date, created_at, updated_at, lower(encode(dedupe_key, 'hex')) IS NULL AS unclaimed FROM memories ORDER BY sequence",
    );

  it('keep id, text, hash, owners, dates and the metadata of their callers', async () => {
    const hash = createHash('md5').update('Likes hiking').digest('hex');
    const memory = originalMemory('Likes hiking', {
      hash,
      agent_id: 'coach',
      run_id: 'r1',
      actor_id: 'Ada',
      role: 'user',
      attributed_to: 'user',
      expiration_date: '2030-01-31',
      source: 'chat',
      nested: { level: 2 },
      updated_at: '2026-03-04T08:00:00+00:00',
    });
    await original.fill({ memories: [memory] });
    expect((await run()).memories).toEqual({ found: 1, imported: 1, known: 0, skipped: 0 });
    expect(await list()).toEqual([
      {
        id: memory.id,
        userId: 'ada',
        agentId: 'coach',
        runId: 'r1',
        text: 'Likes hiking',
        hash,
        actor: 'Ada',
        role: 'user',
        expirationDate: '2030-01-31',
        unclaimed: false,
        metadata: { source: 'chat', nested: { level: 2 } },
        createdAt: new Date('2026-03-03T10:00:00.123Z'),
        updatedAt: new Date('2026-03-04T08:00:00Z'),
      },
    ]);
    expect(await rows('SELECT event, new_memory, changed_by, created_at FROM memory_history')).toEqual([
      { event: 'ADD', newMemory: 'Likes hiking', changedBy: 'import', createdAt: new Date('2026-03-03T10:00:00.123Z') },
    ]);
    expect(await rows('SELECT type, name, created_at, updated_at FROM entities ORDER BY type')).toMatchObject([
      { type: 'agent', name: 'coach' },
      { type: 'run', name: 'r1' },
      {
        type: 'user',
        name: 'ada',
        createdAt: new Date('2026-03-03T10:00:00.123Z'),
        updatedAt: new Date('2026-03-04T08:00:00Z'),
      },
    ]);
  });

  it('come in the order of their times, and all of them: equal texts are two memories as they were there', async () => {
    const at = (created_at: string) => ({ created_at, updated_at: created_at });
    const [late, early, twin] = [
      originalMemory('B', at('2026-03-05T00:00:00+00:00')),
      originalMemory('A', at('2026-03-01T00:00:00')),
      originalMemory('B', at('2026-03-06T00:00:00Z')),
    ];
    await original.fill({ memories: [late, early, twin] });
    await run();
    expect(await list()).toMatchObject([
      { id: early.id, unclaimed: false, createdAt: new Date('2026-03-01T00:00:00Z') },
      { id: late.id, unclaimed: false },
      { id: twin.id, unclaimed: true },
    ]);
  });

  it('get their vectors from a job after the import, which shows the true total', async () => {
    await original.fill({ memories: Array.from({ length: 230 }, (_, index) => originalMemory(`Fact ${index}`)) });
    const seen: number[] = [];
    await run({
      onProgress: ({ kind, done, total }) => (kind === 'memories' && total === 230 ? seen.push(done) : undefined),
    });
    expect(seen).toEqual([100, 200, 230]);
    // A name that servers of earlier versions do not know: they would end the import after its first part.
    expect(services.enqueued.map(({ name }) => name)).toEqual(['importParts', 'reEmbed']);
  });

  it('are left out with a reason that repeats nothing of them', async () => {
    const memories = [
      originalMemory('  '),
      originalMemory('x', { user_id: 'u'.repeat(256) }),
      { id: originalMemory('').id, payload: null },
      originalMemory('kept'),
    ];
    await original.fill({ memories });
    const report = await run();
    expect(report.memories).toEqual({ found: 4, imported: 1, known: 0, skipped: 3 });
    expect(report.skipped).toHaveLength(3);
    expect(JSON.stringify(report)).not.toContain('uuu');
  });
});

describe('an import', () => {
  async function fill() {
    const ada = await originalUser('ada@example.org', 'a long password');
    const { row } = await originalKey(ada.id);
    const memories = Array.from({ length: 150 }, (_, index) => originalMemory(`Fact ${index}`));
    await original.fill({ users: [ada], apiKeys: [row], memories });
    return { ada, row, memories };
  }
  const totals = async () =>
    (
      await rows<{ all: number[] }>(
        'SELECT ARRAY[(SELECT count(*) FROM users), (SELECT count(*) FROM api_keys), (SELECT count(*) FROM memories), (SELECT count(*) FROM memory_history)] AS all',
      )
    )[0]?.all;

  it('writes nothing in a dry run and counts what it would do', async () => {
    await fill();
    const report = await run({ dryRun: true });
    expect(report).toMatchObject({
      dryRun: true,
      users: { imported: 1 },
      apiKeys: { imported: 1 },
      memories: { imported: 150 },
    });
    expect(await totals()).toEqual([0, 0, 0, 0]);
    expect(await rows('SELECT 1 FROM imported_records')).toEqual([]);
    expect(await run()).toMatchObject({
      users: { imported: 1 },
      apiKeys: { imported: 1 },
      memories: { imported: 150 },
    });
  });

  it('imports nothing twice, and takes what is new since', async () => {
    const { memories } = await fill();
    await run();
    expect(await run()).toMatchObject({
      users: { imported: 0, known: 1 },
      apiKeys: { imported: 0, known: 1 },
      memories: { imported: 0, known: 150 },
    });
    await original.fill({ memories: [...memories, originalMemory('A new one')] });
    expect((await run()).memories).toMatchObject({ imported: 1, known: 150 });
    expect(await totals()).toEqual([1, 1, 151, 151]);
  });

  it('brings nothing back that was deleted here', async () => {
    const { ada, memories } = await fill();
    await run();
    await transact(services, ({ stores }) => stores.users.remove(ada.id));
    await services.database.query('DELETE FROM memories WHERE id = $1', [memories[0]?.id]);
    expect(await run()).toMatchObject({
      users: { imported: 0, known: 1 },
      apiKeys: { imported: 0, known: 1 },
      memories: { imported: 0, known: 150 },
    });
    expect(await totals()).toEqual([0, 0, 149, 150]);
  });

  it('ends with what was read before an interruption, and reads the rest when it is repeated', async () => {
    await original.fill({ memories: Array.from({ length: 350 }, (_, index) => originalMemory(`Fact ${index}`)) });
    const stop = new AbortController();
    await run({ only: 'memories', signal: stop.signal, onProgress: () => stop.abort() });
    const events = () => rows("SELECT status, completed FROM events WHERE type = 'IMPORT' ORDER BY created_at, id");
    expect(await events()).toEqual([{ status: 'SUCCEEDED', completed: 200 }]);
    expect((await run()).memories).toMatchObject({ imported: 150, known: 200 });
  });

  it('takes one part alone and puts memories where it is told to', async () => {
    await fill();
    expect(await run({ only: 'accounts' })).toMatchObject({ users: { found: 1 }, memories: { found: 0 } });
    const { organizationId } = await defaultTenant(services);
    await services.database.query(
      "INSERT INTO projects (id, organization_id, name) VALUES ('proj_other', $1, 'Other')",
      [organizationId],
    );
    expect(await run({ only: 'memories', projectId: 'proj_other' })).toMatchObject({
      users: { found: 0 },
      memories: { imported: 150 },
    });
    expect(await rows('SELECT DISTINCT project_id FROM memories')).toEqual([{ projectId: 'proj_other' }]);
    await expect(run({ projectId: 'proj_unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
