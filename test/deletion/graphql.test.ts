import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createContext } from '../../src/context.js';
import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';
import { watchEvent } from '../../src/resolvers/event/watch-event.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { watchMemories, type MemoryChangeFrame } from '../../src/resolvers/memory/watch-memories.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { person, signedIn } from '../helpers/context.js';
import { idle, storeMany } from './helpers.js';

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

type Data = Record<string, Record<string, unknown> & { __typename?: string }>;

async function ask(query: string, variables: object = {}): Promise<Data> {
  const { body } = await admin.rest<{ data: Data; errors?: unknown[] }>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const mine = () =>
  createContext(test.app.services, {
    caller: { mode: 'admin_api_key', user: null, key: null, isAdmin: true },
    requestId: 'test',
  });
const fill = (count: number) => storeMany(test.app.services, test.admin.projectId, count);

const DELETE = `mutation ($input: DeleteMemoriesInput!) { deleteMemories(input: $input) { __typename
  ... on DeleteMemoriesPayload { event { id type status totalCount } deletion { id kind status requestedFilter filter { and { ids } userId { isSet in ne } } memoryCount requestedBy undoUntil } }
  ... on ValidationError { fields { field messages } } } }`;

describe('deletion in GraphQL', () => {
  it('previews, deletes, is followed to its end and leaves a receipt', async () => {
    await fill(20);
    const { previewDeletion } = await ask(
      'query ($input: DeleteMemoriesInput!) { previewDeletion(input: $input) { memoryCount sample { id userId } } }',
      { input: { userId: '*', filter: { userId: { ne: 'user-1' } } } },
    );
    expect(previewDeletion).toMatchObject({ memoryCount: 18, sample: expect.objectContaining({ length: 10 }) });
    const { deleteMemories } = await ask(DELETE, { input: { userId: '*', filter: { userId: { ne: 'user-1' } } } });
    expect(deleteMemories).toMatchObject({
      event: { type: 'DELETE_MEMORIES', totalCount: 18 },
      deletion: {
        kind: 'MEMORIES',
        requestedFilter: { user_id: '*', filters: { user_id: { ne: 'user-1' } } },
        filter: { and: null, userId: { isSet: true, in: null, ne: 'user-1' } },
      },
    });
    const id = (deleteMemories!.event as { id: string }).id;
    const frames = [];
    for await (const event of await watchEvent(mine(), { id })) frames.push(event);
    expect(frames.at(-1)).toMatchObject({ status: 'SUCCEEDED', total: 18, completed: 18 });
    const { event } = await ask(
      'query ($id: ID!) { event(id: $id) { status completedCount deletion { removedCount restoredCount digest finishedAt } } }',
      { id },
    );
    expect(event).toMatchObject({
      status: 'SUCCEEDED',
      completedCount: 18,
      deletion: { removedCount: 18, restoredCount: 0, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const { deletions } = await ask('{ deletions(first: 5) { totalCount edges { node { id status removedCount } } } }');
    expect(deletions).toEqual({
      totalCount: 1,
      edges: [{ node: { id: `del_${id}`, status: 'SUCCEEDED', removedCount: 18 } }],
    });
  });

  it('gives one deletion its own grace period, in which it can be undone', async () => {
    await fill(4);
    const before = Date.now();
    const { deleteMemories } = await ask(DELETE, { input: { userId: '*', undoSeconds: 3_600 } });
    const { id, undoUntil } = deleteMemories!.deletion as { id: string; undoUntil: string };
    expect(Date.parse(undoUntil)).toBeGreaterThanOrEqual(before + 3_600_000);
    expect((await ask('{ memories { totalCount } }')).memories).toEqual({ totalCount: 0 });
    const { undoDeletion } = await ask(
      `mutation { undoDeletion(input: { id: "${id}" }) { ... on UndoDeletionPayload { deletion { status removedCount restoredCount } } } }`,
    );
    expect(undoDeletion).toEqual({ deletion: { status: 'CANCELLED', removedCount: 0, restoredCount: 4 } });
    expect((await ask('{ memories { totalCount } }')).memories).toEqual({ totalCount: 4 });
    const refused = await ask(DELETE, { input: { userId: '*', undoSeconds: -1 } });
    expect(refused.deleteMemories).toEqual({
      __typename: 'ValidationError',
      fields: [{ field: 'input.undoSeconds', messages: ['`undoSeconds` must be a whole number from 0 to 2592000.'] }],
    });
  });

  it('answers mistakes as data', async () => {
    const { deleteMemories } = await ask(DELETE, { input: {} });
    expect(deleteMemories).toMatchObject({ __typename: 'ValidationError', fields: [{ field: 'input.filter' }] });
    const { deleteEntity } = await ask(
      'mutation { deleteEntity(input: { type: USER, name: "nobody" }) { __typename ... on DeleteEntityPayload { event { type totalCount } } } }',
    );
    expect(deleteEntity).toMatchObject({ event: { type: 'DELETE_ENTITY', totalCount: 0 } });
    for (const name of ['cancelDeletion', 'undoDeletion']) {
      const answer = await ask(`mutation ($id: ID!) { ${name}(input: { id: $id }) { ... on Error { code } } }`, {
        id: '018f0000-0000-7000-8000-000000000000',
      });
      expect(answer[name]).toEqual({ code: 'NOT_FOUND' });
    }
    const { deleteOrganization } = await ask(
      'mutation { deleteOrganization(input: { id: "org_none" }) { ... on Error { code } } }',
    );
    expect(deleteOrganization).toEqual({ code: 'NOT_FOUND' });
  });

  it('follows an event over server-sent events until it completes', async () => {
    await fill(20);
    const { event } = await deleteMemoriesByFilter(mine(), { projectId: test.admin.projectId, userId: '*' });
    const headers = {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Token ${test.admin.apiKey}`,
    };
    const query = `subscription { event(id: "${event.id}") { status completedCount totalCount } }`;
    const response = await test.app.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: JSON.stringify({ query }),
    });
    expect(response.body).toContain('"status":"SUCCEEDED","completedCount":20,"totalCount":20');
    expect(response.body).toContain('event: complete');
  });
});

describe('memoryChanges', () => {
  const add = (content: string, userId: string) =>
    addMemories(mine(), {
      projectId: test.admin.projectId,
      messages: [{ role: 'user', content }],
      userId,
      infer: false,
    });
  const take = async (frames: AsyncIterableIterator<MemoryChangeFrame>) =>
    (await frames.next()).value as MemoryChangeFrame;

  it('sends added and removed memories that match the filter only', async () => {
    const { projectId } = test.admin;
    const frames = await watchMemories(mine(), { projectId, filter: readFilter({ user_id: 'rosa' }) });
    await add('Otto likes tea', 'otto');
    await add('Rosa collects stamps', 'rosa');
    const added = await take(frames);
    expect(added).toMatchObject({ kind: 'changed', change: 'ADD', value: { text: 'Rosa collects stamps' } });
    await deleteMemoriesByFilter(mine(), { projectId, userId: '*' });
    expect(await take(frames)).toMatchObject({
      kind: 'changed',
      change: 'DELETE',
      value: null,
      subjectId: added.kind === 'changed' && added.subjectId,
    });
    await frames.return?.();
    expect(await frames.next()).toMatchObject({ done: true });
  });

  it('sends a deletion if the filter cannot be checked for the deleted memory', async () => {
    const { projectId } = test.admin;
    const frames = await watchMemories(mine(), {
      projectId,
      filter: readFilter({
        AND: [{ user_id: 'rosa' }, { keywords: { contains: 'stamps' } }, { created_at: { lt: '2099-01-01' } }],
      }),
    });
    await add('Otto collects stamps', 'otto');
    await add('Rosa collects stamps', 'rosa');
    const added = await take(frames);
    expect(added).toMatchObject({ kind: 'changed', change: 'ADD', value: { text: 'Rosa collects stamps' } });
    await deleteMemoriesByFilter(mine(), { projectId, userId: '*' });
    expect(await take(frames)).toMatchObject({
      change: 'DELETE',
      subjectId: added.kind === 'changed' && added.subjectId,
    });
    // For a single deletion the text is known, so the filter can be checked.
    await add('Rosa likes tea', 'rosa');
    await add('Rosa has stamps', 'rosa');
    expect(await take(frames)).toMatchObject({ change: 'ADD', value: { text: 'Rosa has stamps' } });
    for (const { id } of (await listMemories(mine(), { projectId })).rows.toReversed())
      await deleteMemory(mine(), { projectId, id });
    expect(await take(frames)).toMatchObject({ change: 'DELETE' });
    await add('Rosa sells stamps', 'rosa');
    expect(await take(frames)).toMatchObject({ change: 'ADD', value: { text: 'Rosa sells stamps' } });
    await frames.return?.();
  });

  it('reports to a slow reader how many changes it missed, and where', async () => {
    const { projectId } = test.admin;
    const frames = await watchMemories(mine(), { projectId, maxBuffered: 2 });
    for (const n of [1, 2, 3, 4]) await add(`Stamp ${n}`, 'rosa');
    await test.app.services.changes.settled();
    const seen = [await take(frames), await take(frames), await take(frames)];
    expect(seen).toMatchObject([{ kind: 'changed' }, { kind: 'changed' }, { kind: 'dropped', count: 2 }]);
    await add('Stamp 5', 'rosa');
    expect(await take(frames)).toMatchObject({ kind: 'changed', value: { text: 'Stamp 5' } });
    await frames.return?.();
  });

  it('is refused to outsiders, and ends with the permission to read', async () => {
    const { services } = test.app;
    const { projectId } = test.admin;
    const ada = await person(services, 'ada');
    const hers = () => createContext(services, { caller: signedIn(ada), requestId: 'test' });
    await expect(watchMemories(hers(), { projectId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await services.database.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'READER')`, [
      projectId,
      ada.id,
    ]);
    const frames = await watchMemories(hers(), { projectId });
    const refused = expect(frames.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await services.database.query('DELETE FROM project_members WHERE user_id = $1', [ada.id]);
    await services.bus.publish('credentialChanged', { userId: ada.id });
    await refused;
  });
});
