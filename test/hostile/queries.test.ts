import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('row 73: a query that repeats overlapping fields', () => {
  // Checked pair by pair, the fields of these would be compared millions of times.
  it.each([
    ['one after the other', `{ ${'viewer { user { email } } '.repeat(240)} }`],
    ['in fragments', `{ viewer { ${'...F '.repeat(600)} } } fragment F on Viewer { ${'authMode '.repeat(600)} }`],
    [
      'in fragments of fragments',
      `{ viewer { ...F0 } } ${Array.from({ length: 150 }, (_unused, n) => `fragment F${n} on Viewer { authMode ${n < 149 ? `...F${n + 1}` : ''} }`).join(' ')}`,
    ],
  ])('of thousands of fields is validated or refused: %s', { timeout: 10_000 }, async (_what, query) => {
    const { status, body } = await test
      .as(test.admin.apiKey)
      .rest<{ errors?: { extensions: { code: string } }[] }>('POST', '/graphql', { query });
    expect(status).toBeLessThan(500);
    for (const { extensions } of body.errors ?? []) expect(extensions.code).toBe('QUERY_TOO_COMPLEX');
  });
});
