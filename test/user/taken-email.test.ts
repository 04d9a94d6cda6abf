import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person } from '../helpers/context.js';

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

it('a user can look for five addresses a minute by changing the own one, whether they are taken or free', async () => {
  const eve = await test.keyFor(await person(test.app.services, 'eve'));
  const change = (email: string) =>
    test.as(eve).rest('POST', '/graphql', {
      query: `mutation { updateViewer(input: { email: "${email}" }) { ... on UpdateViewerPayload { user { email } } } }`,
    });
  for (let count = 0; count < 5; count += 1)
    expect((await change(test.admin.email)).body).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] });
  const limited = {
    data: null,
    errors: [
      expect.objectContaining({
        message: 'Rate limit exceeded: 5 per 1 minute',
        extensions: expect.objectContaining({ code: 'RATE_LIMITED' }) as unknown,
      }),
    ],
  };
  expect((await change(test.admin.email)).body).toEqual(limited);
  expect((await change('free@example.com')).body).toEqual(limited);
  const own = { data: { updateViewer: { user: { email: 'eve@example.com' } } } };
  expect((await change('eve@example.com')).body).toEqual(own);
});
