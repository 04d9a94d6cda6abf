import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  const { http } = loadConfig({ API_PORT: '0', DASHBOARD_PORT: '0' });
  test = await startTestApp({ http: { ...http, metricsToken: 'a-token-of-the-test' } });
});
afterAll(() => test.close());

const scrape = (headers: Record<string, string> = { authorization: 'Bearer a-token-of-the-test' }) =>
  test.app.inject({ url: '/metrics', headers });

/** Returns the lines of a metric as `{labels} value`. */
async function read(metric: string): Promise<string[]> {
  const { body } = await scrape();
  const prefix = `memory_gateway_${metric}`;
  return body
    .split('\n')
    .filter((line) => line.startsWith(`${prefix}{`) || line.startsWith(`${prefix} `))
    .map((line) => line.slice(prefix.length))
    .sort();
}

const ask = (query: string) => test.as(test.admin.apiKey).rest('POST', '/graphql', { query });

describe('/metrics', () => {
  it.each([
    ['nothing', {}],
    ['another token', { authorization: 'Bearer another' }],
    ['the token in another scheme', { authorization: 'Basic a-token-of-the-test' }],
    ['an API key', { 'x-api-key': 'a-token-of-the-test' }],
  ])('with METRICS_TOKEN is refused to a request with %s', async (_what, headers) => {
    const { statusCode, headers: sent, body } = await scrape(headers);
    expect([statusCode, sent['www-authenticate']]).toEqual([401, 'Bearer realm="memory-gateway"']);
    expect(body).not.toContain('memory_gateway_');
  });

  it('counts GraphQL operations by root field and outcome, whatever clients call them', async () => {
    await ask('query Chosen { viewer { authMode } }');
    await ask('query Other { viewer { authMode } }');
    await ask('{ missing: memory(id: "0190c6c5-0000-7000-8000-000000000000") { id } }');
    await ask('{ inventedByAClient }');
    expect(await read('graphql_operations_total')).toEqual([
      '{field="memory",outcome="refused"} 1',
      '{field="other",outcome="refused"} 1',
      '{field="viewer",outcome="ok"} 2',
    ]);
    expect(await read('graphql_operation_duration_seconds_count')).toContain('{field="viewer"} 2');
  });

  it('counts searches, jobs and deliveries, and shows the backlog', async () => {
    const admin = test.as(test.admin.apiKey);
    await admin.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'I like tea.' }],
      user_id: 'ada',
    });
    await admin.rest('POST', '/v3/memories/search/', { query: 'tea', filters: { user_id: 'ada' } });
    await expect
      .poll(() => read('jobs_total'), { timeout: 30_000 })
      .toContain('{job="extractMemories",outcome="ok"} 1');
    expect(await read('searches_total')).toEqual([expect.stringMatching(/^\{mode="\w+",outcome="ok"\} 1$/)]);
    expect(await read('webhook_deliveries_pending')).toEqual([' 0']);
    await expect.poll(() => read('jobs'), { timeout: 30_000 }).toEqual([]);
  });

  it('shows a job that waits', async () => {
    const { database, jobs } = test.app.services;
    await database.transaction((tx) =>
      jobs.enqueue(tx, 'deleteProject', { projectId: 'proj_none' }, { afterMs: 3_600_000 }),
    );
    expect(await read('jobs')).toEqual(['{job="deleteProject",state="waiting"} 1']);
  });
});
