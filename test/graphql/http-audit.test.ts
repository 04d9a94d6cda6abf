import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';

const { graphql } = loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c' });
const modern = 'application/graphql-response+json';
const missing = '{ viewer { isAdmin } memory(id: "0190c6c5-0000-7000-8000-000000000000") { id } }';

describe.each([
  ['', false],
  [', with the status codes of the draft', true],
])('GraphQL over HTTP%s', (_title, draftStatus) => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startRunningApp({ graphql: { ...graphql, draftStatus } });
  });
  afterAll(() => app.close());

  it.each(serverAudits({ url: () => `${app.url}/graphql` }).map((audit) => [audit.name, audit] as const))(
    '%s',
    async (_name, audit) => {
      const result = await audit.fn();
      // Includes the reason, so that a failure shows the response.
      expect({ status: result.status, reason: 'reason' in result ? result.reason : null }).toEqual({
        status: 'ok',
        reason: null,
      });
    },
  );

  it.each([
    [modern, '{ viewer { isAdmin } }', [200, 'data']],
    [modern, missing, [draftStatus ? 294 : 200, 'data,errors']],
    [modern, '{ memory(id: "0190c6c5-0000-7000-8000-000000000000") { id } }', [draftStatus ? 294 : 200, 'data,errors']],
    [modern, '{ nothing }', [400, 'errors']],
    [modern, '{', [400, 'errors']],
    [modern, 'query ($id: ID!) { memory(id: $id) { id } }', [400, 'errors']],
    ['application/json', missing, [200, 'data,errors']],
    ['application/json', '{ nothing }', [200, 'errors']],
  ])('answers as %s the operation %s', async (accept, query, expected) => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { accept, 'content-type': 'application/json', 'x-api-key': app.admin.apiKey },
      body: JSON.stringify({ query }),
    });
    const body = (await response.json()) as object;
    expect([response.status, Object.keys(body).sort().join()]).toEqual(expected);
    expect(response.headers.get('content-type')).toContain(accept);
  });
});
