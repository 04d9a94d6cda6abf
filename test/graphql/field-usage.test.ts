import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFieldUsageRecorder } from '../../src/events/field-usage-recorder.js';
import { clean } from '../../src/jobs/housekeeping.js';
import { createLogger } from '../../src/app/open-services.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person } from '../helpers/context.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(() => test.reset());
afterAll(() => test.close());

interface Usage {
  readonly field: string;
  readonly operationCount: number;
  readonly deprecationReason: string | null;
  readonly clients: readonly { client: string; operationCount: number; lastDay: string }[];
  readonly days: readonly { day: string; operationCount: number }[];
}

async function send(query: string, headers: Record<string, string> = {}, variables = {}) {
  const { body } = await test.app.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'x-api-key': test.admin.apiKey, 'content-type': 'application/json', ...headers },
    payload: { query, variables },
  });
  return JSON.parse(body) as { data: Record<string, unknown> | null; errors?: { extensions: { code: string } }[] };
}

const question = `query Usage($field: String, $days: Int! = 30, $deprecatedOnly: Boolean! = false) {
  fieldUsage(field: $field, days: $days, deprecatedOnly: $deprecatedOnly) {
    field operationCount deprecationReason clients { client operationCount lastDay } days { day operationCount }
  }
}`;

async function usage(variables: { field?: string; days?: number; deprecatedOnly?: boolean }): Promise<Usage[]> {
  const { data, errors } = await send(question, { 'graphql-client-name': 'the test' }, variables);
  expect(errors).toBeUndefined();
  return data?.['fieldUsage'] as Usage[];
}

const today = () => new Date().toISOString().slice(0, 10);

describe('fieldUsage', () => {
  it('counts each executed operation once for each field that it selects, by client and day', async () => {
    const page =
      'query Page { memories(first: 1) { nodes { id again: id ...Text } } } fragment Text on Memory { text }';
    await send(page, { 'graphql-client-name': 'web' });
    await send(page, { 'apollographql-client-name': 'ios' });
    await send(page, { 'x-graphql-client-name': 'web' });
    await send('{ memories { nodes { id } } }', { 'user-agent': 'python-requests/2.31.0' });

    expect(await usage({ field: 'Memory' })).toEqual([
      {
        field: 'Memory.id',
        operationCount: 4,
        deprecationReason: null,
        clients: [
          { client: 'web', operationCount: 2, lastDay: today() },
          { client: 'ios', operationCount: 1, lastDay: today() },
          { client: 'python-requests', operationCount: 1, lastDay: today() },
        ],
        days: [{ day: today(), operationCount: 4 }],
      },
      {
        field: 'Memory.text',
        operationCount: 3,
        deprecationReason: null,
        clients: [
          { client: 'web', operationCount: 2, lastDay: today() },
          { client: 'ios', operationCount: 1, lastDay: today() },
        ],
        days: [{ day: today(), operationCount: 3 }],
      },
    ]);
    expect((await usage({ field: 'Memory.text' })).map(({ field }) => field)).toEqual(['Memory.text']);
    expect(await usage({ field: 'Memory.tex' })).toEqual([]);
  });

  it('counts neither refused operations nor introspection', async () => {
    await send('{ memories { nodes { text nothing } } }');
    await send('{ __schema { types { name } } __typename }');
    expect(await usage({ field: 'Memory' })).toEqual([]);
    expect((await usage({})).filter(({ field }) => field.includes('__'))).toEqual([]);
  });

  it('lists deprecated fields without use', async () => {
    const deprecated = await usage({ deprecatedOnly: true });
    const { data } = await send(
      '{ __schema { types { name fields(includeDeprecated: true) { name isDeprecated } } } }',
    );
    const { types } = data!['__schema'] as {
      types: { name: string; fields: { name: string; isDeprecated: boolean }[] | null }[];
    };
    const marked = types.flatMap(({ name, fields }) =>
      (fields ?? []).filter(({ isDeprecated }) => isDeprecated).map((field) => `${name}.${field.name}`),
    );
    expect(deprecated.map(({ field }) => field).sort()).toEqual(marked.sort());
  });

  it('is for admins alone, and refuses a wrong number of days by name', async () => {
    const bob = await test.keyFor(await person(test.app.services, 'bob'));
    const { errors } = await send(question, { 'x-api-key': bob });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    const wrong = (await send(question, {}, { days: 0 })) as unknown as { errors: { message: string }[] };
    expect(wrong.errors.map(({ message }) => message)).toEqual(['`days` must be a whole number from 1 to 366.']);
  });

  it('keeps 366 days', async () => {
    const { stores, now } = test.app.services;
    const day = (ago: number) => new Date(now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const counted = { field: 'Memory.text', client: 'web', operations: 1 };
    await stores.fieldUsage.add([
      { ...counted, day: day(366) },
      { ...counted, day: day(367) },
    ]);
    await clean(test.app.services);
    expect(await stores.fieldUsage.list('2000-01-01', { prefix: '', most: 10 })).toMatchObject([
      { field: 'Memory.text', days: [{ day: day(366), operations: 1 }] },
    ]);
  });
});

describe('names of clients', () => {
  it('lose the signs that the database refuses, so that the counts of other clients stay', async () => {
    const { services } = test.app;
    const recorder = createFieldUsageRecorder({
      write: (counts) => services.stores.fieldUsage.add(counts),
      log: createLogger(services.config),
    });
    const at = new Date();
    for (const client of ['a\u0000b', 'half \ud83d', 'half \ude00', 'web'])
      recorder.record(['Memory.id'], { client, at });
    await recorder.flush();
    const [own] = await usage({ field: 'Memory' });
    expect(own?.clients.map(({ client, operationCount }) => [client, operationCount]).sort()).toEqual([
      ['ab', 1],
      ['half', 2],
      ['web', 1],
    ]);
  });

  it('are counted on their own up to 100, and together from then on', async () => {
    const written: { client: string; operations: number }[] = [];
    const recorder = createFieldUsageRecorder({
      write: (counts) => Promise.resolve(written.push(...counts)),
      log: createLogger(test.app.services.config),
    });
    const at = new Date('2026-11-25T00:00:00Z');
    for (let number = 0; number < 150; number += 1) recorder.record(['Memory.id'], { client: `client ${number}`, at });
    recorder.record(['Memory.id'], { client: 'client 7', at });
    recorder.record(['Memory.id'], { client: null, at });
    await recorder.flush();
    expect(written).toHaveLength(101);
    expect(written.find(({ client }) => client === 'client 7')?.operations).toBe(2);
    expect(written.find(({ client }) => client === '(other)')?.operations).toBe(51);
  });
});
