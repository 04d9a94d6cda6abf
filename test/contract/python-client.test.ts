import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { person } from '../helpers/context.js';
import { acceptInvitations } from '../helpers/invitations.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// The requests of the mem0 Python client, as its published source (mem0/client/main.py and project.py) builds them: version 1 sends the
// organization and project with each request and uses the first paths, version 2 uses the third. httpx repeats a parameter for each value of a
// list, joins relative paths to the host, and sends JSON with DELETE.

let test: TestApp;
let host: string;
beforeAll(async () => {
  test = await startTestApp();
  host = (await test.app.listen()).apiUrl;
});
beforeEach(async () => {
  await idle(test.app.services);
  await test.reset();
});
afterAll(() => test.close());

interface Request {
  readonly json?: object;
  readonly params?: Readonly<Record<string, string | number | readonly string[]>>;
}

/** Sends a request as the client does. `raise_for_status` follows each of its requests, so that a failure fails the test. */
async function send<Body = Record<string, unknown>>(method: string, path: string, { json, params = {} }: Request = {}) {
  const url = new URL(path, `${host}/`);
  for (const [name, value] of Object.entries(params))
    for (const each of Array.isArray(value) ? (value as readonly string[]) : [String(value)])
      url.searchParams.append(name, each);
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Token ${test.admin.apiKey}`,
      'mem0-user-id': createHash('md5').update(test.admin.apiKey).digest('hex'),
      'user-agent': 'python-httpx/0.28.1',
      accept: '*/*',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const body = (await response.json()) as Body;
  expect([path, response.ok, response.ok ? null : body]).toEqual([path, true, null]);
  return body;
}

const messages = [{ role: 'user', content: 'I collect stamps from Peru' }];
const place = () => ({ org_id: test.admin.orgId, project_id: test.admin.projectId });

interface Item {
  readonly id: string;
  readonly memory: string;
}

describe('the requests of the mem0 Python client, version 1', () => {
  const add = async () => {
    const json = { messages, user_id: 'rosa', infer: false, async_mode: false, ...place() };
    const { results } = await send<{ results: [Item] }>('POST', '/v1/memories/', {
      json: { ...json, output_format: 'v1.1', version: 'v2' },
    });
    return results[0].id;
  };

  it('MemoryClient(): pings and learns its organization and project', async () => {
    expect(await send('GET', '/v1/ping/')).toMatchObject({ ...place(), user_email: test.admin.email });
  });

  it('add, get, get_all, search, update, history, delete', async () => {
    const id = await add();
    const params = place();
    expect(await send('GET', `/v1/memories/${id}/`, { params })).toMatchObject({ id, memory: messages[0]?.content });
    expect(await send('GET', '/v1/memories/', { params: { user_id: 'rosa', ...params } })).toMatchObject([{ id }]);
    const filters = { AND: [{ user_id: 'rosa' }] };
    expect(await send('POST', '/v2/memories/', { json: { filters, ...params } })).toMatchObject([{ id }]);
    const page = { params: { page: 1, page_size: 50 }, json: { filters, ...params } };
    expect(await send('POST', '/v2/memories/', page)).toMatchObject([{ id }]);
    const query = { query: 'stamps', user_id: 'rosa', ...params };
    expect(await send('POST', '/v1/memories/search/', { json: query })).toMatchObject([{ id }]);
    expect(await send('POST', '/v2/memories/search/', { json: { query: 'stamps', filters, ...params } })).toMatchObject(
      [{ id }],
    );
    const json = { text: 'I collect coins', metadata: { since: 2019 } };
    expect(await send('PUT', `/v1/memories/${id}/`, { json, params })).toMatchObject({ id, memory: json.text });
    const history = await send<{ event: string }[]>('GET', `/v1/memories/${id}/history/`, { params });
    expect(history.map(({ event }) => event)).toEqual(['ADD', 'UPDATE']);
    expect(await send('DELETE', `/v1/memories/${id}/`, { params })).toEqual({ message: expect.any(String) });
  });

  it('delete_all, users, delete_users', async () => {
    await add();
    const params = place();
    const { results } = await send<{ results: object[] }>('GET', '/v1/entities/', { params });
    expect(results).toMatchObject([{ type: 'user', name: 'rosa' }]);
    await send('DELETE', '/v2/entities/user/rosa/', { params });
    await add();
    await send('DELETE', '/v1/memories/', { params: { user_id: 'rosa', ...params } });
    await idle(test.app.services);
    expect(await send('GET', '/v1/memories/', { params: { user_id: 'rosa', ...params } })).toEqual([]);
  });

  it('get_project and update_project, client.project.get and update', async () => {
    const { orgId, projectId } = test.admin;
    const path = `/api/v1/orgs/organizations/${orgId}/projects/${projectId}/`;
    const json = { custom_instructions: 'Remember hobbies.', custom_categories: [{ hobbies: 'Pastimes' }], ...place() };
    await send('PATCH', path, { json });
    const params = { fields: ['custom_instructions', 'custom_categories'], ...place() };
    expect(await send('GET', path, { params })).toEqual({
      custom_instructions: 'Remember hobbies.',
      custom_categories: [{ hobbies: 'Pastimes' }],
    });
  });
});

describe('the requests of the mem0 Python client, version 2', () => {
  const add = async () => {
    const { results } = await send<{ results: [Item] }>('POST', '/v3/memories/add/', {
      json: { messages, user_id: 'rosa', infer: false },
    });
    return results[0].id;
  };

  it('add, get, get_all, search, update, history, delete', async () => {
    const id = await add();
    const filters = { user_id: 'rosa' };
    expect(await send('GET', `/v1/memories/${id}/`)).toMatchObject({ id, memory: messages[0]?.content });
    expect(await send('POST', '/v3/memories/', { json: { filters } })).toMatchObject({ count: 1, results: [{ id }] });
    const page = { params: { page: 1, page_size: 50 }, json: { filters } };
    expect(await send('POST', '/v3/memories/', page)).toMatchObject({ count: 1, next: null, previous: null });
    const json = { query: 'stamps', filters, top_k: 5, rerank: true };
    expect(await send('POST', '/v3/memories/search/', { json })).toMatchObject({ results: [{ id }] });
    const change = { text: 'I collect coins', timestamp: 1_772_352_000 };
    expect(await send('PUT', `/v1/memories/${id}/`, { json: change })).toMatchObject({ memory: change.text });
    expect(await send<object[]>('GET', `/v1/memories/${id}/history/`)).toHaveLength(2);
    await send('DELETE', `/v1/memories/${id}/`);
    expect(await send('POST', '/v3/memories/', { json: { filters } })).toMatchObject({ count: 0 });
  });

  it('batch_update, batch_delete, feedback', async () => {
    const id = await add();
    await send('PUT', '/v1/batch/', { json: { memories: [{ memory_id: id, text: 'I collect coins' }] } });
    expect(await send('GET', `/v1/memories/${id}/`)).toMatchObject({ memory: 'I collect coins' });
    const feedback = { memory_id: id, feedback: 'POSITIVE', feedback_reason: null };
    expect(await send('POST', '/v1/feedback/', { json: feedback })).toMatchObject({ feedback: 'POSITIVE' });
    await send('DELETE', '/v1/batch/', { json: { memories: [{ memory_id: id }] } });
    expect(await send('POST', '/v3/memories/', { json: { filters: { user_id: 'rosa' } } })).toMatchObject({ count: 0 });
  });

  it('create_memory_export, get_memory_export, get_summary', async () => {
    await add();
    const schema = JSON.stringify({ type: 'object', properties: { hobby: { type: 'string' } } });
    const { id } = await send<{ id: string }>('POST', '/v1/exports/', {
      json: { schema, filters: { user_id: 'rosa' } },
    });
    expect(id).toEqual(expect.any(String));
    await idle(test.app.services);
    expect(await send('POST', '/v1/exports/get/', { json: { memory_export_id: id } })).toEqual(expect.any(Object));
    expect(await send('POST', '/v1/summary/', { json: { filters: { user_id: 'rosa' } } })).toEqual(expect.any(Object));
  });

  it('get_webhooks, create_webhook, update_webhook, delete_webhook', async () => {
    const path = `api/v1/webhooks/projects/${test.admin.projectId}/`;
    const json = { url: 'https://hooks.example.com/x', name: 'Hook', event_types: ['memory_add'] };
    const { webhook_id: id } = await send<{ webhook_id: string }>('POST', path, { json });
    expect(await send('GET', path)).toMatchObject([{ webhook_id: id, name: 'Hook' }]);
    await send('PUT', `api/v1/webhooks/${id}/`, { json: { name: 'Other' } });
    expect(await send('GET', path)).toMatchObject([{ name: 'Other' }]);
    await send('DELETE', `api/v1/webhooks/${id}/`);
    expect(await send('GET', path)).toEqual([]);
  });
});

describe('the requests of client.project', () => {
  const projects = () => `/api/v1/orgs/organizations/${test.admin.orgId}/projects/`;

  /** Creates a project and returns its path. */
  const create = async (json: object) => {
    const created = await send<{ project_id: string }>('POST', projects(), { json });
    expect(created).toEqual({ message: expect.any(String), project_id: expect.stringMatching(/^proj_/) });
    return `${projects()}${created.project_id}/`;
  };

  it('create, update, get, delete', async () => {
    const path = await create({ name: 'Stamps' });
    expect(await send('GET', path)).toMatchObject({ name: 'Stamps', description: null, user_role: 'OWNER' });
    const described = await create({ name: 'Coins', description: 'Coins of Peru' });
    const ids = { org_id: test.admin.orgId, project_id: described.split('/').at(-2) ?? '' };
    const change = {
      custom_instructions: 'Remember coins.',
      retrieval_criteria: [{ name: 'age' }],
      enable_graph: true,
    };
    expect(await send('PATCH', described, { json: { ...change, ...ids } })).toEqual({ message: expect.any(String) });
    const fields = ['name', 'description', 'custom_instructions', 'enable_graph'];
    expect(await send('GET', described, { params: { fields, ...ids } })).toEqual({
      name: 'Coins',
      description: 'Coins of Peru',
      custom_instructions: 'Remember coins.',
      enable_graph: true,
    });
    expect(await send('DELETE', described)).toEqual({ message: expect.any(String) });
    const { status } = await test.as(test.admin.apiKey).rest('GET', described);
    expect([status, (await send('GET', path))['name']]).toEqual([404, 'Stamps']);
  });

  it('add_member, get_members, update_member, remove_member', async () => {
    const members = `${await create({ name: 'Stamps' })}members/`;
    const bob = await person(test.app.services, 'bob');
    const { email } = bob;
    const admin = { username: 'Admin', role: 'OWNER', email: test.admin.email };
    const invited = await send('POST', members, { json: { email, role: 'READER' } });
    expect(invited).toEqual({ message: expect.any(String) });
    await acceptInvitations(test.as(await test.keyFor(bob)));
    expect(await send('GET', members)).toEqual({ members: [admin, { username: 'bob', role: 'READER', email }] });
    expect(await send('PUT', members, { json: { email, role: 'OWNER' } })).toEqual({ message: expect.any(String) });
    expect(await send('GET', members)).toEqual({ members: [admin, { username: 'bob', role: 'OWNER', email }] });
    expect(await send('DELETE', members, { params: { email } })).toEqual({ message: expect.any(String) });
    expect(await send('GET', members)).toEqual({ members: [admin] });
  });
});
