import { beforeEach, describe, expect, it } from 'vitest';
import { clean } from '../../src/jobs/housekeeping.js';
import { exportMemories, failExport } from '../../src/jobs/export-memories.js';
import type { AppContext } from '../../src/context.js';
import type { Stores } from '../../src/stores/create-stores.js';
import { findEvent } from '../../src/resolvers/event/get-event.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { createExport } from '../../src/resolvers/export/create-export.js';
import { deleteExport } from '../../src/resolvers/export/delete-export.js';
import { findExport, getExport } from '../../src/resolvers/export/get-export.js';
import { listExports } from '../../src/resolvers/export/list-exports.js';
import { onlyTry, store, storeMany, work } from '../deletion/helpers.js';
import { as, people, tenant, testServices, type People, type TestServices } from '../helpers/context.js';
import { readCsv } from '../../packages/memory-engine/test/read-csv.js';
import { contentOf } from './helpers.js';

let services: TestServices;
let folk: People;
let projectId: string;
let ada: AppContext;
let done: number;

beforeEach(async () => {
  services = await testServices();
  folk = await people(services);
  ({ projectId } = await tenant(services, [
    [folk.ada, 'OWNER'],
    [folk.bob, 'READER'],
  ]));
  ada = as(services, folk.ada);
  done = 0;
});

/** Creates and finishes an export. */
async function make(input: Omit<Parameters<typeof createExport>[1], 'projectId'>): Promise<string> {
  const { id } = await createExport(ada, { projectId, ...input });
  done = await work(services, done);
  return id;
}

type ListMemories = Stores['memories']['list'];

/** Returns the stores with another way to list memories. */
function withList(stores: Stores, list: ListMemories): Stores {
  return Object.create(stores, { memories: { value: { ...stores.memories, list } } }) as Stores;
}

const schema = { type: 'object', properties: { memory: { type: 'string' }, user_id: { type: 'string' } } };

