import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, tenant } from '../helpers/context.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';

let test: TestApp;
let admin: Client;
let ids: string[];
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await test.reset();
  admin = test.as(test.admin.apiKey);
  ids = [];
  for (const content of ['I collect stamps', 'I keep bees']) {
    const { body } = await admin.rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content }],
      user_id: 'rosa',
      infer: false,
      metadata: { old: true },
    });
    ids.push(body.results[0].id);
  }
});
afterAll(() => test.close());

const absent = '018f0000-0000-7000-8000-000000000000';
const failures =
  '... on ValidationError { fields { field } } ... on NotFoundError { code } ... on ForbiddenError { code }';
const documents = {
  updateMemories: `mutation ($input: UpdateMemoriesInput!) { updateMemories(input: $input) { __typename ... on UpdateMemoriesPayload { updatedCount } ${failures} } }`,
  deleteMemoriesById: `mutation ($input: DeleteMemoriesByIdInput!) { deleteMemoriesById(input: $input) { __typename ... on DeleteMemoriesByIdPayload { deletedCount } ${failures} } }`,
};

async function mutate(name: keyof typeof documents, input: object, client = admin): Promise<unknown> {
  const { body } = await client.rest<{ data: Record<string, unknown> }>('POST', '/graphql', {
    query: documents[name],
    variables: { input },
  });
  return body.data[name];
}
const read = async (id = '') => (await admin.rest('GET', `/v1/memories/${id}/`)).body;

describe('an update in GraphQL', () => {
  it('changes nothing for metadata that the memory has, written in the document', async () => {
    const before = await read(ids[0]);
    const query = `mutation { updateMemory(input: { id: "${ids[0] ?? ''}", metadata: { old: true } }) { __typename } }`;
    expect((await admin.rest('POST', '/graphql', { query })).body).toEqual({
      data: { updateMemory: { __typename: 'UpdateMemoryPayload' } },
    });
    expect(await read(ids[0])).toEqual(before);
  });
});

describe('batches in GraphQL', () => {
  it('change many memories and leave out unknown ones', async () => {
    const memories = [
      { id: ids[0], text: 'I collect coins' },
      { id: ids[1], metadata: null },
      { id: absent, text: 'x' },
    ];
    expect(await mutate('updateMemories', { memories })).toEqual({
      __typename: 'UpdateMemoriesPayload',
      updatedCount: 2,
    });
    expect(await read(ids[0])).toMatchObject({ memory: 'I collect coins', metadata: { old: true } });
    expect(await read(ids[1])).toMatchObject({ memory: 'I keep bees', metadata: null });
  });

  it('delete many memories and leave out unknown ones', async () => {
    expect(await mutate('deleteMemoriesById', { ids: [...ids, absent] })).toEqual({
      __typename: 'DeleteMemoriesByIdPayload',
      deletedCount: 2,
    });
    expect((await admin.rest('GET', `/v1/memories/${ids[0] ?? ''}/`)).status).toBe(404);
  });

  it('refuse what is no batch, and change nothing then', async () => {
    const wrong = { __typename: 'ValidationError', fields: [{ field: 'input.memories' }] };
    expect(
      await mutate('updateMemories', {
        memories: [
          { id: ids[0], text: 'new' },
          { id: ids[1], text: ' ' },
        ],
      }),
    ).toEqual(wrong);
    expect(await mutate('updateMemories', { memories: [{ id: ids[0], text: 'new' }, { id: ids[1] }] })).toEqual(wrong);
    expect(
      await mutate('updateMemories', {
        memories: [
          { id: ids[0], text: 'new' },
          { id: ids[1], text: 'I keep\0bees' },
        ],
      }),
    ).toEqual(wrong);
    expect(await mutate('updateMemories', { memories: [] })).toEqual(wrong);
    const wrongIds = { ...wrong, fields: [{ field: 'input.ids' }] };
    expect(await mutate('deleteMemoriesById', { ids: [ids[0], 'seven'] })).toEqual(wrongIds);
    expect(await mutate('deleteMemoriesById', { ids: Array.from({ length: 1001 }, () => ids[0]) })).toEqual(wrongIds);
    expect(await read(ids[0])).toMatchObject({ memory: 'I collect stamps' });
  });

  it('find nothing in a foreign project', async () => {
    const missing = { __typename: 'NotFoundError', code: 'NOT_FOUND' };
    const eve = await person(test.app.services, 'eve');
    const { projectId } = await tenant(test.app.services, [[eve, 'OWNER']]);
    const stranger = test.as(await test.keyFor(eve, { projectId }));
    expect(await mutate('deleteMemoriesById', { ids }, stranger)).toEqual(missing);
    expect(
      await mutate(
        'updateMemories',
        { projectId: test.admin.projectId, memories: [{ id: ids[0], text: 'mine' }] },
        stranger,
      ),
    ).toEqual(missing);
    expect(await mutate('deleteMemoriesById', { ids: [absent] })).toEqual(missing);
    expect(await read(ids[0])).toMatchObject({ memory: 'I collect stamps' });
  });
});
