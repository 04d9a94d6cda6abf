import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const document = `query ($filter: MemoryFilter, $topK: Int, $at: DateTime) {
  searchMemories(query: "a", filter: $filter, topK: $topK, referenceDate: $at) { answerability }
}`;

describe('the error of a wrong variable', () => {
  it.each([
    [{ at: 'soon' }, 'Variable "$at": DateTime cannot represent an invalid date-time-string soon.'],
    [{ topK: 'ten' }, 'Variable "$topK": Int cannot represent non-integer value: "ten"'],
    [
      { filter: { or: [{}, { createdAt: { gt: 'soon" at "x' } }] } },
      'Variable "$filter" at "filter.or[1].createdAt.gt": DateTime cannot represent an invalid date-time-string soon" at "x.',
    ],
    [
      { filter: { createdAt: { above: '2026-01-01' } } },
      'Variable "$filter" at "filter.createdAt": Field "above" is not defined by type "TimeFilter".',
    ],
  ])('names the variable and the place in it: %j', async (variables, message) => {
    const { body } = await test.as(test.admin.apiKey).rest('POST', '/graphql', { query: document, variables });
    expect(body).toEqual({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] });
  });
});

describe('the error of a wrong value in the document', () => {
  it.each([
    ['topK: "ten"', 'Argument "topK": Int cannot represent non-integer value: "ten"'],
    ['topK: 99999999999', 'Argument "topK": Int cannot represent non 32-bit signed integer value: 99999999999'],
    ['referenceDate: "soon"', 'Argument "referenceDate": DateTime cannot represent an invalid date-time-string soon.'],
    [
      'filter: { or: [{}, { createdAt: { gt: "soon" } }] }',
      'Argument "filter" at "filter.or[1].createdAt.gt": DateTime cannot represent an invalid date-time-string soon.',
    ],
    [
      'filter: { createdAt: { above: "2026-01-01" } }',
      'Argument "filter" at "filter.createdAt": Field "above" is not defined by type "TimeFilter".',
    ],
  ])('names the argument and the place in it: %s', async (argument, message) => {
    const query = `{ searchMemories(query: "a", ${argument}) { answerability } }`;
    const locations = expect.any(Array) as unknown;
    // The engine keeps the errors of a document for its next requests.
    for (const _time of ['first', 'second']) {
      const { body } = await test.as(test.admin.apiKey).rest('POST', '/graphql', { query });
      expect(body).toEqual({ errors: [{ message, locations, extensions: { code: 'BAD_USER_INPUT' } }] });
    }
  });

  it('names the variable of a wrong default', async () => {
    const query = 'query ($k: Int = "ten") { searchMemories(query: "a", topK: $k) { answerability } }';
    const { body } = await test.as(test.admin.apiKey).rest('POST', '/graphql', { query });
    const message = 'Variable "$k": Int cannot represent non-integer value: "ten"';
    expect(body).toMatchObject({ errors: [{ message }] });
  });

  it('names the argument of a page size in backticks, as every other field', async () => {
    const query = '{ memories(first: 100000) { totalCount } }';
    const { body } = await test.as(test.admin.apiKey).rest('POST', '/graphql', { query });
    expect(body).toMatchObject({ errors: [{ message: '`first` must be a whole number from 1 to 100.' }] });
  });
});

describe('the error of a filter that no memory can be compared with', () => {
  it.each([
    [{ userId: {} }, '"userId": an operator is missing. Allowed: eq, ne, in.'],
    [{ or: [{ createdAt: {} }] }, '"createdAt": an operator is missing. Allowed: gt, gte, lt, lte, ne, in.'],
    [{ runId: { ne: '*' } }, 'runId: "*" cannot be used with ne; use {"runId": {"isSet": false}}.'],
    [{ agentId: { eq: '\u0000' } }, '"agentId" contains characters that cannot be stored.'],
    [{ metadata: { user_id: { like: 'a' } } }, expect.stringContaining('"metadata.user_id": unknown operator "like".')],
  ])('names the field of the input: %j', async (filter, message) => {
    const lists = '{ memories(filter: $filter) { totalCount } }';
    const deletes = '{ deleteMemories(input: { filter: $filter }) { ... on Error { message } } }';
    const send = async (query: string) =>
      (await test.as(test.admin.apiKey).rest<object>('POST', '/graphql', { query, variables: { filter } })).body;
    expect(await send(`query ($filter: MemoryFilter) ${lists}`)).toMatchObject({
      errors: [{ message, extensions: { code: 'BAD_USER_INPUT', fields: { filter: [message] } } }],
    });
    expect(await send(`mutation ($filter: MemoryFilter) ${deletes}`)).toMatchObject({
      data: { deleteMemories: { message } },
    });
  });
});
