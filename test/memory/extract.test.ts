import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import { enterProject } from '../../src/auth/enter-project.js';
import type { AppContext } from '../../src/context.js';
import { extractMemories } from '../../src/jobs/extract-memories.js';
import { findEvent, getEvent } from '../../src/resolvers/event/get-event.js';
import { listEvents, listEventsByPage } from '../../src/resolvers/event/list-events.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';
import { fakeEmbedder } from './fake-embedder.js';

let services: TestServices;
let ctx: AppContext;
let eve: CallerUser;
let projectId: string;

beforeEach(async () => {
  services = await testServices({ embedder: fakeEmbedder() });
  await emptyDatabase(services.database);
  const { ada, eve: outsider } = await people(services);
  eve = outsider;
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
  ctx = as(services, ada);
});

const conversation = [
  { role: 'user', content: 'Hi! I moved to Lisbon in March and I love sailing.', name: 'Rosa' },
  { role: 'assistant', content: 'I recommended a sailing school near Lisbon to you.' },
];

const ask = (options: object = {}) =>
  addMemories(ctx, { projectId, messages: conversation, userId: 'rosa', ...options });
const run = (eventId: string, isLast = false) => extractMemories(services, { eventId, projectId }, { isLast });
const memories = async () => (await listMemories(ctx, { projectId, first: 100 })).rows;

describe('adding with inference', () => {
  it('answers at once with a pending event and leaves a job behind', async () => {
    const { event, results } = await ask({ metadata: { via: 'chat' } });
    expect(results).toBeNull();
    expect(event).toMatchObject({
      type: 'ADD',
      status: 'PENDING',
      results: null,
      payload: { userId: 'rosa', metadata: { via: 'chat' }, messages: [{ name: 'Rosa' }, {}] },
    });
    expect(services.enqueued).toEqual([{ name: 'extractMemories', payload: { eventId: event.id, projectId } }]);
    expect(await memories()).toEqual([]);
  });

  it('stores facts with their vectors and finishes the event with them', async () => {
    const { event } = await ask({ metadata: { via: 'chat' }, timestamp: 1_700_000_000 });
    await run(event.id);
    const stored = await memories();
    expect(stored.length).toBeGreaterThan(0);
    expect(
      stored.every(
        (row) => row.userId === 'rosa' && row.createdAt.getTime() === 1_700_000_000_000 && row.categories !== null,
      ),
    ).toBe(true);
    expect(stored.find((row) => row.text.includes('Lisbon'))).toBeDefined();
    const finished = await getEvent(ctx, { projectId, id: event.id });
    expect(finished).toMatchObject({
      status: 'SUCCEEDED',
      error: null,
      startedAt: expect.any(Date) as Date,
      completedAt: expect.any(Date) as Date,
    });
    expect((finished.results as { id: string }[]).map((result) => result.id).sort()).toEqual(
      stored.map((row) => row.id).sort(),
    );
    expect(await services.database.query('SELECT memory_id FROM memory_embeddings')).toHaveLength(stored.length);
  });

  it('never takes a fact for a correction of the message that it comes from', async () => {
    const { results } = await ask({ infer: false, timestamp: 1_700_000_000 });
    const { event } = await ask({ timestamp: 1_700_000_600 });
    await run(event.id);
    const scope = await enterProject(ctx, 'memory:read', projectId);
    const rows = await memories();
    const message = rows.find(({ id }) => id === results?.[0]?.id);
    const fact = rows.find(({ text }) => text !== message?.text && message?.text.includes(text));
    const embedder = await services.stores.vectors.embedderId(fakeEmbedder());
    const request = { embedder, memories: rows, limit: 20, cosineMin: -1 };
    const pairs = await services.stores.vectors.nearestDated(scope, request);
    const compared = pairs.filter(({ olderId }) => olderId === message?.id).map(({ newerId }) => newerId);
    expect(fact?.id).toBeDefined();
    expect(compared.length).toBeGreaterThan(0);
    expect(compared).not.toContain(fact?.id);
  });

  it('gives a fact to the user or to the agent, never to both', async () => {
    const { event } = await ask({ agentId: 'bot', runId: 'r1' });
    await run(event.id);
    for (const row of await memories()) {
      expect([row.userId, row.agentId, row.runId]).toEqual(
        row.role === 'user' ? ['rosa', null, 'r1'] : [null, 'bot', 'r1'],
      );
    }
  });

  it('stores nothing twice when the job runs twice, one after the other or at once', async () => {
    const { event } = await ask();
    await Promise.all([run(event.id), run(event.id), run(event.id)]);
    const once = await memories();
    const finished = await getEvent(ctx, { id: event.id });
    await run(event.id);
    expect(await memories()).toEqual(once);
    expect(await getEvent(ctx, { id: event.id })).toEqual(finished);
    expect((finished.results as { event: string }[]).every((result) => result.event === 'ADD')).toBe(true);
  });

  it('leaves the event running after a failed attempt and failed after the last, without the words of a defect', async () => {
    const { event } = await ask();
    const broken = { ...fakeEmbedder(), embed: () => Promise.reject(new Error('secret detail')) };
    const attempt = (isLast: boolean) =>
      extractMemories({ ...services, embedder: broken }, { eventId: event.id, projectId }, { isLast });
    await expect(attempt(false)).rejects.toThrow('secret detail');
    expect((await getEvent(ctx, { id: event.id })).status).toBe('RUNNING');
    await attempt(true);
    expect(await getEvent(ctx, { id: event.id })).toMatchObject({
      status: 'FAILED',
      error: 'The memories could not be extracted.',
    });
    await run(event.id);
    expect(await memories()).toEqual([]);
  });

  it('does nothing for an event or a project that is gone', async () => {
    await run(randomUUID());
    await extractMemories(services, { eventId: randomUUID(), projectId: 'proj_gone' }, { isLast: true });
    expect(services.bus.told).toEqual([]);
  });

  it('takes categories from the call, else from the project', async () => {
    const { event } = await ask({ customCategories: [{ boats: 'Sailing and everything about boats' }] });
    await run(event.id);
    expect((await memories()).flatMap((row) => row.categories ?? [])).toContain('boats');
  });
});

describe('events', () => {
  it('are absent in the same words whether they never were or are out of sight', async () => {
    const { event } = await ask();
    const refusal = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => ({ ...(error as object), message: (error as Error).message }),
      );
    const absent = await refusal(findEvent(ctx, { id: randomUUID() }));
    expect(absent).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(findEvent(as(services, eve), { id: event.id }))).toEqual(absent);
    await expect(getEvent(ctx, { id: 'x' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect((await findEvent(ctx, { id: event.id })).id).toBe(event.id);
  });

  it('are listed newest first, by status and type, by cursor and by number', async () => {
    const first = (await ask()).event.id;
    const second = (await ask({ infer: false })).event.id;
    const list = async (input: object) => (await listEvents(ctx, { projectId, ...input })).rows.map((row) => row.id);
    expect(await list({})).toEqual([second, first]);
    expect(await list({ status: 'PENDING' })).toEqual([first]);
    expect(await list({ type: 'DELETE_ALL' })).toEqual([]);
    expect(await listEventsByPage(ctx, { projectId, page: 2, pageSize: 1 })).toMatchObject({
      rows: [{ id: first }],
      total: 2,
    });
    await expect(list({ status: 'DONE' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
