import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it.each([[{ then: 1 }], [{ then: { then: null } }], [{ toString: 1, constructor: {}, toJSON: 'x', then: 'now' }]])(
  'metadata of %j is read as it was written',
  async (metadata) => {
    const client = test.as(test.admin.apiKey);
    const run = async (query: string) =>
      (await client.rest('POST', '/graphql', { query, variables: { metadata } })).body;
    const add =
      'mutation($metadata: JSON) { addMemories(input: { userId: "rosa", infer: false, metadata: $metadata, messages: [{ role: USER, content: "I sail." }] }) { __typename } }';
    await run(add);
    expect(await run('{ memories(first: 1) { edges { node { metadata } } } }')).toEqual({
      data: { memories: { edges: [{ node: { metadata } }] } },
    });
    expect((await client.rest('POST', '/v3/memories/', { filters: { user_id: 'rosa' } })).body).toMatchObject({
      results: [{ metadata }],
    });
    const record =
      'mutation($metadata: JSON) { createEntity(input: { type: AGENT, name: "otto", metadata: $metadata }) { __typename ... on CreateEntityPayload { entity { metadata } } } }';
    expect(await run(record)).toEqual({
      data: { createEntity: { __typename: 'CreateEntityPayload', entity: { metadata } } },
    });
    await test.reset();
  },
);

it.each([
  '{ then: __typename }',
  '{ viewer { then: isAdmin } }',
  '{ memories { edges { node { then: text } } } }',
  '{ ...F } fragment F on Query { then: __typename }',
])('%s is refused with the reason', async (query) => {
  for (const accept of ['application/json', 'text/event-stream', 'application/graphql-response+json']) {
    const headers = { accept, authorization: `Token ${test.admin.apiKey}`, 'content-type': 'application/json' };
    const { body } = await test.app.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: JSON.stringify({ query }),
    });
    expect(body).toContain('A field of a response cannot be named `then`.');
    expect(body).toContain('BAD_USER_INPUT');
  }
});

it('a parameter that is called "then" is refused with the reason', async () => {
  const client = test.as(test.admin.apiKey);
  const refused = {
    status: 400,
    body: { errors: [{ message: 'Unexpected parameter "then".', extensions: { code: 'BAD_USER_INPUT' } }] },
  };
  expect(await client.rest('POST', '/graphql', { query: '{ __typename }', then: 1 })).toMatchObject(refused);
  expect(await client.rest('GET', '/graphql?query=%7B__typename%7D&then=1')).toMatchObject(refused);
  for (const given of [{ variables: { then: 1 } }, { extensions: { then: 1 } }]) {
    expect(await client.rest('POST', '/graphql', { query: '{ __typename }', ...given })).toMatchObject({
      status: 200,
      body: { data: { __typename: 'Query' } },
    });
  }
});
