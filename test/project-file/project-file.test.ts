import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setLink } from '../../src/resolvers/correction/decide-link.js';
import { createEntity } from '../../src/resolvers/entity/create-entity.js';
import { giveFeedback } from '../../src/resolvers/feedback/give-feedback.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import { exportProject } from '../../src/resolvers/project/export-project.js';
import { importProject } from '../../src/resolvers/project/import-project.js';
import { updateProject } from '../../src/resolvers/project/update-project.js';
import { createStores } from '../../src/stores/create-stores.js';
import { type Database, openDatabase } from '@memory-gateway/database';
import { projectSections } from '../../src/stores/dump/project-sections.js';
import { adminKey, as, project, tenant, testServices, type Tenant, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { migratedTemplate } from '../setup/embedded.js';

let folder: string;
let otherDatabase: Database;
let services: TestServices;
/** A server with an embedded database. With tests on Postgres, files move from one kind of database to the other. */
let other: TestServices;
let place: Tenant;
let files = 0;

const newFile = (suffix = '.jsonl') => path.join(folder, `project-${(files += 1)}${suffix}`);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-project-'));
  await cp(await migratedTemplate(), path.join(folder, 'data'), { recursive: true });
  otherDatabase = await openDatabase({ kind: 'embedded', dataDir: path.join(folder, 'data') });
});
afterAll(async () => {
  await otherDatabase.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  services = await testServices();
  await emptyDatabase(otherDatabase);
  other = { ...services, database: otherDatabase, stores: createStores(otherDatabase, otherDatabase) };
  place = await tenant(services);
});

/** Fills the project through its use cases: memories with history, versions, a link, feedback, entities and settings. */
async function fill(): Promise<string[]> {
  const ctx = as(services, adminKey);
  const { projectId } = place;
  await updateProject(ctx, {
    projectId,
    customCategories: [{ travel: 'Trips and places' }],
    customInstructions: 'Only facts.',
  });
  await createEntity(ctx, { projectId, type: 'user', name: 'ada', metadata: { plan: 'free' } });
  const texts = ['Ada lives in Lisbon', 'Ada likes tea', 'Ada\u2028moved to Porto', 'Ada said "good bye"'];
  for (const [index, content] of texts.entries())
    await addMemories(ctx, {
      projectId,
      userId: 'ada',
      agentId: index === 1 ? 'coach' : undefined,
      infer: false,
      metadata: { index, nested: { euro: '€' } },
      messages: [{ role: 'user', content }],
    });
  const rows = await services.database.query<{ id: string }>('SELECT id FROM memories ORDER BY sequence');
  const [lisbon = '', tea = '', porto = '', bye = ''] = rows.map(({ id }) => id);
  await services.database.query("UPDATE memories SET question = 'What does Ada drink?' WHERE id = ANY($1)", [
    [tea, porto],
  ]);
  await updateMemory(ctx, { projectId, id: tea, text: 'Ada likes green tea' });
  await setLink(ctx, { newerId: porto, olderId: lisbon, reason: 'She moved.' });
  await giveFeedback(ctx, { projectId, memoryId: tea, feedback: 'POSITIVE' });
  await deleteMemory(ctx, { projectId, id: bye });
  await services.database.query(
    "INSERT INTO webhooks (id, project_id, name, url, secret) VALUES ('wh_1', $1, 'secret hook', 'https://example.org', 'hush')",
    [projectId],
  );
  return [lisbon, tea, porto];
}

const exportTo = async (from: TestServices, projectId: string, file = newFile()) => {
  const manifest = await exportProject(from, { projectId, file });
  return { file, manifest, bytes: await readFile(file) };
};

