import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
  admin = test.as(test.admin.apiKey);
  for (const content of ['I collect stamps', 'I keep bees', 'I row']) {
    await admin.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content }],
      user_id: 'rosa',
      infer: false,
    });
  }
  const days = ['2026-01-09T23:59:59.999Z', '2026-01-10T00:00:00.000Z', '2026-01-11T12:00:00.000Z'];
  const events = await test.app.services.database.query<{ id: string }>(
    'SELECT id FROM events ORDER BY created_at, id',
  );
  for (const [index, { id }] of events.entries())
    await test.app.services.database.query('UPDATE events SET created_at = $2 WHERE id = $1', [id, days[index]]);
});
afterAll(() => test.close());

const found = async (query: string): Promise<string[]> => {
  const { status, body } = await admin.rest<{ count: number; results: { created_at: string }[] }>(
    'GET',
    `/v1/events/?${query}`,
  );
  expect([status, body.count]).toEqual([200, body.results.length]);
  return body.results.map(({ created_at: at }) => at);
};

describe('the dates of a list of events', () => {
  it.each([
    ['start_date=2026-01-10', ['2026-01-11T12:00:00.000Z', '2026-01-10T00:00:00.000Z']],
    ['end_date=2026-01-09', ['2026-01-09T23:59:59.999Z']],
    ['start_date=2026-01-10&end_date=2026-01-10', ['2026-01-10T00:00:00.000Z']],
    ['start_date=2026-01-11T13:00:00%2B01:00', ['2026-01-11T12:00:00.000Z']],
    ['end_date=2026-01-10T00:00:00Z&event_type=ADD', ['2026-01-10T00:00:00.000Z', '2026-01-09T23:59:59.999Z']],
    ['start_date=2026-01-12', []],
    ['start_date=', ['2026-01-11T12:00:00.000Z', '2026-01-10T00:00:00.000Z', '2026-01-09T23:59:59.999Z']],
  ])('count whole days, both ends included: %s', async (query, times) => {
    expect(await found(query)).toEqual(times);
  });

  it.each(['start_date=soon', 'end_date=2026-02-30', 'start_date=12345678'])(
    'are 400 when they are none: %s',
    async (query) => {
      const name = query.split('=')[0];
      expect(await admin.rest('GET', `/v1/events/?${query}`)).toMatchObject({
        status: 400,
        body: { error: `${name} must be a date (YYYY-MM-DD) or an ISO date-time.` },
      });
    },
  );

  it('are since and until in GraphQL', async () => {
    const query =
      'query ($since: DateTime, $until: DateTime) { events(since: $since, until: $until) { totalCount edges { node { createdAt } } } }';
    const variables = { since: '2026-01-10T00:00:00.000Z', until: '2026-01-11T12:00:00.000Z' };
    const { body } = await admin.rest<{ data: unknown }>('POST', '/graphql', { query, variables });
    expect(body.data).toMatchObject({ events: { totalCount: 1, edges: [{ node: { createdAt: variables.since } }] } });
  });
});
