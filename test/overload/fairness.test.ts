import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkKind } from '@memory-gateway/load';
import { loadConfig } from '../../src/config.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';

const sent = 300;

let app: RunningApp;
/** Keys of one project. */
let keys: string[];
/** Key of a project in another organization. */
let otherKey: string;

beforeAll(async () => {
  const environment = {
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    API_PORT: '0',
    DASHBOARD_PORT: '0',
    LOG_LEVEL: 'silent',
    EMBEDDER: 'none',
    MAX_CONCURRENT_READS: '2',
    MAX_CONCURRENT_SEARCHES: '2',
    MAX_QUEUE_WAIT_MS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
  };
  app = await startRunningApp(loadConfig(environment));
  keys = await Promise.all(Array.from({ length: 10 }, () => createKey(app.admin.projectId)));
  const { organization } = await mutate('createOrganization(input: { name: "Other" })', 'organization { id }');
  const input = `{ organizationId: "${organization.id}", name: "Other" }`;
  otherKey = await createKey((await mutate(`createProject(input: ${input})`, 'project { id }')).project.id);
});
afterAll(() => app.close());

const post = (key: string, path: string, body: object) =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `${path === '/mcp' ? 'Bearer' : 'Token'} ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  });

interface Created {
  readonly organization: { readonly id: string };
  readonly project: { readonly id: string };
  readonly secret: string;
}

async function mutate(field: string, selection: string): Promise<Created> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1, field.indexOf('('))}Payload`;
  const query = `mutation { created: ${field} { ... on ${type} { ${selection} } } }`;
  const response = await post(app.admin.apiKey, '/graphql', { query });
  const { data } = (await response.json()) as { data: { created: Created } };
  return data.created;
}

const createKey = async (projectId: string) =>
  (await mutate(`createApiKey(input: { label: "key", projectId: "${projectId}" })`, 'secret')).secret;

const filters = { user_id: 'ada' };
const list = (key: string) => post(key, '/v3/memories/', { filters });
const search = (key: string) => post(key, '/v3/memories/search/', { query: 'lamp', filters });
const statistics = (key: string) => post(key, '/graphql', { query: '{ projectStatistics { __typename } }' });
/** A page of 100 memories in a query that costs more than 1,000 points. */
const page = (key: string) => {
  const fields = 'id text hash userId agentId appId runId createdAt updatedAt categories isImmutable';
  return post(key, '/graphql', { query: `{ memories(first: 100) { nodes { ${fields} } } }` });
};
const message = (method: string) => (key: string) => post(key, '/mcp', { jsonrpc: '2.0', id: 1, method, params: {} });

/** Occupies all turns of a kind. @returns a function that ends it */
function occupy(kind: WorkKind): () => void {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const { admission } = app.app.services;
  const slots = app.app.services.config.load.concurrency[kind];
  for (let slot = 0; slot < slots; slot++) void admission.for(`slot ${slot}`).run(kind, () => ended);
  return end;
}

async function untilWaiting(kind: WorkKind, count: number): Promise<void> {
  while (app.app.services.admission.stats()[kind].waiting < count) await new Promise((go) => setTimeout(go, 5));
}

describe('a project whose requests wait by the hundreds, sent with many keys', () => {
  it.each([
    ['lists', 'read', list, list],
    ['searches', 'search', search, search],
    ['statistics', 'read', statistics, list],
    ['lists of MCP tools', 'read', message('tools/list'), list],
    ['large GraphQL queries', 'document', page, page],
  ] as const)('lets a request of another organization pass its %s', { timeout: 120_000 }, async (...row) => {
    const [, kind, flood, request] = row;
    const end = occupy(kind);
    let answered = 0;
    const requests = Array.from({ length: sent }, async (_unused, index) => {
      const { status } = await flood(keys[index % keys.length] ?? '');
      answered += 1;
      return status;
    });
    await untilWaiting(kind, sent);
    const other = request(otherKey).then(({ status }) => ({ status, isSoon: answered < sent / 4 }));
    await untilWaiting(kind, sent + 1);
    end();
    expect(await other).toEqual({ status: 200, isSoon: true });
    expect(await Promise.all(requests)).toEqual(requests.map(() => 200));
  });

  it('keeps no small query of another organization behind its large ones', async () => {
    const end = occupy('document');
    const large = page(keys[0] ?? '');
    await untilWaiting('document', 1);
    expect((await statistics(otherKey)).status).toBe(200);
    end();
    expect((await large).status).toBe(200);
  });
});
