import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';
import { addBody, freshKey, sender, type Send } from './helpers.js';

let test: TestApp;
let send: Send;

beforeAll(async () => {
  test = await startTestApp();
  send = sender(test.app, test.admin.apiKey);
});
afterAll(() => test.close());
beforeEach(() => test.reset());

interface Result {
  readonly data: Record<string, Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: Readonly<Record<string, unknown>> }[];
}

async function ask(query: string, variables: Readonly<Record<string, unknown>>): Promise<Result> {
  return JSON.parse((await send('POST /graphql', { query, variables })).text) as Result;
}

const add = `mutation Add($input: AddMemoriesInput!, $key: String) {
  addMemories(input: $input, idempotencyKey: $key) {
    __typename
    ... on AddMemoriesPayload { event { id status createdAt } results { id: memoryId event memory { text } } }
    ... on Error { message code }
    ... on ValidationError { fields { field messages } }
  }
}`;

const input = (text: string) => ({ messages: [{ role: 'USER', content: text }], userId: 'rosa', infer: false });
const count = async (table: string) =>
  (await test.app.services.database.query<{ count: number }>(`SELECT count(*) FROM ${table}`))[0]?.count;

describe('a mutation that is sent again with its idempotencyKey', () => {
  it('is carried out once and answered the same', async () => {
    const variables = { input: input('Rosa collects stamps'), key: freshKey() };
    const first = await ask(add, variables);
    expect(first.data?.addMemories).toMatchObject({ __typename: 'AddMemoriesPayload', results: [{ event: 'ADD' }] });
    expect(await ask(add, variables)).toEqual(first);
    expect(await count('events')).toBe(1);
  });

  it('stores nothing if it cannot be announced to live streams', async () => {
    const { database } = test.app.services;
    const ada = await person(test.app.services, 'ada');
    const { organizationId } = await tenant(test.app.services, [], [[ada, 'OWNER']]);
    const asAda = sender(test.app, await test.keyFor(ada));
    const query = `mutation ($input: CreateProjectInput!, $key: String) { createProject(input: $input, idempotencyKey: $key) { __typename } }`;
    const variables = { input: { organizationId, name: 'new' }, key: freshKey() };
    await database.query(`CREATE OR REPLACE FUNCTION raise_fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'no memory' USING ERRCODE = '53200'; END $$;
      CREATE TRIGGER fault BEFORE INSERT ON changes FOR EACH STATEMENT EXECUTE FUNCTION raise_fault()`);
    const { text } = await asAda('POST /graphql', { query, variables });
    await database.query('DROP TRIGGER fault ON changes');
    expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
    expect(await database.query(`SELECT name FROM projects WHERE name = 'new'`)).toEqual([]);
  });

  it('may select other fields', async () => {
    const variables = { input: input('Rosa collects coins'), key: freshKey() };
    const first = await ask(add, variables);
    const other =
      'mutation ($input: AddMemoriesInput!, $key: String) { again: addMemories(idempotencyKey: $key, input: $input) { ... on AddMemoriesPayload { event { id } } } }';
    expect((await ask(other, variables)).data?.again).toEqual({
      event: { id: (first.data!.addMemories!.event as { id: string }).id },
    });
  });

  it('keeps a secret that is shown once, and resolves what hangs on the payload', async () => {
    const query = `mutation ($input: CreateWebhookInput!, $key: String) {
      createWebhook(input: $input, idempotencyKey: $key) { ... on CreateWebhookPayload { secret webhook { id url createdAt deliveries { totalCount } } } }
    }`;
    const variables = {
      input: { name: 'in', url: 'https://hooks.example.com/in', eventTypes: ['MEMORY_ADD'] },
      key: freshKey(),
    };
    const first = await ask(query, variables);
    expect(first.data?.createWebhook).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
      webhook: { deliveries: { totalCount: 0 } },
    });
    expect(await ask(query, variables)).toEqual(first);
    expect(await count('webhooks')).toBe(1);
  });

  it('sees its own write in what it selects: a project that it has just made', async () => {
    const query = `mutation ($input: CreateProjectInput!, $key: String) {
      createProject(input: $input, idempotencyKey: $key) { ... on CreateProjectPayload { project { id name memoryCount } } ... on Error { message } }
    }`;
    const variables = { input: { organizationId: test.admin.orgId, name: 'Lamp room' }, key: freshKey() };
    const first = await ask(query, variables);
    expect(first.data?.createProject).toMatchObject({ project: { name: 'Lamp room', memoryCount: 0 } });
    expect(await ask(query, variables)).toEqual(first);
  });
});

describe('an idempotencyKey', () => {
  it('with other arguments is a top-level error', async () => {
    const key = freshKey();
    await ask(add, { input: input('Rosa rides'), key });
    expect(await ask(add, { input: input('Rosa runs'), key })).toMatchObject({
      data: null,
      errors: [{ path: ['addMemories'], extensions: { code: 'IDEMPOTENCY_KEY_REUSED' } }],
    });
    expect((await send('POST /v3/memories/add/', addBody('Rosa rides'), key)).status).toBe(422);
    expect(await count('memories')).toBe(1);
  });

  it('of the wrong form is named before anything is written', async () => {
    const message = '`idempotencyKey` must be 8 to 128 printable ASCII characters without blanks.';
    expect(await ask(add, { input: input('Rosa sings'), key: 'short' })).toMatchObject({
      data: null,
      errors: [{ message, extensions: { code: 'BAD_USER_INPUT', fields: { idempotencyKey: [message] } } }],
    });
    expect(await count('memories')).toBe(0);
  });

  it('is not used up by input that is refused', async () => {
    const key = freshKey();
    expect((await ask(add, { input: { ...input('Rosa draws'), userId: null }, key })).data?.addMemories).toMatchObject({
      __typename: 'ValidationError',
    });
    expect((await ask(add, { input: input('Rosa draws'), key })).data?.addMemories).toMatchObject({
      __typename: 'AddMemoriesPayload',
    });
  });

  it('serves one of two mutations in a document, not both', async () => {
    const key = freshKey();
    const query = `mutation ($key: String!, $one: AddMemoriesInput!, $two: AddMemoriesInput!) {
      one: addMemories(input: $one, idempotencyKey: $key) { __typename }
      same: addMemories(input: $one, idempotencyKey: $key) { __typename }
      two: addMemories(input: $two, idempotencyKey: $key) { __typename }
    }`;
    const both = { key, one: input('Rosa'), two: input('Ida') };
    expect(await ask(query, both)).toMatchObject({
      data: null,
      errors: [{ path: ['two'], extensions: { code: 'IDEMPOTENCY_KEY_REUSED' } }],
    });
    expect(await count('memories')).toBe(1);
  });
});