/** Tables with a `project_id` that a project file omits, with the reason. */
const leftOutOfProjectFiles: Readonly<Record<string, string>> = {
  api_keys: 'secrets',
  audit_logs: 'the record of this server',
  changes: 'positions of live streams on this server',
  call_counts: 'counted from the request log',
  connected_apps: 'secrets',
  deletions: 'receipts of this server',
  events: 'work of this server',
  exports: 'documents that expire',
  import_batches: 'work of this server',
  invitations: 'secrets',
  log_streams: 'secrets, and positions in the logs of this server',
  memory_chunks: 'vectors, made again',
  memory_embeddings: 'vectors, made again',
  profile_jobs: 'work of this server',
  project_members: 'users of this server',
  request_bodies: 'the record of this server',
  request_logs: 'the record of this server',
  search_hits: 'searches of this server',
  webhook_attempts: 'deliveries of this server',
  webhook_deliveries: 'deliveries of this server',
  webhooks: 'secrets',
};

describe('a project file', () => {
  it('comes back on another server as it was, and is exported there as the same bytes', async () => {
    const ids = await fill();
    const first = await exportTo(services, place.projectId);
    const { projectId } = await importProject(other, { file: first.file });
    expect(projectId).toBe(place.projectId);
    expect((await exportTo(other, projectId)).bytes.equals(first.bytes)).toBe(true);

    const read = (from: TestServices) =>
      from.database.query(
        `SELECT m.id, m.text, m.user_id, m.agent_id, m.metadata, m.hash, m.created_at, m.updated_at, m.tsv::text, m.token_count, m.question,
           (SELECT count(*) FROM memory_history h WHERE h.memory_id = m.id) AS changes,
           (SELECT array_agg(v.tsv::text) FROM memory_versions v WHERE v.memory_id = m.id) AS past
         FROM memories m WHERE m.deleted_at IS NULL ORDER BY m.sequence`,
      );
    expect(await read(other)).toEqual(await read(services));
    expect((await read(other)).map((row) => (row as { id: string }).id)).toEqual(ids);
    // The job that embeds memories without vectors.
    expect(other.enqueued).toContainEqual({ name: 'reEmbed', payload: { eventId: null, completed: 0 } });
  });

  it('keeps memories joined to the message that they were extracted from', async () => {
    const [lisbon, tea] = await fill();
    const join = 'UPDATE memories SET source_key = (SELECT dedupe_key FROM memories WHERE id = $1) WHERE id = $2';
    await services.database.query(join, [lisbon, tea]);
    const { file } = await exportTo(services, place.projectId);
    await importProject(other, { file });
    const joined =
      'SELECT fact.id, message.id AS message FROM memories fact JOIN memories message ON message.dedupe_key = fact.source_key';
    expect(await other.database.query(joined)).toEqual([{ id: tea, message: lisbon }]);
  });

  it('comes back into the same server after the project was emptied, compressed as well', async () => {
    await fill();
    const first = await exportTo(services, place.projectId, newFile('.jsonl.gz'));
    expect(first.bytes.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    await services.database.query('DELETE FROM projects WHERE id = $1', [place.projectId]);
    await services.database.query('DELETE FROM memory_history; DELETE FROM memory_links; DELETE FROM feedback');
    const empty = await project(services, place.organizationId);
    await importProject(services, { file: first.file, projectId: empty });
    const again = await exportTo(services, empty, newFile('.jsonl.gz'));
    const rows = ({ manifest }: typeof first) => manifest.sections.slice(1);
    expect(rows(again)).toEqual(rows(first));
  });

  it('holds no secret and nothing of other projects', async () => {
    await fill();
    const second = await project(services, place.organizationId);
    await addMemories(as(services, adminKey), {
      projectId: second,
      userId: 'eve',
      infer: false,
      messages: [{ role: 'user', content: 'A canary of another project' }],
    });
    const { bytes } = await exportTo(services, place.projectId);
    expect(bytes.toString()).toContain('Ada likes green tea');
    for (const text of ['hush', 'secret hook', 'canary', '"eve"']) expect(bytes.toString()).not.toContain(text);
  });

  it('is never written over an existing file, and nothing is left beside one that could not be written', async () => {
    const { file } = await exportTo(services, place.projectId);
    await expect(exportProject(services, { ...place, file })).rejects.toThrow('exists already');
    const missing = path.join(folder, 'missing', 'project.jsonl');
    await expect(exportProject(services, { ...place, file: missing })).rejects.toThrow('cannot be written: ENOENT');
  });

  it('is refused by a project that is not empty and by a server that has its memories', async () => {
    await fill();
    const { file } = await exportTo(services, place.projectId);
    await expect(importProject(services, { file })).rejects.toThrow(/is not empty: it has entities, memories/);
    const empty = await project(services, place.organizationId);
    await expect(importProject(services, { file, projectId: empty })).rejects.toThrow('exists on this server');
    expect(await services.database.query('SELECT FROM memories WHERE project_id = $1', [empty])).toEqual([]);
    await expect(importProject(services, { file, projectId: 'proj_unknown' })).rejects.toThrow('Project not found.');
  });

  it('is not imported into a project of another organization than the named one', async () => {
    await fill();
    const { file } = await exportTo(services, place.projectId);
    const [empty, other] = [await project(services, place.organizationId), await tenant(services)];
    const input = { file, projectId: empty, organizationId: other.organizationId };
    await expect(importProject(services, input)).rejects.toThrow(
      `The project ${empty} belongs to the organization ${place.organizationId}.`,
    );
    await services.database.query('DELETE FROM projects WHERE id = $1', [place.projectId]);
    await services.database.query('DELETE FROM memory_history; DELETE FROM memory_links; DELETE FROM feedback');
    const named = await importProject(services, { ...input, organizationId: place.organizationId });
    expect(named.projectId).toBe(empty);
  });

  it('leaves out no table of a project without a reason', async () => {
    const tables = await services.database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attname = 'project_id' AND c.relname <> 'id_projects'`,
    );
    const sections = projectSections.map(({ table }) => table);
    expect([...sections, ...Object.keys(leftOutOfProjectFiles)].sort()).toEqual(tables.map(({ name }) => name).sort());
  });
});

describe('a damaged project file', () => {
  const damages: readonly [what: string, change: (lines: string[]) => string[], where: RegExp][] = [
    [
      'a changed letter',
      (lines) => lines.map((line) => line.replace('green tea', 'black tea')),
      /section memories is damaged \(lines 5 to 7\)/,
    ],
    [
      'a line that is no JSON',
      (lines) => lines.map((line, at) => (at === 4 ? line.slice(0, -9) : line)),
      /section memories is damaged \(line 5\)/,
    ],
    [
      'a missing end',
      (lines) => lines.slice(0, 7),
      /ends before line \d+: the section memory_history has 0 of \d+ rows/,
    ],
    ['a line too many', (lines) => [...lines, '{}'], /Line \d+ follows the last section/],
    [
      'a changed manifest',
      ([first = '', ...rest]) => [first.replace('"rows":1,', '"rows":2,'), ...rest],
      /Line 1: the manifest does not match its own SHA-256/,
    ],
    ['no manifest', (lines) => lines.slice(1), /Line 1 is no manifest/],
    [
      'a newer version',
      ([first = '', ...rest]) => [first.replace('"version":1', '"version":2'), ...rest],
      /has version 2; this build reads up to version 1/,
    ],
    [
      'another kind',
      ([first = '', ...rest]) => [first.replace('memory-gateway project', 'memory-gateway backup'), ...rest],
      /is a "memory-gateway backup"/,
    ],
  ];

  it.each(damages)('with %s is refused before anything is written', async (_what, change, where) => {
    await fill();
    const { bytes } = await exportTo(services, place.projectId);
    const file = newFile();
    const lines = bytes.toString().split('\n').slice(0, -1);
    await writeFile(file, `${change(lines).join('\n')}\n`);
    await expect(importProject(other, { file })).rejects.toThrow(where);
    expect(await otherDatabase.query('SELECT FROM projects WHERE NOT is_default')).toEqual([]);
  });

  it('that was cut off while compressed is refused', async () => {
    await fill();
    const { bytes } = await exportTo(services, place.projectId, newFile('.jsonl.gz'));
    const file = newFile('.jsonl.gz');
    await writeFile(file, bytes.subarray(0, bytes.length - 20));
    await expect(importProject(other, { file })).rejects.toThrow('The compressed data is damaged or ends too early.');
    await expect(importProject(other, { file: path.join(folder, 'missing.jsonl') })).rejects.toThrow('cannot be read');
  });
});
