import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import { deleteProject } from '../../src/jobs/delete-project.js';
import { person, tenant, testServices, type Tenant, type TestServices } from '../helpers/context.js';
import { emptyDatabase, testDatabase } from '../setup/database.js';

const attempt = { attempt: 1, lastAttempt: false, signal: new AbortController().signal };
const tables = [
  'memories',
  'memory_embeddings',
  'memory_access',
  'search_hits',
  'memory_history',
  'feedback',
  'request_bodies',
  'entities',
  'exports',
  'events',
  'webhook_deliveries',
  'webhooks',
  'changes',
  'api_keys',
  'project_members',
  'invitations',
];

let services: TestServices;
let owner: CallerUser;

/** Fills a project with every kind of object and `memories` memories. */
async function fill(projectId: string, memories: number): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => services.database.query(sql, [projectId, ...values]);
  await run(
    `INSERT INTO memories (id, project_id, user_id, text, hash, categories) SELECT gen_random_uuid(), $1, 'u', 'memory ' || n, 'h', '{}' FROM generate_series(1, $2::int) n`,
    memories,
  );
  await run(
    `INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding) SELECT id, 1, $1, array_fill(0.1, ARRAY[384])::vector::halfvec FROM memories WHERE project_id = $1 LIMIT 1`,
  );
  await run(
    `INSERT INTO memory_access (memory_id, project_id) SELECT id, $1 FROM memories WHERE project_id = $1 LIMIT 1`,
  );
  await run(
    `INSERT INTO search_hits (memory_id, project_id, hits, last_at, queries) SELECT id, $1, 1, now(), '[]' FROM memories WHERE project_id = $1 LIMIT 1`,
  );
  await run(
    `INSERT INTO memory_history (id, memory_id, project_id, event, categories) SELECT gen_random_uuid(), id, $1, 'ADD', '{}' FROM memories WHERE project_id = $1`,
  );
  await run(
    `INSERT INTO feedback (id, project_id, memory_id) SELECT gen_random_uuid(), $1, id FROM memories WHERE project_id = $1 LIMIT 2`,
  );
  await run(
    `INSERT INTO request_bodies (project_id, request_id, url, is_cut, object_ids, created_at) VALUES ($1, 'r', '/', false, '{}', now())`,
  );
  await run(`INSERT INTO entities (project_id, type, name) VALUES ($1, 'user', 'u')`);
  await run(`INSERT INTO events (id, project_id, type) VALUES ($2, $1, 'ADD')`, randomUUID());
  await run(`INSERT INTO exports (id, project_id) VALUES ($2, $1)`, randomUUID());
  await run(
    `INSERT INTO webhooks (id, project_id, name, url, event_types, secret) VALUES ('wh_' || $1, $1, 'w', 'https://example.com', '{}', '\\x00')`,
  );
  await run(
    `INSERT INTO webhook_deliveries (id, webhook_id, project_id, message_id, event_type, payload) VALUES ($2, 'wh_' || $1, $1, 'm', 'e', '{}')`,
    randomUUID(),
  );
  await run(
    `INSERT INTO changes (topic, project_id, subject_id, kind, created_at) VALUES ('memory', $1, 'm', 'ADD', now())`,
  );
  await run(
    `INSERT INTO api_keys (id, key_prefix, key_hash, key_digest, label, created_by, project_id) VALUES ($2, 'p', 'h', sha256(convert_to($1, 'UTF8')), 'l', $3, $1)`,
    randomUUID(),
    owner.id,
  );
  await run(`INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'OWNER')`, owner.id);
  await run(
    `INSERT INTO invitations (id, project_id, email, role, user_role, token_digest, invited_by, expires_at) VALUES ($2, $1, 'e', 'OWNER', 'member', sha256(convert_to($1, 'UTF8')), $3, now())`,
    randomUUID(),
    owner.id,
  );
}

async function rowsOf(projectId: string): Promise<Record<string, number>> {
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table} WHERE project_id = $1) AS ${table}`);
  const [row] = await services.database.query<Record<string, number>>(
    `SELECT ${counts.join(', ')}, (SELECT count(*) FROM projects WHERE id = $1) AS project`,
    [projectId],
  );
  return row ?? {};
}

const mark = (project: Tenant) =>
  services.database.query('UPDATE projects SET deleted_at = now() WHERE id = $1', [project.projectId]);

beforeEach(async () => {
  await emptyDatabase(await testDatabase());
  services = await testServices();
  owner = await person(services, 'olga');
});

describe('deleting a project', () => {
  it('removes everything in it, nothing of others, and may be repeated', async () => {
    const [doomed, kept] = [await tenant(services), await tenant(services)];
    await fill(doomed.projectId, 1_203);
    await fill(kept.projectId, 3);
    const before = await rowsOf(kept.projectId);
    expect(Object.values(before).every((count) => count > 0)).toBe(true);
    await mark(doomed);
    const run = () => deleteProject(services, { projectId: doomed.projectId }, attempt);
    await run();
    expect(Object.values(await rowsOf(doomed.projectId)).every((count) => count === 0)).toBe(true);
    expect(await rowsOf(kept.projectId)).toEqual(before);
    expect(services.bus.told.map(({ topic }) => topic)).toEqual(['credentialChanged']);
    await run();
  });

  it('does nothing to a project without an ordered deletion', async () => {
    const { projectId } = await tenant(services);
    await fill(projectId, 2);
    const before = await rowsOf(projectId);
    await deleteProject(services, { projectId }, attempt);
    expect(await rowsOf(projectId)).toEqual(before);
  });

  it('stops between two steps when it is told to, and is finished by the next try', async () => {
    const project = await tenant(services);
    await fill(project.projectId, 2);
    await mark(project);
    const aborted = { ...attempt, signal: AbortSignal.abort(new Error('stop')) };
    await expect(deleteProject(services, { projectId: project.projectId }, aborted)).rejects.toThrow('stop');
    await deleteProject(services, { projectId: project.projectId }, attempt);
    expect((await rowsOf(project.projectId)).project).toBe(0);
  });
});
