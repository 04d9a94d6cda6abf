import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '@memory-gateway/database/migrations';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';

// Deletions of version 0.3.4 removed or hid a memory and left those that it had replaced as they were.

let gateway: TestApp;
let admin: Client;
let directory: string;
let bonn: string;
let rome: string;

const sql = <Row>(query: string, values: unknown[] = []) => gateway.app.services.database.query<Row>(query, values);

beforeAll(async () => {
  gateway = await startTestApp({ embedder: 'none', deletionUndoMs: 3_600_000 });
  directory = await mkdtemp(path.join(tmpdir(), 'memory-gateway-upgrade-states-'));
  await cp('prisma/migrations', directory, { recursive: true });
  const again = path.join(directory, '9001_again');
  await cp('prisma/migrations/0040_current_after_deletions', again, { recursive: true });
});
beforeEach(async () => {
  await gateway.reset();
  admin = gateway.as(gateway.admin.apiKey);
  bonn = await add('I live in Bonn.', 'first');
  rome = await add('I live in Rome.', 'second');
  await replace(rome, bonn);
});
afterEach(async () => {
  await sql("DELETE FROM _prisma_migrations WHERE migration_name LIKE '9%'");
  await idle(gateway.app.services);
});
afterAll(async () => {
  await gateway.close();
  await rm(directory, { recursive: true, force: true });
});

type Data = Record<string, Record<string, unknown>>;

async function ask(query: string, variables: object): Promise<Data> {
  const { body } = await admin.rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

async function add(content: string, runId: string): Promise<string> {
  const input = { userId: 'rosa', runId, infer: false, messages: [{ role: 'USER', content }] };
  const query =
    'mutation ($input: AddMemoriesInput!) { addMemories(input: $input) { ... on AddMemoriesPayload { results { memoryId } } } }';
  const { addMemories } = await ask(query, { input });
  return (addMemories!.results as { memoryId: string }[])[0]?.memoryId ?? '';
}

const replace = (newerMemoryId: string, olderMemoryId: string) =>
  ask(
    'mutation ($input: SetMemoryLinkInput!) { setMemoryLink(input: $input) { ... on SetMemoryLinkPayload { memoryLink { id } } } }',
    { input: { newerMemoryId, olderMemoryId } },
  );

const removeAsBefore = (id: string) => sql('DELETE FROM memories WHERE id = $1', [id]);

async function upgrade(): Promise<string[]> {
  const told: string[] = [];
  await migrate(gateway.app.services.database, { directory, onProgress: (text) => void told.push(text) });
  return told;
}

async function states(): Promise<unknown[]> {
  const { memories } = await ask(
    '{ memories(filter: { userId: { eq: "rosa" } }, orderBy: { field: CREATED_AT, direction: ASC }) { nodes { text lifecycleState replacedById } } }',
    {},
  );
  return memories!.nodes as unknown[];
}

async function changesOf(id: string): Promise<unknown[]> {
  return sql('SELECT topic, project_id, kind FROM changes WHERE subject_id = $1 ORDER BY id', [id]);
}

const text = 'I live in Bonn.';
const isCurrent = { text, lifecycleState: 'ACTIVE', replacedById: null };

describe('an upgrade', () => {
  it('makes a memory current whose replacement was deleted, with its history, and tells live streams', async () => {
    await removeAsBefore(rome);
    expect(await states()).toEqual([{ text, lifecycleState: 'SUPERSEDED', replacedById: rome }]);
    const before = await changesOf(bonn);
    expect(await upgrade()).toEqual(['9001_again', '9001_again: 1 rows']);
    expect(await states()).toEqual([isCurrent]);
    const { body } = await admin.rest<Record<string, unknown>[]>('GET', `/v1/memories/${bonn}/history/`);
    expect(body.at(-1)).toMatchObject({ event: 'RESTORE', old_memory: text, new_memory: text, user_id: 'rosa' });
    const [told] = before as { projectId: string }[];
    expect(await changesOf(bonn)).toEqual([...before, { topic: 'memory', projectId: told?.projectId, kind: 'UPDATE' }]);
  });

  it('makes a memory current whose replacement waits for its removal, and an undo of the deletion replaces it again', async () => {
    const { body } = await admin.rest<{ event_id: string }>('DELETE', '/v1/memories/?run_id=second');
    await sql("UPDATE memories SET lifecycle_state = 'superseded', replaced_by = $2 WHERE id = $1", [bonn, rome]);
    await upgrade();
    expect(await states()).toEqual([isCurrent]);
    await ask('mutation ($input: UndoDeletionInput!) { undoDeletion(input: $input) { __typename } }', {
      input: { id: body.event_id },
    });
    expect(await states()).toEqual([
      { text, lifecycleState: 'SUPERSEDED', replacedById: rome },
      { text: 'I live in Rome.', lifecycleState: 'ACTIVE', replacedById: null },
    ]);
  });

  it('leaves memories that a memory replaces, also by an earlier decision', async () => {
    const oslo = await add('I live in Oslo.', 'third');
    const paris = await add('I live in Paris.', 'fourth');
    await replace(oslo, bonn);
    await replace(paris, rome);
    await removeAsBefore(oslo);
    const before = await sql('SELECT * FROM memories ORDER BY id');
    expect(await upgrade()).toEqual(['9001_again']);
    expect(await sql('SELECT * FROM memories ORDER BY id')).toEqual(before);
    // The earlier replacement is deleted by this version.
    await admin.rest('DELETE', `/v1/memories/${rome}/`);
    expect((await states())[0]).toEqual(isCurrent);
  });

  it('leaves a memory that waits for its own removal', async () => {
    await removeAsBefore(rome);
    await admin.rest('DELETE', '/v1/memories/?run_id=first');
    await sql("UPDATE memories SET lifecycle_state = 'superseded', replaced_by = $2 WHERE id = $1", [bonn, rome]);
    expect(await upgrade()).toEqual(['9001_again']);
  });

  it('works in batches', async () => {
    await sql(
      `INSERT INTO memories (id, project_id, user_id, text, hash, lifecycle_state, replaced_by)
       SELECT gen_random_uuid(), m.project_id, m.user_id, 'Note ' || n, m.hash, 'merged', gen_random_uuid()
       FROM memories m, generate_series(1, 1200) AS n WHERE m.id = $1`,
      [rome],
    );
    expect(await upgrade()).toEqual(['9001_again', '9001_again: 1000 rows', '9001_again: 1200 rows']);
    expect(await sql('SELECT lifecycle_state, count(*) AS memories FROM memories GROUP BY 1 ORDER BY 1')).toEqual([
      { lifecycleState: 'active', memories: 1_201 },
      { lifecycleState: 'superseded', memories: 1 },
    ]);
  });
});
