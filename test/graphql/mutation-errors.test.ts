import { isUnionType, type GraphQLUnionType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/schema/index.js';
import { findThrownErrors } from '../architecture/thrown-errors.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const absent = '0190c6c5-0000-7000-8000-000000000000';
const message = 'Memory not found!';

/** Deletes a memory that does not exist. @param selection of the result */
async function deleteMissing(selection: string, fragments = ''): Promise<unknown> {
  const query = `mutation { deleteMemory(input: { id: "${absent}" }) { ${selection} } } ${fragments}`;
  const { status, body } = await test.as(test.admin.apiKey).rest('POST', '/graphql', { query });
  expect(status).toBe(200);
  return body;
}

describe('an error of a mutation', () => {
  it.each([
    '... on DeleteMemoryPayload { deletedMemoryId }',
    '... on DeleteMemoryPayload { __typename deletedMemoryId }',
    '__typename ... on DeleteMemoryPayload { deletedMemoryId }',
    '__typename ... on Error { __typename }',
    '... on DeleteMemoryPayload { deletedMemoryId } ... on ForbiddenError { message }',
    '... on DeleteMemoryPayload { deletedMemoryId } ... on Error @skip(if: true) { message }',
  ])('is a top-level error for a document that does not select it: %s', async (selection) => {
    expect(await deleteMissing(selection)).toEqual({
      data: null,
      errors: [
        { message, path: ['deleteMemory'], locations: [{ line: 1, column: 12 }], extensions: { code: 'NOT_FOUND' } },
      ],
    });
  });

  it.each([
    ['... on Error { message }', { message }],
    ['... on NotFoundError { code }', { code: 'NOT_FOUND' }],
    ['__typename ...Parts', { __typename: 'NotFoundError', message }, 'fragment Parts on Error { message }'],
  ])('is data for a document that selects it: %s', async (selection, data, fragments = '') => {
    expect(await deleteMissing(selection, fragments)).toEqual({ data: { deleteMemory: data } });
  });
});

it('is a member of the union of each mutation that can throw it, and of no other', { timeout: 120_000 }, () => {
  const mutations = Object.values(buildSchema().getMutationType()?.getFields() ?? {});
  const unions = mutations.flatMap(({ name, type }) =>
    'ofType' in type && isUnionType(type.ofType) ? [[name, type.ofType] as [string, GraphQLUnionType]] : [],
  );
  expect(unions).toHaveLength(mutations.length);
  const declared = unions.map(([name, union]) => [name, union.getTypes().map((type) => type.name)] as const);
  const thrown = findThrownErrors();
  const returned = ['ConflictError', 'ForbiddenError', 'NotFoundError', 'ValidationError'];
  const pick = (names: Iterable<string>) => [...names].filter((name) => returned.includes(name)).sort();
  expect(Object.fromEntries(declared.map(([name, names]) => [name, pick(names)]))).toEqual(
    Object.fromEntries(declared.map(([name]) => [name, pick(thrown.get(name) ?? [])])),
  );
});
