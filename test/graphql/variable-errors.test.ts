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
