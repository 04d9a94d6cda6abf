import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
const keys: Record<'owner' | 'reader', string> = { owner: '', reader: '' };
const ids: Record<'owner' | 'reader', string> = { owner: '', reader: '' };
beforeAll(async () => {
  test = await startTestApp();
  for (const name of ['owner', 'reader'] as const) {
    const user = await createMember(name);
    keys[name] = await test.keyFor(user);
    ids[name] = user.id;
  }
});
afterAll(() => test.close());

interface Answer {
  data: Record<string, unknown>;
  errors?: { message: string; extensions: { code: string } }[];
}

const ask = async (key: string, query: string, variables: object = {}) =>
  (await test.as(key).rest<Answer>('POST', '/graphql', { query, variables })).body;

async function createMember(name: 'owner' | 'reader'): Promise<CallerUser> {
  const email = `${name}@example.com`;
  const input = {
    ...{ name, email, password: 'a password of nine words' },
    ...{ projectId: test.admin.projectId, projectRole: name.toUpperCase() },
  };
  const { data } = await ask(
    test.admin.apiKey,
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { ... on CreateUserPayload { user { id } } } }',
    { input },
  );
  return { id: (data.createUser as { user: { id: string } }).user.id, name, email, role: 'member' };
}

const add = (key: string) =>
  test.as(key).rest('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content: 'Ada plays the violin.' }],
    ...{ user_id: 'ada', infer: false },
  });

const list = `query ($by: ID) { events(projectId: "PROJECT", requestedById: $by) {
  nodes { requestedBy requestedByUser { name } requestedByKey }
} }`;
const events = (key: string, by: string | null = null) =>
  ask(key, list.replace('PROJECT', test.admin.projectId), { by });

it('names the user and the key behind each operation, for OWNERs', async () => {
  await add(test.admin.apiKey);
  await add(keys.owner);
  const { data } = await events(keys.owner);
  expect(data.events).toEqual({
    nodes: [
      { requestedBy: ids.owner, requestedByUser: { name: 'owner' }, requestedByKey: keys.owner.slice(0, 12) },
      { requestedBy: expect.any(String), requestedByUser: { name: 'Admin' }, requestedByKey: expect.any(String) },
    ],
  });
  const own = await events(keys.owner, ids.owner);
  expect(own.data.events).toEqual({ nodes: [expect.objectContaining({ requestedBy: ids.owner })] });
});

it('hides from READERs who requested the operations of others', async () => {
  const hidden = { requestedBy: null, requestedByUser: null, requestedByKey: null };
  const { data } = await events(keys.reader);
  expect(data.events).toEqual({ nodes: [hidden, hidden] });
  expect((await events(keys.reader, ids.reader)).data.events).toEqual({ nodes: [] });
  const { errors } = await events(keys.reader, ids.owner);
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
  const malformed = await events(keys.reader, 'x');
  expect(malformed.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
});

it('finds them in one statement, however many operations there are', async () => {
  for (let number = 0; number < 4; number += 1) await add(keys.owner);
  const count = async (first: number) => {
    await test.app.services.requestLogs.flush();
    const statements: string[] = [];
    const stop = test.app.services.database.onQuery((text) => statements.push(text));
    const { errors } = await ask(
      test.admin.apiKey,
      `{ events(first: ${first}) { nodes { requestedBy requestedByKey requestedByUser { name } } } }`,
    );
    stop();
    expect(errors).toBeUndefined();
    return statements.length;
  };
  // Work in the background adds statements to some counts, so the least of several is that of the request alone.
  const least = async (first: number) => Math.min(await count(first), await count(first), await count(first));
  await count(2);
  expect(await least(2)).toBe(await least(6));
});
