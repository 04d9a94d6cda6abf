import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { endAbandonedImports, failImport } from '../../src/jobs/import-batches.js';
import { handlers } from '../../src/jobs/registry.js';
import { cancelEvent } from '../../src/resolvers/event/cancel-event.js';
import { findEvent } from '../../src/resolvers/event/get-event.js';
import { deleteEntity } from '../../src/resolvers/deletion/delete-entity.js';
import { undoDeletion } from '../../src/resolvers/deletion/stop-deletion.js';
import { deleteProject } from '../../src/resolvers/project/delete-project.js';
import { exportSubject } from '../../src/resolvers/subject/export-subject.js';
import { eraseSubject } from '../../src/resolvers/subject/erase-subject.js';
import { uploadMemories } from '../../src/resolvers/import/upload-memories.js';
import { onlyTry, work } from '../deletion/helpers.js';
import { as, people, tenant, testServices, type People, type TestServices } from '../helpers/context.js';

let services: TestServices;
let folk: People;
let ada: AppContext;
let projectId: string;

beforeEach(async () => {
  services = await testServices();
  folk = await people(services);
  ({ projectId } = await tenant(services, [[folk.ada, 'OWNER']]));
  ada = as(services, folk.ada);
});

const lines = (count: number, prefix = 'Fact') =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ id: `${prefix}-${index}`, text: `${prefix} ${index}`, user_id: index % 2 ? 'rosa' : 'bob' }),
  ).join('\n');

/** Sends a file whose import waits, because no worker runs. @returns the id of its event */
async function send(content: string): Promise<string> {
  const { event } = await uploadMemories(ada, { projectId, format: 'jsonl', content, wait: false });
  if (!event) throw new Error('The import has no event.');
  return event.id;
}

const run = (eventId: string, signal = onlyTry.signal) =>
  handlers.importMemories(services, { eventId, projectId, done: 0 }, { ...onlyTry, signal });

