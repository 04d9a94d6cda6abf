import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const send = async (body: object, headers: Record<string, string> = {}) => {
  const response = await test.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', 'x-api-key': test.admin.apiKey, ...headers },
    payload: JSON.stringify(body),
  });
  return { status: response.statusCode, body: JSON.parse(response.body) as Record<string, unknown> };
};

const absent = '0190c6c5-0000-7000-8000-000000000000';

describe('a missing object', () => {
  const lookups = [
    ['memory', `memory(id: "${absent}")`],
    ['project', 'project(id: "proj_none")'],
    ['organization', 'organization(id: "org_none")'],
    ['event', `event(id: "${absent}")`],
    ['deletion', `deletion(id: "del_${absent}")`],
    ['export', `export(id: "exp_${absent}")`],
    ['profileJob', `profileJob(id: "pjob_${absent}")`],
    ['webhook', 'webhook(id: "wh_none")'],
    ['webhookDelivery', `webhookDelivery(id: "${absent}")`],
    ['entity', 'entity(type: USER, name: "nobody")'],
    ['profile', 'profile(userId: "nobody")'],
  ] as const;

  it.each(lookups)('%s is null with NOT_FOUND at its path, and its siblings stay', async (_name, field) => {
    expect(await send({ query: `{ memories { nodes { id } totalCount } missing: ${field} { __typename } }` })).toEqual({
      status: 200,
      body: {
        data: { memories: { nodes: [], totalCount: 0 }, missing: null },
        errors: [expect.objectContaining({ path: ['missing'], extensions: { code: 'NOT_FOUND' } })],
      },
    });
  });
});

describe('a malformed id', () => {
  const lookups = [
    'memory',
    'project',
    'organization',
    'event',
    'deletion',
    'export',
    'profileJob',
    'webhook',
    'webhookDelivery',
    'logStream',
  ];
  const unknown: Record<string, string> = {
    project: 'proj_none',
    organization: 'org_none',
    webhook: 'wh_none',
    logStream: 'ls_none',
    deletion: `del_${absent}`,
    export: `exp_${absent}`,
    profileJob: `pjob_${absent}`,
  };

  it.each(lookups)('is answered by %s as an id that names nothing', async (field) => {
    const ask = (id: string) => send({ query: `{ missing: ${field}(id: "${id}") { __typename } }` });
    const answer = await ask(unknown[field] ?? absent);
    expect(answer.body).toMatchObject({ data: { missing: null }, errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    for (const id of ['', 'abc', 'del_x', '..', 'é'.repeat(300)]) expect(await ask(id)).toEqual(answer);
  });
});

describe('extensions.cost', () => {
  const query = '{ memories(first: 10) { nodes { id text } } }';

  it('is sent to clients that ask for it by header, first and later requests alike', async () => {
    for (const _attempt of [1, 2])
      expect((await send({ query }, { 'x-graphql-cost': '1' })).body['extensions']).toEqual({
        cost: { requested: expect.any(Number), maximum: 10_000 },
      });
    expect((await send({ query })).body['extensions']).toBeUndefined();
  });

  it('grows with the number of items', async () => {
    const costOf = async (first: number) => {
      const { body } = await send({ query: query.replace('10', String(first)) }, { 'x-graphql-cost': '1' });
      return (body as { extensions: { cost: { requested: number } } }).extensions.cost.requested;
    };
    expect(await costOf(100)).toBeGreaterThan(9 * (await costOf(10)));
  });
});
