import { getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/schema/index.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const schema = buildSchema();
const absent = '0190c6c5-0000-7000-8000-000000000000';

/** Mutations with fields that have another name in the REST API or in the server. */
const refused: readonly (readonly [mutation: string, input: Record<string, unknown>, field: string])[] = [
  ['createEntity', { type: 'AGENT', name: ' ' }, 'name'],
  ['deleteEntity', { type: 'AGENT', name: '' }, 'name'],
  ['eraseSubject', { type: 'AGENT', name: ' ' }, 'name'],
  ['exportSubject', { type: 'AGENT', name: ' ' }, 'name'],
  ['createExport', { instructions: '\0' }, 'instructions'],
  ['createExport', { schema: 7 }, 'schema'],
  ['deleteMemoriesById', { ids: [] }, 'ids'],
  ['deleteMemoriesById', { ids: ['x'] }, 'ids'],
  ['updateMemories', { memories: [] }, 'memories'],
  ['deleteMemories', {}, 'filter'],
  ['generateProfiles', { userId: '' }, 'userId'],
  ['giveFeedback', { memoryId: absent, reason: '\0' }, 'reason'],
  ['setMemoryLink', { newerMemoryId: absent, olderMemoryId: absent }, 'olderMemoryId'],
];

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const send = async (query: string, variables: object) =>
  (
    await test
      .as(test.admin.apiKey)
      .rest<{ data: unknown; errors?: { extensions: unknown }[] }>('POST', '/graphql', { query, variables })
  ).body;

describe('input that is refused', () => {
  it.each(refused)('is named as the input of the mutation calls it: %s %j', async (name, input, field) => {
    const [argument] =
      schema
        .getMutationType()
        ?.getFields()
        [name]?.args.filter((arg) => arg.name === 'input') ?? [];
    const type = getNamedType(argument?.type);
    if (!isInputObjectType(type)) throw new Error(`${name} takes no input.`);
    const query = `mutation($input: ${type.name}!) { answer: ${name}(input: $input) { ... on ValidationError { fields { field messages } } } }`;
    expect(await send(query, { input })).toEqual({
      data: { answer: { fields: [{ field: `input.${field}`, messages: [expect.any(String)] }] } },
    });
    expect(Object.keys(type.getFields())).toContain(field);
  });

  it.each([
    ['profile(userId: "") { __typename }', 'userId'],
    ['previewDeletion(input: {}) { memoryCount }', 'input.filter'],
    ['memoryLinks(minProbability: 7) { totalCount }', 'minProbability'],
    ['memoryLinks(maxProbability: -0.1) { totalCount }', 'maxProbability'],
  ])('is named as the query calls it: %s', async (query, field) => {
    expect(await send(`{ ${query} }`, {})).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } } }],
    });
  });
});