const count = async (from: string) =>
  (await services.database.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${from}`))[0]?.total;

describe('an import in the background', () => {
  it('stores every record once, and says what it did', async () => {
    const eventId = await send(`${lines(250)}\n{"id": "none", "text": "No owner"}`);
    expect(await count('memories')).toBe(0);
    expect(await findEvent(ada, { id: eventId })).toMatchObject({ type: 'IMPORT', status: 'PENDING' });
    await work(services);
    expect(await count('memories')).toBe(250);
    expect(await findEvent(ada, { id: eventId })).toMatchObject({
      status: 'SUCCEEDED',
      total: 250,
      completed: 250,
      results: [{ event: 'IMPORT', imported: 250, known: 0, skipped: 1 }],
      error: '1 of 251 memories could not be imported.',
    });
    expect(await count('import_batches')).toBe(0);
  });

  it('goes on after an attempt that ended in the middle, with nothing twice', async () => {
    const eventId = await send(lines(250));
    const stop = new AbortController();
    const stopped = services.bus.subscribe('eventChanged', () => stop.abort(new Error('The server is stopping.')));
    await expect(run(eventId, stop.signal)).rejects.toThrow('The server is stopping.');
    stopped();
    const before = await count('memories');
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(250);
    expect(await findEvent(ada, { id: eventId })).toMatchObject({ status: 'RUNNING', total: 250, completed: before });
    await run(eventId);
    await run(eventId);
    expect(await count('memories')).toBe(250);
    expect(await findEvent(ada, { id: eventId })).toMatchObject({
      results: [{ event: 'IMPORT', imported: 250, known: 0, skipped: 0 }],
    });
  });

  it('runs beside another one of the same file, and each record is stored once', async () => {
    const [one, two] = [await send(lines(150)), await send(lines(150))];
    await Promise.all([run(one), run(two)]);
    expect(await count('memories')).toBe(150);
    const results = await Promise.all([one, two].map(async (id) => (await findEvent(ada, { id })).results));
    const sum = (name: 'imported' | 'known') =>
      (results as Record<string, number>[][]).reduce((total, [result]) => total + (result?.[name] ?? 0), 0);
    expect([sum('imported'), sum('known')]).toEqual([150, 150]);
  });

  it('imports nothing more after it is cancelled, and keeps no record', async () => {
    const eventId = await send(lines(150));
    await cancelEvent(ada, { eventId });
    expect(await count('import_batches')).toBe(0);
    await run(eventId);
    expect(await count('memories')).toBe(0);
    expect(await findEvent(ada, { id: eventId })).toMatchObject({ status: 'CANCELLED' });
  });

  const rosa = () => ({ projectId, type: 'user', name: 'rosa' }) as const;
  /** Ada on a server where deletions can be undone for a minute. */
  const careful = () => as({ ...services, config: { ...services.config, deletionUndoMs: 60_000 } }, folk.ada);
  const waitingOfRosa = () => count("import_batches WHERE records::text LIKE '%rosa%'");

  it.each(['erased', 'deleted'])('does not import the waiting records of a user who is %s', async (way) => {
    const eventId = await send(lines(150));
    if (way === 'erased') await eraseSubject(ada, rosa());
    else await deleteEntity(ada, rosa());
    if (way === 'erased') expect(await waitingOfRosa()).toBe(0);
    await run(eventId);
    expect([await count('memories'), await count("memories WHERE user_id = 'bob'")]).toEqual([75, 75]);
    expect(await findEvent(ada, { id: eventId })).toMatchObject({ total: 75, completed: 75 });
  });

  it('imports the records of a deleted user after an undo, also when the import has ended meanwhile', async () => {
    const eventId = await send(lines(150));
    const { event } = await deleteEntity(careful(), rosa());
    await run(eventId);
    expect(await count('memories')).toBe(75);
    await undoDeletion(ada, { eventId: event.id });
    await work(services, services.enqueued.length - 1);
    expect(await count("memories WHERE user_id = 'rosa'")).toBe(75);
    expect(await waitingOfRosa()).toBe(0);
  });

  it('keeps the records of a deleted user for an undo, until the deletion ends', async () => {
    await send(lines(150));
    const { event } = await deleteEntity(careful(), rosa());
    expect(await waitingOfRosa()).toBe(2);
    const later = { ...services, now: () => new Date(Date.now() + 3_600_000) };
    await handlers.deleteMemories(later, { deletionId: event.id, projectId, removed: 0 }, onlyTry);
    expect(await waitingOfRosa()).toBe(0);
    await expect(undoDeletion(ada, { eventId: event.id })).rejects.toThrow('The deletion cannot be undone any more.');
  });

  it('does not count deletions that keep such records among the 1,000 imports that may wait', async () => {
    await send(lines(2));
    const { event } = await deleteEntity(careful(), rosa());
    await services.database.query(
      `WITH copied AS (INSERT INTO events (id, project_id, type, status) SELECT gen_random_uuid(), $1, $2, 'PENDING' FROM generate_series(1, 1000) RETURNING id)
       INSERT INTO import_batches (project_id, event_id, records) SELECT $1, id, '[]' FROM copied`,
      [projectId, event.type],
    );
    await send(lines(2, 'Other'));
    expect(await count("events WHERE type = 'IMPORT'")).toBe(2);
  });

  it('keeps no record whose deletion or import a server of an earlier version ended', async () => {
    const eventId = await send(lines(150));
    const { event } = await deleteEntity(careful(), rosa());
    await endAbandonedImports(services);
    expect([await waitingOfRosa(), await count('import_batches')]).toEqual([2, 4]);
    const end = "UPDATE events SET status = 'SUCCEEDED' WHERE id = $1::uuid";
    await services.database.query(end, [event.id]);
    await endAbandonedImports(services);
    expect([await waitingOfRosa(), await count('import_batches')]).toEqual([0, 2]);
    await services.database.query(end, [eventId]);
    await endAbandonedImports(services);
    expect(await count('import_batches')).toBe(0);
  });

  it('has its waiting records in the export of a user', async () => {
    await send(lines(4_200));
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'memory-gateway-subject-')), 'rosa.jsonl');
    expect(await exportSubject(services, { ...rosa(), file })).toMatchObject({ memories: 0, import_records: 2_100 });
    const [first, ...others] = (await readFile(file, 'utf8')).split('\n');
    // Once each, in their order, though they are read in several pages.
    expect(new Set(others).size).toBe(others.length);
    expect(JSON.parse(first ?? '')).toMatchObject({
      store: 'import_records',
      row: { userId: 'rosa', text: 'Fact 1', metadata: null },
    });
    await rm(path.dirname(file), { recursive: true });
  });

  it('is removed with its project', async () => {
    const eventId = await send(lines(150));
    await deleteProject(ada, { projectId });
    await run(eventId);
    await work(services);
    expect([await count('memories'), await count('import_batches')]).toEqual([0, 0]);
  });

  it('fails after its last attempt, says how far it came, and keeps no record', async () => {
    const eventId = await send(lines(150));
    await failImport(services, { eventId, projectId, done: 0 });
    expect(await findEvent(ada, { id: eventId })).toMatchObject({
      status: 'FAILED',
      error: 'The import stopped after 0 memories. Repeat it: nothing is imported twice.',
    });
    expect(await count('import_batches')).toBe(0);
  });

  it('is hidden from another tenant, who cannot cancel it either', async () => {
    const eventId = await send(lines(1));
    const bob = as(services, folk.bob);
    await expect(findEvent(bob, { id: eventId })).rejects.toThrow('Event not found.');
    await expect(cancelEvent(bob, { eventId })).rejects.toThrow('Event not found.');
  });
});