describe('an export', () => {
  it('is refused beyond 500 of a project, also when two come at once', async () => {
    await services.database.query(
      `INSERT INTO exports (id, project_id, format, condition, include_expired, requested_by, created_at, expires_at)
       SELECT gen_random_uuid(), $1, 'json', '{}', false, 'ada', now(), now() + interval '1 day' FROM generate_series(1, 499)`,
      [projectId],
    );
    const created = [1, 2].map(() => createExport(ada, { projectId, format: 'json' }));
    const codeOf = (error: unknown) => (error as { code: unknown }).code;
    expect((await Promise.all(created.map((one) => one.then(() => 'CREATED', codeOf)))).sort()).toEqual([
      'CONFLICT',
      'CREATED',
    ]);
  });

  it('holds every memory once, in every format, over many pages', async () => {
    await storeMany(services, projectId, 1_234);
    const lines = (await contentOf(ada, await make({ format: 'jsonl' })))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: string; memory: string });
    expect(lines).toHaveLength(1_234);
    expect(new Set(lines.map((line) => line.id)).size).toBe(1_234);
    const list = JSON.parse(await contentOf(ada, await make({ format: 'json' }))) as typeof lines;
    expect(list.map((each) => each.id)).toEqual(lines.map((line) => line.id));
    const [header, ...rows] = readCsv(await contentOf(ada, await make({ format: 'csv' })));
    expect(header?.slice(0, 3)).toEqual(['id', 'memory', 'user_id']);
    expect(rows.map((row) => row[0])).toEqual(lines.map((line) => line.id));
    const { total } = (
      await services.database.query<{ total: number }>('SELECT count(*) AS total FROM memories WHERE project_id = $1', [
        projectId,
      ])
    )[0]!;
    const event = await findEvent(ada, { id: (await listExports(ada, { projectId, first: 1 })).rows[0]!.id });
    expect(event).toMatchObject({
      type: 'EXPORT',
      status: 'SUCCEEDED',
      total,
      completed: total,
      results: [{ format: 'csv', memories: total, bytes: expect.any(Number) }],
    });
  });

  it('of nothing is empty and well-formed', async () => {
    expect(JSON.parse(await contentOf(ada, await make({ format: 'json' })))).toEqual([]);
    expect(await contentOf(ada, await make({ format: 'jsonl' }))).toBe('');
    expect(readCsv(await contentOf(ada, await make({ format: 'csv' })))).toHaveLength(1);
    expect(JSON.parse(await contentOf(ada, await make({ schema })))).toEqual({ memory: null, user_id: null });
  });

  it('follows its schema: one object in JSON, one for each memory elsewhere', async () => {
    await store(services, projectId, [
      { user_id: 'rosa', text: 'Rosa collects stamps' },
      { user_id: 'rosa', text: '=HYPERLINK("https://example.com","x")' },
    ]);
    const filters = { user_id: 'rosa' };
    const document = JSON.parse(
      await contentOf(
        ada,
        await make({
          schema: { ...schema, properties: { ...schema.properties, memories: { type: 'array', items: schema } } },
          filters,
        }),
      ),
    ) as { memories: unknown[] };
    expect(document).toMatchObject({
      user_id: 'rosa',
      memories: expect.arrayContaining([{ memory: 'Rosa collects stamps', user_id: 'rosa' }]),
    });
    expect(document.memories).toHaveLength(2);
    const rows = readCsv(await contentOf(ada, await make({ format: 'csv', schema, filters })));
    expect(rows).toEqual([
      ['memory', 'user_id'],
      ...[
        ['Rosa collects stamps', 'rosa'],
        [`'=HYPERLINK("https://example.com","x")`, 'rosa'],
      ].sort((a, b) => rows.findIndex((row) => row[0] === a[0]) - rows.findIndex((row) => row[0] === b[0])),
    ]);
    const lines = (await contentOf(ada, await make({ format: 'jsonl', schema, filters })))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toContainEqual({ memory: '=HYPERLINK("https://example.com","x")', user_id: 'rosa' });
  });

  it('holds what the filter lets through, expired memories only when asked, deleted ones never', async () => {
    const add = (content: string, more: object = {}) =>
      addMemories(ada, { projectId, messages: [{ role: 'user', content }], userId: 'rosa', infer: false, ...more });
    await add('Stamps');
    await add('Coins', { expirationDate: '2001-01-01' });
    await add('Shells', { userId: 'li' });
    await store(services, projectId, [{ user_id: 'rosa', text: 'Kites' }]);
    await services.database.query(`UPDATE memories SET deleted_at = now() WHERE text = 'Kites'`);
    const texts = async (input: object) =>
      (JSON.parse(await contentOf(ada, await make(input))) as { memory: string }[]).map((each) => each.memory);
    expect(await texts({ filters: { user_id: 'rosa' } })).toEqual(['Stamps']);
    expect(await texts({ filters: { user_id: 'rosa' }, includeExpired: true })).toEqual(['Stamps', 'Coins']);
    expect(await texts({ filters: { NOT: [{ user_id: 'rosa' }] } })).toEqual(['Shells']);
  });

  it('resumes after an attempt, with the same result as one run', async () => {
    await storeMany(services, projectId, 650);
    const whole = await contentOf(ada, await make({ format: 'json' }));
    const { id } = await createExport(ada, { projectId, format: 'json' });
    const signal = new AbortController();
    let pages = 0;
    const stopping = {
      ...services,
      stores: withList(services.stores, (...args) => {
        pages += 1;
        if (pages === 2) signal.abort(new Error('stopped'));
        return services.stores.memories.list(...args);
      }),
    };
    await expect(
      exportMemories(stopping, { exportId: id, projectId }, { attempt: 1, lastAttempt: false, signal: signal.signal }),
    ).rejects.toThrow('stopped');
    expect(await getExport(ada, { id })).toMatchObject({ status: 'RUNNING', memories: 400 });
    expect(await findEvent(ada, { id })).toMatchObject({ status: 'RUNNING', total: 650, completed: 400 });
    // Two at once: each chunk is written by one of them.
    await Promise.all([1, 2].map(() => exportMemories(services, { exportId: id, projectId }, onlyTry)));
    expect(await contentOf(ada, id)).toBe(whole);
  });

  it('that fails says so in its event, and has no content', async () => {
    const { id } = await createExport(ada, { projectId });
    const broken = {
      ...services,
      stores: withList(services.stores, () => Promise.reject(new Error('disk on fire'))),
    };
    await expect(exportMemories(broken, { exportId: id, projectId }, onlyTry)).rejects.toThrow('disk on fire');
    expect(await findEvent(ada, { id })).toMatchObject({
      status: 'FAILED',
      error: 'The memories could not be exported.',
    });
    await expect(contentOf(ada, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const other = await createExport(ada, { projectId });
    await failExport(services, { exportId: other.id, projectId });
    expect(await getExport(ada, { id: other.id })).toMatchObject({ status: 'FAILED' });
  });

  it('that fails is in the audit log once, and not at all if it was deleted before', async () => {
    const [failed, deleted] = [await createExport(ada, { projectId }), await createExport(ada, { projectId })];
    const broken = {
      ...services,
      stores: withList(services.stores, () => Promise.reject(new Error('disk on fire'))),
    };
    await expect(exportMemories(broken, { exportId: failed.id, projectId }, onlyTry)).rejects.toThrow('disk on fire');
    await deleteExport(ada, { id: deleted.id });
    // As the worker does for jobs that have failed for good.
    for (const { id } of [failed, deleted]) await failExport(services, { exportId: id, projectId });
    const rows = await services.database.query<{ targetId: string }>(
      "SELECT target_id FROM audit_logs WHERE action = 'export.finish'",
    );
    expect(rows).toEqual([{ targetId: failed.id }]);
  });

  it('is found by its filters in any form, and expires after seven days', async () => {
    const id = await make({ filters: { AND: [{ user_id: 'rosa' }, { run_id: 'r' }] } });
    expect((await findExport(ada, { projectId, filters: { run_id: 'r', userId: 'rosa' } })).id).toBe(id);
    await expect(findExport(ada, { projectId, filters: { user_id: 'rosa' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const newer = await createExport(ada, { projectId, filters: { user_id: 'rosa', run_id: 'r' } });
    expect((await findExport(ada, { projectId, filters: { run_id: 'r', userId: 'rosa' } })).id).toBe(newer.id);
    const later = { ...services, now: () => new Date(Date.now() + 8 * 86_400_000) };
    await expect(getExport(as(later, folk.ada), { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await clean(later);
    expect(await services.database.query('SELECT id FROM exports')).toEqual([]);
    expect(await services.database.query('SELECT * FROM export_chunks')).toEqual([]);
  });

  it('can be deleted, also while it waits', async () => {
    const id = await make({});
    await deleteExport(ada, { id });
    await expect(getExport(ada, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const waiting = await createExport(ada, { projectId });
    await deleteExport(ada, { id: waiting.id });
    done = await work(services, done);
    expect(await findEvent(ada, { id: waiting.id })).toMatchObject({ status: 'CANCELLED' });
  });

  it('is for members: READERs read, outsiders find nothing', async () => {
    const id = await make({});
    const [bob, eve] = [as(services, folk.bob), as(services, folk.eve)];
    expect((await getExport(bob, { id })).id).toBe(id);
    await expect(createExport(bob, { projectId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(deleteExport(bob, { id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const attempt of [
      () => getExport(eve, { id }),
      () => deleteExport(eve, { id }),
      () => listExports(eve, { projectId }),
      () => createExport(eve, { projectId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const elsewhere = await tenant(services, [[folk.eve, 'OWNER']]);
    await expect(getExport(eve, { id, projectId: elsewhere.projectId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused where the input makes no sense', async () => {
    const bad: [object, string][] = [
      [{ format: 'xml' }, 'format'],
      [{ filters: { colour: 'red' } }, 'filters'],
      [{ filters: [] }, 'filters'],
      [{ schema: {} }, 'schema'],
      [{ instructions: 'a\u0000' }, 'exportInstructions'],
    ];
    for (const [input, field] of bad)
      await expect(createExport(ada, { projectId, ...input })).rejects.toMatchObject({
        fields: { [field]: [expect.any(String)] },
      });
    expect(services.enqueued).toEqual([]);
  });
});
