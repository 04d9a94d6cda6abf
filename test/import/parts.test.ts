import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { endAbandonedImports } from '../../src/jobs/import-batches.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { idle } from '../deletion/helpers.js';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(() => test.reset());

interface Sent {
  readonly foundCount?: number;
  readonly receivedParts?: number[];
  readonly event?: { readonly id: string };
  readonly message?: string;
  readonly fields?: { field: string; messages: string[] }[];
}

async function ask<Data>(query: string, variables: object = {}, key = test.admin.apiKey): Promise<Data> {
  const { body } = await test.as(key).rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ id: `r${from + index}`, text: `Fact ${from + index}`, user_id: 'rosa' }),
  ).join('\n');

const MUTATION = `mutation ($input: ImportMemoriesInput!) { importMemories(input: $input) {
  ... on ImportMemoriesPayload { foundCount receivedParts event { id } }
  ... on ValidationError { fields { field messages } }
  ... on Error { message } } }`;

const send = async (upload: object, content: string, more: object = {}) =>
  (
    await ask<{ importMemories: Sent }>(MUTATION, {
      input: {
        format: 'JSONL',
        content,
        wait: false,
        upload: { key: 'digest', fileName: 'notes.jsonl', ...upload },
        ...more,
      },
    })
  ).importMemories;

const find = async (id = '') =>
  (
    await ask<{ event: object }>(
      `query ($id: ID!) { event(id: $id) { status totalCount completedCount error
        import { format source foundCount importedCount knownCount leftOutCount leftOut { recordNumber reason } isUploaded } } }`,
      { id },
    )
  ).event;
const stored = async () => (await ask<{ memories: { totalCount: number } }>('{ memories { totalCount } }')).memories;
const records = () => test.app.services.database.query("SELECT 1 FROM import_batches WHERE records <> '[]'");

it('imports each part when it arrives, stores a repeated part once, and ends with the last one', async () => {
  const first = await send({ partNumber: 1, recordCount: 251 }, `${lines(0, 100)}\n{"id": "x", "text": "No owner"}`);
  expect(first).toMatchObject({ foundCount: 101, receivedParts: [1] });
  const id = first.event?.id;
  await idle(test.app.services);
  expect(await stored()).toEqual({ totalCount: 100 });
  const running = {
    format: 'JSONL',
    source: 'notes.jsonl',
    foundCount: 101,
    importedCount: null,
    knownCount: null,
    isUploaded: false,
  };
  const leftOut = [{ recordNumber: 101, reason: 'The memory belongs to no user, agent, app or run.' }];
  expect(await find(id)).toMatchObject({
    ...{ status: 'RUNNING', totalCount: 250, completedCount: 100 },
    import: { ...running, leftOutCount: 1, leftOut },
  });
  // Without the ID: a client that repeats its upload continues it.
  expect(await send({ partNumber: 1 }, `${lines(0, 100)}\n{"id": "x", "text": "No owner"}`)).toMatchObject({
    event: { id },
  });
  expect(await send({ partNumber: 2, eventId: id }, lines(100, 100))).toMatchObject({
    receivedParts: [1, 2],
    event: { id },
  });
  await send({ partNumber: 2, eventId: id }, lines(100, 100));
  await send({ partNumber: 3, partCount: 3, eventId: id }, lines(200, 50));
  await idle(test.app.services);
  const ended = {
    status: 'SUCCEEDED',
    totalCount: 250,
    completedCount: 250,
    error: '1 of 251 memories could not be imported.',
  };
  const uploaded = {
    ...running,
    foundCount: 251,
    importedCount: 250,
    knownCount: 0,
    isUploaded: true,
    leftOutCount: 1,
    leftOut,
  };
  expect(await find(id)).toEqual({ ...ended, import: uploaded });
  // The response to the last part was lost.
  expect(await send({ partNumber: 3, partCount: 3, eventId: id }, lines(200, 50))).toMatchObject({ event: { id } });
  expect([await stored(), await records()]).toEqual([{ totalCount: 250 }, []]);
});

