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
  readonly found?: number;
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
  ... on ImportMemoriesPayload { found receivedParts event { id } }
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
      `query ($id: ID!) { event(id: $id) { status total completed error
        import { format source found imported known leftOutCount leftOut { record reason } isUploaded } } }`,
      { id },
    )
  ).event;
const stored = async () => (await ask<{ memories: { totalCount: number } }>('{ memories { totalCount } }')).memories;
const records = () => test.app.services.database.query("SELECT 1 FROM import_batches WHERE records <> '[]'");

it('imports each part when it arrives, stores a repeated part once, and ends with the last one', async () => {
  const first = await send({ part: 1, total: 251 }, `${lines(0, 100)}\n{"id": "x", "text": "No owner"}`);
  expect(first).toMatchObject({ found: 101, receivedParts: [1] });
  const id = first.event?.id;
  await idle(test.app.services);
  expect(await stored()).toEqual({ totalCount: 100 });
  const running = {
    format: 'JSONL',
    source: 'notes.jsonl',
    found: 101,
    imported: null,
    known: null,
    isUploaded: false,
  };
  const leftOut = [{ record: 101, reason: 'The memory belongs to no user, agent, app or run.' }];
  expect(await find(id)).toMatchObject({
    ...{ status: 'RUNNING', total: 250, completed: 100 },
    import: { ...running, leftOutCount: 1, leftOut },
  });
  // Without the ID: a client that repeats its upload continues it.
  expect(await send({ part: 1 }, `${lines(0, 100)}\n{"id": "x", "text": "No owner"}`)).toMatchObject({ event: { id } });
  expect(await send({ part: 2, importId: id }, lines(100, 100))).toMatchObject({
    receivedParts: [1, 2],
    event: { id },
  });
  await send({ part: 2, importId: id }, lines(100, 100));
  await send({ part: 3, parts: 3, importId: id }, lines(200, 50));
  await idle(test.app.services);
  const ended = { status: 'SUCCEEDED', total: 250, completed: 250, error: '1 of 251 memories could not be imported.' };
  const uploaded = { ...running, found: 251, imported: 250, known: 0, isUploaded: true, leftOutCount: 1, leftOut };
  expect(await find(id)).toEqual({ ...ended, import: uploaded });
  // The response to the last part was lost.
  expect(await send({ part: 3, parts: 3, importId: id }, lines(200, 50))).toMatchObject({ event: { id } });
  expect([await stored(), await records()]).toEqual([{ totalCount: 250 }, []]);
});

it('learns the number of parts from a repeated part, and refuses fewer than are stored', async () => {
  const { event } = await send({ part: 2, importId: (await send({ part: 1 }, lines(0, 10))).event?.id }, lines(10, 10));
  expect(await send({ part: 1, parts: 1, importId: event?.id }, lines(0, 10))).toMatchObject({
    fields: [{ field: 'input.upload.parts', messages: [expect.stringContaining('at least 2')] }],
  });
  await idle(test.app.services);
  expect(await find(event?.id)).toMatchObject({ status: 'RUNNING', completed: 20 });
  await send({ part: 2, parts: 2, importId: event?.id }, lines(10, 10));
  await idle(test.app.services);
  expect(await find(event?.id)).toMatchObject({
    status: 'SUCCEEDED',
    import: { found: 20, imported: 20, isUploaded: true },
  });
});

it('refuses parts of an import that was cancelled, of an unknown one, and of another file', async () => {
  const { event } = await send({ part: 1 }, lines(0, 10));
  expect(await send({ part: 2, key: 'another', importId: event?.id }, lines(10, 10))).toMatchObject({
    fields: [{ field: 'input.upload.key' }],
  });
  await ask('mutation ($id: ID!) { cancelEvent(input: { id: $id }) { __typename } }', { id: event?.id });
  expect(await send({ part: 2, importId: event?.id }, lines(10, 10))).toEqual({
    message: 'Cancelled: what was imported before stays.',
  });
  expect(await send({ part: 2 }, lines(10, 10))).toEqual({
    message: 'No import with this key waits for this part. Begin again with part 1.',
  });
  expect(await send({ part: 2, importId: '01900000-0000-7000-8000-000000000000' }, lines(0, 1))).toEqual({
    message: 'Import not found.',
  });
  const { fields } = await send({ part: 0, key: ' ', parts: -1, total: -1 }, lines(0, 1));
  expect(fields?.map(({ field }) => field)).toEqual(
    ['key', 'part', 'parts', 'total'].map((name) => `input.upload.${name}`),
  );
});

it('ends an upload that has stopped for a day, keeps what was imported, and removes the rest', async () => {
  const { event } = await send({ part: 1 }, lines(0, 10));
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
    error: 'The upload was not finished within a day. 10 memories were imported. Repeat it: they are skipped.',
  });
  expect(await test.app.services.database.query('SELECT 1 FROM import_batches')).toEqual([]);
  expect(await stored()).toEqual({ totalCount: 10 });
});
