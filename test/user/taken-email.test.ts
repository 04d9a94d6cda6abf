import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const ask = (query: string) => test.as(test.admin.apiKey).rest('POST', '/graphql', { query });

it.each([
  'createUser(input: { name: "Kay", email: "ada@example.com" })',
  'createInvitation(input: { email: "ADA@example.com" })',
  'updateViewer(input: { email: "ada@example.com" })',
])('an email address that is taken is a conflict at its field: %s', async (mutation) => {
  await ask('mutation { createUser(input: { name: "Ada", email: "ada@example.com" }) { __typename } }');
  const message = 'A user with this email address exists already.';
  const { body } = await ask(`mutation { ${mutation} { __typename } }`);
  expect(body).toMatchObject({
    data: null,
    errors: [{ message, extensions: { code: 'CONFLICT', fields: { 'input.email': [message] } } }],
  });
});