it('learns the number of parts from a repeated part, and refuses fewer than are stored', async () => {
  const { event } = await send(
    { partNumber: 2, eventId: (await send({ partNumber: 1 }, lines(0, 10))).event?.id },
    lines(10, 10),
  );
  expect(await send({ partNumber: 1, partCount: 1, eventId: event?.id }, lines(0, 10))).toMatchObject({
    fields: [{ field: 'input.upload.partCount', messages: [expect.stringContaining('at least 2')] }],
  });
  await idle(test.app.services);
  expect(await find(event?.id)).toMatchObject({ status: 'RUNNING', completedCount: 20 });
  await send({ partNumber: 2, partCount: 2, eventId: event?.id }, lines(10, 10));
  await idle(test.app.services);
  expect(await find(event?.id)).toMatchObject({
    status: 'SUCCEEDED',
    import: { foundCount: 20, importedCount: 20, isUploaded: true },
  });
});

it('refuses parts of an import that was cancelled, of an unknown one, and of another file', async () => {
  const { event } = await send({ partNumber: 1 }, lines(0, 10));
  expect(await send({ partNumber: 2, key: 'another', eventId: event?.id }, lines(10, 10))).toMatchObject({
    fields: [{ field: 'input.upload.key' }],
  });
  await ask('mutation ($id: ID!) { cancelEvent(input: { id: $id }) { __typename } }', { id: event?.id });
  expect(await send({ partNumber: 2, eventId: event?.id }, lines(10, 10))).toEqual({
    message: 'Cancelled: what was imported before stays.',
  });
  expect(await send({ partNumber: 2 }, lines(10, 10))).toEqual({
    message: 'No import with this key waits for this part. Begin again with part 1.',
  });
  expect(await send({ partNumber: 2, eventId: '01900000-0000-7000-8000-000000000000' }, lines(0, 1))).toEqual({
    message: 'Import not found.',
  });
  const { fields } = await send({ partNumber: 0, key: ' ', partCount: -1, recordCount: -1 }, lines(0, 1));
  expect(fields?.map(({ field }) => field)).toEqual(
    ['key', 'partNumber', 'partCount', 'recordCount'].map((name) => `input.upload.${name}`),
  );
});

it('ends an upload that has stopped for a day, keeps what was imported, and removes the rest', async () => {
  const { event } = await send({ partNumber: 1 }, lines(0, 10));
  await idle(test.app.services);
  const later = (hours: number) => ({
    ...test.app.services,
    now: () => new Date(Date.now() + hours * 3_600_000),
  });
  await endAbandonedImports(later(23));
  expect(await find(event?.id)).toMatchObject({ status: 'RUNNING' });
  await endAbandonedImports(later(25));
  expect(await find(event?.id)).toMatchObject({
    status: 'FAILED',
    error: 'The upload was not finished within a day. 10 memories were imported. Repeat it: nothing is imported twice.',
  });
  expect(await test.app.services.database.query('SELECT 1 FROM import_batches')).toEqual([]);
  expect(await stored()).toEqual({ totalCount: 10 });
});

it('refuses more than 1,000 imports in progress in a project, also when two begin at once', async () => {
  const { database } = test.app.services;
  await send({ partNumber: 1, partCount: 2 }, lines(0, 1));
  await database.query(`WITH open AS (
    INSERT INTO events (id, project_id, type, status, payload, requested_by, created_at, updated_at)
    SELECT gen_random_uuid(), project_id, type, status, payload, requested_by, created_at, updated_at
    FROM events, generate_series(1, 998) WHERE type = 'IMPORT' RETURNING id, project_id)
    INSERT INTO import_batches (project_id, event_id, records)
    SELECT project_id, id, '[]' FROM open`);
  const both = await Promise.all(['a', 'b'].map((key) => send({ key, partNumber: 1, partCount: 2 }, lines(0, 1))));
  const refused = both.filter(({ message }) => message !== undefined);
  expect(refused).toEqual([
    { message: '1000 imports wait in this project. Repeat the request when some of them have ended.' },
  ]);
  expect(await database.query("SELECT count(*) FROM events WHERE type = 'IMPORT'")).toEqual([{ count: 1_000 }]);
});
