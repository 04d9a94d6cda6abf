import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../src/auth/scope.js';
import { exportSubject } from '../../src/resolvers/subject/export-subject.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { person } from '../helpers/context.js';
import { idle } from './helpers.js';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await test.reset();
  admin = test.as(test.admin.apiKey);
});
afterEach(() => idle(test.app.services));
afterAll(() => test.close());

const ERASE = `mutation ($input: EraseSubjectInput!, $idempotencyKey: String) {
  eraseSubject(input: $input, idempotencyKey: $idempotencyKey) {
    __typename
    ... on EraseSubjectPayload { erasureReceipt { projectId project { id } entityType erasedAt stores { store rowCount } } }
    ... on Error { code message }
  }
}`;

interface Receipt {
  readonly projectId: string;
  readonly project: { readonly id: string };
  readonly entityType: string;
  readonly erasedAt: string;
  readonly stores: readonly { readonly store: string; readonly rowCount: number }[];
}

interface Erased {
  readonly data: {
    readonly eraseSubject: {
      readonly __typename: string;
      readonly code?: string;
      readonly erasureReceipt?: Receipt;
    };
  };
}

const rosa = () => ({ projectId: test.admin.projectId, type: 'USER', name: 'rosa' });

const erase = async (input: object, { client = admin, idempotencyKey = null as string | null } = {}) =>
  (await client.rest<Erased>('POST', '/graphql', { query: ERASE, variables: { input, idempotencyKey } })).body.data
    .eraseSubject;

async function remember(user: string, content: string): Promise<string> {
  const { body } = await admin.rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content }],
    user_id: user,
    infer: false,
  });
  return body.results[0].id;
}

const countMemories = async () =>
  (await test.app.services.database.query<{ n: number }>('SELECT count(*) AS n FROM memories'))[0]?.n;

describe('eraseSubject', () => {
  it('erases every row about an entity and returns the number of rows in each store', async () => {
    await remember('rosa', 'I collect stamps');
    const deleted = await remember('rosa', 'I like stamps');
    await admin.rest('DELETE', `/v1/memories/${deleted}/`);
    const other = await remember('otto', 'I like tea');
    const { __typename, erasureReceipt } = await erase(rosa());
    expect(__typename).toBe('EraseSubjectPayload');
    expect(erasureReceipt).toEqual({
      projectId: test.admin.projectId,
      project: { id: test.admin.projectId },
      entityType: 'USER',
      erasedAt: expect.stringMatching(/^\d{4}-/),
      stores: expect.any(Array),
    });
    const rows = Object.fromEntries(erasureReceipt?.stores.map(({ store, rowCount: count }) => [store, count]) ?? []);
    expect(rows).toMatchObject({ MEMORIES: 1, MEMORY_HISTORY: 3, EVENTS: 2, ENTITIES: 1, FEEDBACK: 0 });
    expect(Object.keys(rows)).toHaveLength(14);
    expect((await admin.rest('GET', `/v1/memories/${deleted}/history/`)).status).toBe(404);
    expect((await admin.rest('GET', `/v1/memories/${other}/`)).body).toMatchObject({ memory: 'I like tea' });
  });

  it('writes one row of the audit log, with counts and the caller, and without the name', async () => {
    await remember('rosa', 'I collect stamps');
    const { erasureReceipt } = await erase(rosa());
    const [entry, ...others] = await test.app.services.database.query<Record<string, unknown>>(
      `SELECT project_id, actor_type, actor_id, target_id, changes::text AS changes FROM audit_logs WHERE action = 'subject.erase'`,
    );
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      projectId: test.admin.projectId,
      actorType: 'API_KEY',
      actorId: expect.any(String),
      targetId: test.admin.projectId,
    });
    expect(entry?.changes).toContain('memory_history');
    expect(JSON.stringify([entry, erasureReceipt])).not.toContain('rosa');
  });

  it('runs once for an idempotency key', async () => {
    await remember('rosa', 'I collect stamps');
    const first = await erase(rosa(), { idempotencyKey: 'erase-rosa' });
    await remember('rosa', 'I like tea');
    expect(await erase(rosa(), { idempotencyKey: 'erase-rosa' })).toEqual(first);
    expect(await countMemories()).toBe(1);
    expect((await erase(rosa())).erasureReceipt?.stores).toContainEqual({ store: 'MEMORIES', rowCount: 1 });
  });

  it('is refused to callers who may not delete memories, and changes nothing then', async () => {
    await remember('rosa', 'I collect stamps');
    const { services } = test.app;
    const stranger = test.as(await test.keyFor(await person(services, 'eve')));
    expect(await erase(rosa(), { client: stranger })).toMatchObject({ code: 'NOT_FOUND' });
    const readOnly = test.as(await test.keyFor(await person(services, 'kay', 'admin'), { readOnly: true }));
    expect(await erase(rosa(), { client: readOnly })).toMatchObject({ code: 'FORBIDDEN' });
    expect(await erase({ ...rosa(), name: ' ' })).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await countMemories()).toBe(1);
  });
});

const EXPORT = `mutation ($input: ExportSubjectInput!, $idempotencyKey: String) {
  exportSubject(input: $input, idempotencyKey: $idempotencyKey) {
    __typename
    ... on ExportSubjectPayload { export { id } }
    ... on Error { code }
  }
}`;

interface Exported {
  readonly __typename: string;
  readonly code?: string;
  readonly export?: { readonly id: string };
}

