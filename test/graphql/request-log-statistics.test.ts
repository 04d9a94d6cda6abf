import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  const add = `
    INSERT INTO request_logs (method, path, status_code, outcome, latency_ms, auth_type, project_id, request_id, created_at)
    SELECT 'GET', '/v1/ping/', CASE WHEN n > 3 THEN 503 ELSE 200 END, CASE WHEN n > 3 THEN 'FAILED' ELSE 'OK' END, n,
      'api_key', $1, 'r' || n, '2026-03-02T12:00:00Z'::timestamptz + n * interval '10 minutes'
    FROM generate_series(1, 5) AS n`;
  await test.app.services.database.query(add, [test.admin.projectId]);
});
afterAll(() => test.close());

const parts = {
  overall: 'overall { requestCount successRate p50Ms }',
  requestsPerMinute: 'requestsPerMinute',
  byPath: 'byPath { method path requestCount }',
  byStatus: 'byStatus { statusCode requestCount }',
  byOutcome: 'byOutcome { outcome requestCount }',
  byAuthMode: 'byAuthMode { authMode requestCount }',
  slices: 'slices { start requestCount byOutcome { outcome requestCount } }',
};
const filter = '{ since: "2026-03-02T12:00:00Z", until: "2026-03-02T13:00:00Z" }';

async function read(selection: string, fragment = ''): Promise<Record<string, unknown>> {
  const query = `{ requestLogStatistics(filter: ${filter}) { ${selection} } } ${fragment}`;
  const { body } = await test
    .as(test.admin.apiKey)
    .rest<{ data: { requestLogStatistics: Record<string, unknown> } }>('POST', '/graphql', { query });
  return body.data.requestLogStatistics;
}

it('counts the outcomes of each slice, which add up to those of the time range', async () => {
  await test.app.services.database.query(
    `INSERT INTO request_logs (method, path, status_code, outcome, latency_ms, auth_type, project_id, request_id, created_at)
     SELECT 'GET', '/v1/ping/', 200, outcome, 1, 'api_key', $1, 'o' || outcome, '2026-04-02T12:00:00Z'
     FROM unnest('{OK,OK,PARTIAL,REFUSED,FAILED,FAILED,FAILED}'::text[]) AS outcome`,
    [test.admin.projectId],
  );
  const selection = 'byOutcome { outcome requestCount } slices { byOutcome { outcome requestCount } }';
  const query = `{ requestLogStatistics(filter: { since: "2026-04-02T12:00:00Z", until: "2026-04-02T13:00:00Z" }) { ${selection} } }`;
  interface Counts {
    readonly byOutcome: readonly { readonly outcome: string; readonly requestCount: number }[];
  }
  const { body } = await test
    .as(test.admin.apiKey)
    .rest<{ data: { requestLogStatistics: Counts & { slices: Counts[] } } }>('POST', '/graphql', { query });
  const { byOutcome, slices } = body.data.requestLogStatistics;
  const counted = { OK: 2, PARTIAL: 1, REFUSED: 1, FAILED: 3 };
  const rows = Object.entries(counted).map(([outcome, requestCount]) => ({ outcome, requestCount }));
  expect(slices).toEqual([{ byOutcome: rows }]);
  expect(Object.fromEntries(byOutcome.map((one) => [one.outcome, one.requestCount]))).toEqual(counted);
});

it('returns the same for a part that is selected alone, in a fragment or under another name', async () => {
  const all = await read(Object.values(parts).join(' '));
  expect(all).toMatchObject({
    overall: { requestCount: 5, successRate: 0.6, p50Ms: 3 },
    byPath: [{ method: 'GET', path: '/v1/ping/', requestCount: 5 }],
    byAuthMode: [{ authMode: 'API_KEY', requestCount: 5 }],
  });
  expect(all['byStatus']).toHaveLength(2);
  expect(all['byOutcome']).toHaveLength(2);
  expect(all['slices']).toHaveLength(5);
  for (const [name, selection] of Object.entries(parts)) {
    expect(await read(selection)).toEqual({ [name]: all[name] });
    expect(await read('...Part', `fragment Part on RequestLogStatistics { ${selection} }`)).toEqual({
      [name]: all[name],
    });
    expect(await read(`renamed: ${selection}`)).toEqual({ renamed: all[name] });
  }
});
