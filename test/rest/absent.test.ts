import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, prefixedId } from '../../src/ids.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { people, tenant } from '../helpers/context.js';

type Ids = Readonly<Record<'organization' | 'project' | 'memory' | 'event' | 'webhook' | 'export' | 'key', string>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document;

let app: TestApp;
let owner: string;
let outsider: string;
let theirs: Ids;
const nobodys: Ids = {
  organization: prefixedId('org'),
  project: prefixedId('proj'),
  memory: newId(),
  event: newId(),
  webhook: prefixedId('wh'),
  export: newId(),
  key: newId(),
};

beforeAll(async () => {
  app = await startTestApp();
  const { services } = app.app;
  const cast = await people(services);
  const { organizationId, projectId } = await tenant(services, [[cast.ada, 'OWNER']], [[cast.ada, 'OWNER']]);
  owner = await app.keyFor(cast.ada, { projectId });
  outsider = await app.keyFor(cast.eve);
  const make = async (path: string, body: unknown) =>
    (await app.as(owner).rest<Record<string, unknown>>('POST', path, body)).body;
  const added = (await make('/v3/memories/add/', {
    messages: [{ role: 'user', content: 'The lamp is lit.' }],
    user_id: 'u',
    infer: false,
  })) as { results: [{ id: string }] };
  const webhook = (await make(`/api/v1/webhooks/projects/${projectId}/`, {
    name: 'w',
    url: 'https://example.com/',
    event_types: ['memory_add'],
  })) as { webhook_id: string };
  const exported = (await make('/v1/exports/', {
    schema: { type: 'object', properties: { home: { type: 'string' } } },
    filters: { user_id: 'u' },
  })) as { id: string };
  const keys = (await app.as(owner).rest<{ id: string }[]>('GET', '/api-keys')).body;
  const events = (await app.as(owner).rest<{ results: [{ id: string }] }>('GET', '/v1/events/')).body;
  theirs = {
    organization: organizationId,
    project: projectId,
    memory: added.results[0].id,
    event: events.results[0].id,
    webhook: webhook.webhook_id,
    export: exported.id,
    key: keys[0]?.id ?? '',
  };
});
afterAll(() => app.close());

/** Returns the type of the object that a parameter names. Null: not an object id. */
function kindOf(method: string, path: string, name: string): keyof Ids | null {
  const kinds: Readonly<Record<string, keyof Ids>> = {
    org_id: 'organization',
    project_id: 'project',
    memory_id: 'memory',
    event_id: 'event',
    export_id: 'export',
  };
  if (name !== 'id') return kinds[name] ?? null;
  if (path === '/api-keys/{id}') return 'key';
  if (!path.startsWith('/api/v1/webhooks/')) return null;
  // The same path lists and creates webhooks of a project, and changes one of them.
  return path.startsWith('/api/v1/webhooks/projects/') || ['GET', 'POST'].includes(method) ? 'project' : 'webhook';
}

function filled(method: string, path: string, ids: Ids): string | null {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  if (names.length === 0 || names.some((name) => kindOf(method, path, name) === null)) return null;
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[kindOf(method, path, name) ?? 'memory']);
}

const operations = Object.entries(paths)
  .flatMap(([path, item]) => Object.keys(item).map((method) => [method.toUpperCase(), path] as const))
  .filter(([method, path]) => filled(method, path, nobodys) !== null);

/** A body that every operation accepts as well-formed. */
const body = {
  email: 'eve@example.com',
  role: 'READER',
  name: 'n',
  text: 't',
  url: 'https://example.com/',
  event_types: ['memory_add'],
  description: 'd',
};

async function answer(
  method: string,
  url: string,
  key: string,
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const query = method === 'DELETE' && url.includes('/members/') ? '?email=eve@example.com' : '';
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const given = await app.app.inject({
    method: method as 'GET',
    url: `${url}${query}`,
    headers,
    ...(['POST', 'PUT', 'PATCH'].includes(method) && { payload: JSON.stringify(body) }),
  });
  const { 'x-request-id': _id, date: _date, ...rest } = given.headers;
  return { status: given.statusCode, headers: rest, body: given.body };
}

describe('a foreign object', () => {
  it('is looked for on every path of the API that names one', () => {
    expect(operations.length).toBeGreaterThan(30);
    expect(Object.values(theirs).every((id) => id.length > 10)).toBe(true);
  });

  it.each(operations)(
    '%s %s is answered like one that does not exist: status, headers and every byte',
    async (method, path) => {
      const foreign = await answer(method, filled(method, path, theirs) ?? '', outsider);
      expect(foreign).toEqual(await answer(method, filled(method, path, nobodys) ?? '', outsider));
      // This API refuses the webhooks of a foreign project with 403, whether the project exists or not.
      expect(foreign.status).toBe(
        path.startsWith('/api/v1/webhooks/') && kindOf(method, path, 'id') === 'project' ? 403 : 404,
      );
    },
  );

  it('is still there afterwards, for its owner', async () => {
    for (const path of [
      '/v1/memories/{memory_id}/',
      '/v1/event/{event_id}/',
      '/api/v1/orgs/organizations/{org_id}/projects/{project_id}/',
      '/api/v1/webhooks/projects/{id}/',
    ]) {
      expect((await answer('GET', filled('GET', path, theirs) ?? '', owner)).status).toBe(200);
    }
  });
});
