import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('a value that has no text', () => {
  it.each(['LocalDate', 'DateTime'])('is refused by name where a %s stands', async (type) => {
    const field = type === 'LocalDate' ? 'expirationDate' : 'createdAt';
    const query = `query ($value: ${type}) { memories(filter: { ${field}: { lte: $value } }) { edges { node { id } } } }`;
    const { status, body } = await test
      .as(test.admin.apiKey)
      .rest<{ errors: { message: string; extensions: { code: string } }[] }>('POST', '/graphql', {
        query,
        variables: { value: { toString: 1, toJSON: 1 } },
      });
    expect(status).toBeLessThan(500);
    expect(body.errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
    expect(body.errors[0]?.message).toContain(type);
  });
});
