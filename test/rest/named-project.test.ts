import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';

let test: TestApp;
/** A project of the admin that is not the default one, its memory and the event of the memory. */
let other: string;
let memory: string;
let event: string;

beforeAll(async () => {
  test = await startTestApp();
  const admin = test.as(test.admin.apiKey);
  const projects = `/api/v1/orgs/organizations/${test.admin.orgId}/projects/`;
  const made = await admin.rest<{ project_id: string }>('POST', projects, { name: 'Other' });
  other = made.body.project_id;
  const added = await admin.rest<{ event_id: string; results: [{ id: string }] }>('POST', '/v3/memories/add/', {
    project_id: other,
    user_id: 'ada',
    infer: false,
    messages: [{ role: 'user', content: 'Ada sails.' }],
  });
  [memory, event] = [added.body.results[0].id, added.body.event_id];
});
afterAll(() => test.close());

interface OpenApi {
  readonly paths: Record<string, Record<string, { parameters?: unknown; requestBody?: unknown }>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

const filters = { user_id: 'ada' };
type Call = readonly ['GET' | 'PUT' | 'POST' | 'DELETE', path: (project: string) => string, body?: object];
/** Reads and changes of the memory, the deletion last. Paths name the project in the query. */
const calls: readonly Call[] = [
  ['GET', (project) => `/v1/memories/${memory}/?project_id=${project}`],
  ['GET', (project) => `/v1/memories/${memory}/history/?project_id=${project}`],
  ['GET', (project) => `/v1/event/${event}/?project_id=${project}`],
  ['GET', (project) => `/v1/events/${event}/?project_id=${project}`],
  ['GET', (project) => `/v1/memories/user/ada/?project_id=${project}`],
  ['GET', (project) => `/v1/memories/?user_id=ada&project_id=${project}`],
  ['POST', (project) => `/v2/memories/?project_id=${project}`, { filters }],
  ['POST', (project) => `/v3/memories/?project_id=${project}`, { filters }],
  ['POST', (project) => `/v3/memories/search/?project_id=${project}`, { filters, query: 'sails' }],
  ['PUT', (project) => `/v1/memories/${memory}/?project_id=${project}`, { metadata: { a: 1 } }],
  ['DELETE', (project) => `/v1/memories/${memory}/?project_id=${project}`],
];

describe('a project that a request names', () => {
  it('is refused to a key that cannot use it, on every route of a memory', async () => {
    const ada = await person(test.app.services, 'ada');
    const { projectId } = await tenant(test.app.services, [[ada, 'OWNER']]);
    const bound = test.as(await test.keyFor(ada, { projectId }));
    for (const [method, path, body] of calls)
      expect([method, path(other), (await bound.rest(method, path(other), body)).status]).toEqual([
        method,
        path(other),
        403,
      ]);
    const update = await bound.rest('PUT', `/v1/memories/${memory}/`, { metadata: { a: 1 }, project_id: other });
    expect(update.status).toBe(403);
  });

  it('is the one that the request reads and changes', async () => {
    const admin = test.as(test.admin.apiKey);
    const update = await admin.rest('PUT', `/v1/memories/${memory}/`, { text: 'Ada sails boats.', project_id: other });
    expect(update).toMatchObject({ status: 200, body: { memory: 'Ada sails boats.' } });
    for (const [method, path, body] of calls) {
      const found = await admin.rest(method, path(other), body);
      expect([method, path(other), found.status]).toEqual([method, path(other), 200]);
      if (method !== 'DELETE') expect(JSON.stringify(found.body)).toContain('Ada sails');
    }
  });

  it('is a documented parameter or field of every operation in a project', () => {
    const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApi;
    const namesOf = (text: string): string =>
      text.replaceAll(/"#\/components\/schemas\/(\w+)"/g, (_, name: string) =>
        namesOf(JSON.stringify(components.schemas[name])),
      );
    // The log has conditions of its own; the ping describes the key.
    const without = new Set(['/v1/audit-logs/', '/v1/audit-logs/export/', '/v1/ping/']);
    const inProject = Object.entries(paths).filter(([path]) => /^\/v\d\//.test(path) && !without.has(path));
    expect(inProject.length).toBeGreaterThan(30);
    const silent = inProject.flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { parameters, requestBody = {} }]) => {
          const input = JSON.stringify(parameters ?? []) + namesOf(JSON.stringify(requestBody));
          return !/parameters\/ProjectId"|"project_id"/.test(input);
        })
        .map(([method]) => `${method} ${path}`),
    );
    expect(silent).toEqual([]);
  });
});
