import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeResponses, restOperations } from '../../rest-compat/openapi/index.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';
import { acceptInvitations } from '../helpers/invitations.js';

const operations = (await restOperations())
  .filter(({ isSelfHosted }) => !isSelfHosted)
  .map((operation) => ({ ...operation, name: `${operation.method.toUpperCase()} ${operation.path}` }));

let test: TestApp;
let keys: Readonly<Record<'admin' | 'reader' | 'readOnly' | 'homeless' | 'nobody', string>>;
let memoryId: string;
beforeAll(async () => {
  test = await startTestApp();
  const { services } = test.app;
  const [reader, homeless] = [await person(services, 'reader'), await person(services, 'homeless')];
  const own = await tenant(services, [], [[reader, 'READER']]);
  const { orgId, projectId } = test.admin;
  expect(own.organizationId).not.toBe(orgId);
  await test.as(test.admin.apiKey).rest('POST', `/api/v1/orgs/organizations/${orgId}/projects/${projectId}/members/`, {
    email: reader.email,
    role: 'READER',
  });
  await acceptInvitations(test.as(await test.keyFor(reader)));
  const { body } = await test.as(test.admin.apiKey).rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', {
    messages: [{ role: 'user', content: 'I collect stamps' }],
    user_id: 'rosa',
    infer: false,
  });
  memoryId = body.results[0].id;
  keys = {
    admin: test.admin.apiKey,
    reader: await test.keyFor(reader, { projectId }),
    readOnly: await test.keyFor(reader, { projectId, readOnly: true }),
    homeless: await test.keyFor(homeless),
    nobody: 'm0sk_wrong',
  };
});
afterAll(() => test.close());

/** Ids for a path: of existing objects, of missing objects, and invalid ones. */
const fillings = (): readonly ((name: string) => string)[] => [
  (name) =>
    ({
      org_id: test.admin.orgId,
      project_id: test.admin.projectId,
      id: test.admin.projectId,
      memory_id: memoryId,
      entity_type: 'user',
      entity_id: 'rosa',
    })[name] ?? '018f0000-0000-7000-8000-000000000000',
  () => '018f0000-0000-7000-8000-000000000000',
  () => 'a%2Fb',
];
const queries = [
  '',
  '?page=9&page_size=7&user_id=rosa',
  '?page=x&limit=x&page_size=-1',
  '?project_id=proj_none',
  '?org_id=org_none',
];
const bodies = [
  undefined,
  {},
  {
    filters: { user_id: 'rosa' },
    query: 'stamps',
    memory_id: 'x',
    schema: { type: 'object', properties: { a: { type: 'string' } } },
  },
  {
    messages: 7,
    filters: 7,
    query: 7,
    memories: 7,
    email: 7,
    name: 7,
    url: 7,
    user_id: 7,
    operation: 7,
    enabled: 7,
    feedback: 7,
    custom_categories: 7,
    text: 7,
  },
  {
    text: 'x',
    email: 'nobody@example.com',
    role: 'READER',
    memories: [{ memory_id: '018f0000-0000-7000-8000-000000000000', text: 'x' }],
    project_id: 'proj_none',
  },
];

describe('every answer of a hosted path', () => {
  it.each(operations)(
    'is JSON in a form that $name declares for its status',
    { timeout: 120_000 },
    async (operation) => {
      const faults = new Set<string>();
      const declared = routeResponses(operation);
      const check = async (url: string, key: string, payload: string | undefined): Promise<void> => {
        // Existing objects are kept for the others: deletions get unused ids.
        if (operation.method === 'delete' && url.includes(test.admin.orgId) && !url.includes('/members/')) return;
        const answer = await test.app.inject({
          method: operation.method.toUpperCase() as 'GET',
          url,
          headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
          payload,
        });
        const problem = ((): string | null => {
          const schema = declared.get(answer.statusCode);
          if (!schema) return 'is not declared';
          // A file as a whole is not JSON.
          if (answer.statusCode === 200 && operation.path === '/v1/audit-logs/export/') return null;
          if (!String(answer.headers['content-type']).startsWith('application/json')) return 'is no JSON';
          return schema.safeParse(JSON.parse(answer.body)).error?.issues[0]?.message ?? null;
        })();
        if (answer.statusCode >= 500 || problem)
          faults.add(
            `${url} ${payload?.slice(0, 60) ?? ''}: ${answer.statusCode} ${problem ?? ''} ${answer.body.slice(0, 80)}`,
          );
      };
      for (const fill of fillings()) {
        const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => fill(name));
        for (const query of queries) await check(`${path}${query}`, keys.admin, operation.body ? '{}' : undefined);
        if (operation.body) for (const body of bodies) await check(path, keys.admin, body && JSON.stringify(body));
        for (const key of [keys.reader, keys.readOnly, keys.homeless, keys.nobody])
          await check(path, key, operation.body ? JSON.stringify(bodies[4]) : undefined);
      }
      if (operation.body)
        for (const payload of ['{"broken', '7', '[]', `"${'x'.repeat(2_200_000)}"`])
          await check(operation.path.replace(/\{\w+\}/g, 'x'), keys.admin, payload);
      await idle(test.app.services);
      expect([...faults]).toEqual([]);
    },
  );
});