async function requestExport(input: object, client = admin): Promise<Exported> {
  const variables = { input };
  const { body } = await client.rest<{ data: { exportSubject: Exported } }>('POST', '/graphql', {
    query: EXPORT,
    variables,
  });
  return body.data.exportSubject;
}

async function readExport(id: string): Promise<Record<string, unknown>> {
  const query = `query ($id: ID!) { export(id: $id) { format requestedFilter status memoryCount downloadPath subject { type name } } }`;
  const { body } = await admin.rest<{ data: { export: Record<string, unknown> } }>('POST', '/graphql', {
    query,
    variables: { id },
  });
  return body.data.export;
}

const download = (path: string) =>
  test.app.inject({ method: 'GET', url: path, headers: { authorization: `Token ${test.admin.apiKey}` } });

/** The lines that the command `subject export` writes. */
async function exportByCommand(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'memory-gateway-subject-'));
  try {
    const file = join(folder, 'rosa.jsonl');
    await exportSubject(test.app.services, { projectId: test.admin.projectId, type: 'user', name: 'rosa', file });
    return (await readFile(file, 'utf8')).trim().split('\n').sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('exportSubject', () => {
  it('writes the lines of the command to an export, and the erasure removes that export', async () => {
    await remember('rosa', 'I collect stamps');
    const deleted = await remember('rosa', 'I like coins');
    await admin.rest('DELETE', `/v1/memories/${deleted}/`);
    await remember('otto', 'I like tea');
    const { export: accepted } = await requestExport(rosa());
    await idle(test.app.services);
    const path = `/v1/exports/${accepted?.id.replace('exp_', '') ?? ''}/download/`;
    expect(await readExport(accepted?.id ?? '')).toEqual({
      format: 'JSONL',
      requestedFilter: null,
      status: 'SUCCEEDED',
      memoryCount: 1,
      downloadPath: path,
      subject: { type: 'USER', name: 'rosa' },
    });
    const file = await download(path);
    expect(file.body.trim().split('\n').sort()).toEqual(await exportByCommand());
    expect(file.body).toContain('I like coins');
    expect(file.body).not.toContain('I like tea');
    expect((await erase(rosa())).erasureReceipt?.stores).toContainEqual({ store: 'EXPORTS', rowCount: 1 });
    expect((await download(path)).statusCode).toBe(404);
  });

  it('is not for READERs to download: it holds who requested what, and deliveries', async () => {
    await remember('rosa', 'I collect stamps');
    const { services } = test.app;
    const { projectId } = test.admin;
    const ray = await person(services, 'ray');
    await services.database.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'READER')`, [
      projectId,
      ray.id,
    ]);
    const reader = test.as(await test.keyFor(ray, { projectId }));
    const { export: accepted } = await requestExport(rosa());
    await idle(services);
    const id = accepted?.id.replace('exp_', '') ?? '';
    const message = 'You do not have permission to read everything about an entity of this project.';
    const { status, body } = await reader.rest('GET', `/v1/exports/${id}/download/`);
    expect([status, body]).toEqual([403, { error: message, detail: message }]);
    expect(await requestExport(rosa(), reader)).toMatchObject({ code: 'FORBIDDEN' });
    expect((await download(`/v1/exports/${id}/download/`)).statusCode).toBe(200);
  });

  it('leaves no name in its event and in the audit log', async () => {
    await requestExport({ ...rosa(), name: 'rosalind' });
    await idle(test.app.services);
    const rows = await test.app.services.database.query(
      `SELECT 'events' AS store FROM events t WHERE t::text LIKE '%rosalind%'
       UNION ALL SELECT 'audit_logs' FROM audit_logs t WHERE t::text LIKE '%rosalind%'`,
    );
    expect(rows).toEqual([]);
  });

  it('does not mix the lines of an attempt that is late into those of the next one', async () => {
    await remember('rosa', 'I collect stamps');
    const { export: accepted } = await requestExport(rosa());
    await idle(test.app.services);
    const id = accepted?.id.replace('exp_', '') ?? '';
    const { services } = test.app;
    const scope = systemScope({ projectId: test.admin.projectId, organizationId: test.admin.orgId });
    await services.database.query(`UPDATE exports SET status = 'RUNNING'`);
    const late = await services.stores.exports.restart(scope, id, ['late', 'a']);
    const next = await services.stores.exports.restart(scope, id, ['next', 'b']);
    const part = { after: 0, pieces: ['line\n'], memories: 1 };
    const append = (from: readonly [string, string]) =>
      services.stores.exports.append(scope, id, { ...part, from, resumeAfter: from });
    expect([late?.chunks, next?.chunks]).toEqual([0, 0]);
    expect(await append(['late', 'a'])).toBeNull();
    expect(await append(['next', 'b'])).toMatchObject({ chunks: 1, bytes: 5, memories: 1 });
  });

  it('is not found by the filters of an export of memories', async () => {
    await remember('rosa', 'I collect stamps');
    await requestExport(rosa());
    await idle(test.app.services);
    const found = await admin.rest('POST', '/v1/exports/get/', { filters: { user_id: 'rosa' } });
    expect(found.status).toBe(404);
  });

  it('is refused to callers who may not export memories', async () => {
    const { services } = test.app;
    const stranger = test.as(await test.keyFor(await person(services, 'eve')));
    expect(await requestExport(rosa(), stranger)).toMatchObject({ code: 'NOT_FOUND' });
    const readOnly = test.as(await test.keyFor(await person(services, 'kay', 'admin'), { readOnly: true }));
    expect(await requestExport(rosa(), readOnly)).toMatchObject({ code: 'FORBIDDEN' });
  });
});
