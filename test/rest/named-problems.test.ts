import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(() => test.reset());
afterAll(() => test.close());

const root = '/api/v1/orgs/organizations';
const request = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  test.as(test.admin.apiKey).rest(method, path, body);

describe('a scope', () => {
  it('names the organization if that is hidden, and the project if only that is wrong', async () => {
    const { services } = test.app;
    const olga = await person(services, 'olga');
    const own = await tenant(services, [], [[olga, 'OWNER']]);
    const second = await tenant(services, [], [[olga, 'OWNER']]);
    const { rest } = test.as(await test.keyFor(olga));
    const { orgId, projectId } = test.admin;
    const read = async (path: string) => {
      const { status, body } = await rest('GET', path);
      return [status, body.message ?? body.error];
    };
    const noOrganization = [404, 'Organization not found.'];
    const noProject = [404, 'Project not found.'];
    for (const suffix of ['', 'members/']) {
      expect(await read(`${root}/${orgId}/projects/${own.projectId}/${suffix}`)).toEqual(noOrganization);
      expect(await read(`${root}/org_none/projects/${own.projectId}/${suffix}`)).toEqual(noOrganization);
      expect(await read(`${root}/${own.organizationId}/projects/${projectId}/${suffix}`)).toEqual(noProject);
      expect(await read(`${root}/${second.organizationId}/projects/${own.projectId}/${suffix}`)).toEqual(noProject);
    }
    const logs = (organization: string) => read(`/v1/audit-logs/?org_id=${organization}&project_id=${own.projectId}`);
    expect(await logs(orgId)).toEqual(noOrganization);
    expect(await logs('org_none')).toEqual(noOrganization);
    expect(await logs(second.organizationId)).toEqual(noProject);
    expect((await rest('GET', `/v1/audit-logs/?org_id=${own.organizationId}&project_id=${own.projectId}`)).status).toBe(
      200,
    );
  });
});

describe('a time in a query', () => {
  it('may be Unix seconds, a day or an ISO date-time, and a blank one counts as missing', async () => {
    const memory = { user_id: 'rosa', infer: false, messages: [{ role: 'user', content: 'I collect stamps.' }] };
    const { body } = await request('POST', '/v3/memories/add/', memory);
    const [{ id }] = body['results'] as [{ id: string }];
    const count = async (query: string) => (await request('GET', `/v1/audit-logs/?${query}`)).body['count'];
    const status = async (at: string) => (await request('GET', `/v1/memories/${id}/?as_of=${at}`)).status;
    const all = await count('');
    for (const at of ['946684800', '2000-01-01', '2000-01-01T00:00:00Z']) {
      expect([await count(`since=${at}`), await count(`until=${at}`)]).toEqual([all, 0]);
      expect([at, await status(at)]).toEqual([at, 404]);
    }
    expect([await count('since=&until='), await status(''), await status('4102444800')]).toEqual([all, 200, 200]);
  });
});

describe('a wrong parameter', () => {
  const export_id = 'export_id must be a UUID.';
  const unknown = 'is not a parameter of a deletion, and is refused';
  it.each([
    ['GET', '/v1/audit-logs/?page_size=0', 'page_size must be a whole number from 1 to 100.'],
    ['GET', '/v1/events/?page=1000000001', 'page must be a whole number from 1 to 1000000000.'],
    ['GET', '/v1/exports/exp_none/', export_id],
    ['GET', '/v1/exports/none/download/', export_id],
    ['DELETE', '/v1/exports/none/', export_id],
    ['DELETE', '/v1/memories/?user_id=rosa&projectId=proj_none', `"projectId" ${unknown}`],
    [
      'DELETE',
      '/v1/memories/00000000-0000-4000-8000-000000000000/?delete_linked=maybe',
      'delete_linked must be true or false.',
    ],
  ] as const)('of %s %s is named as the caller writes it', async (method, path, text) => {
    const { status, body } = await request(method, path);
    expect([status, String(body.error).slice(0, text.length)]).toEqual([400, text]);
  });
});

describe('a wrong value', () => {
  it.each([
    [['PATCH', 'usecase'], { usecase: '\u0000' }, 'usecase contains characters that cannot be stored.'],
    [
      ['PATCH', 'custom_categories'],
      { custom_categories: [1] },
      'custom_categories must contain {name: description} objects of texts, or names. Names may not be blank.',
    ],
    [['POST', 'run_id'], { run_id: '*', name: 'a' }, 'run_id may not be "*", which matches any ID in filters.'],
    [['GET', 'event_type'], undefined, 'event_type is no type of event.'],
  ] as const)('of %j is named as the caller writes it', async ([method, name], sent, text) => {
    const project = `${root}/${test.admin.orgId}/projects/${test.admin.projectId}/`;
    const path = { PATCH: project, POST: '/v1/runs/', GET: `/v1/events/?${name}=%00` }[method];
    const { status, body } = await request(method, path, sent);
    expect([status, body.detail]).toEqual([400, text]);
  });
});

describe('the parameter fields', () => {
  const filters = { user_id: 'rosa' };

  it.each([
    ['POST', '/v3/memories/', { filters, fields: ['memory', 'nope'] }],
    ['POST', '/v2/memories/', { filters, fields: ['memory', 'nope'] }],
    ['GET', '/v1/memories/?user_id=rosa&fields=memory,nope', undefined],
    ['POST', '/v3/memories/search/', { query: 'x', filters, fields: ['nope'] }],
    ['POST', '/v2/memories/search/', { query: 'x', filters, fields: ['nope'] }],
    ['POST', '/v1/memories/search/', { query: 'x', user_id: 'rosa', fields: ['nope'] }],
  ] as const)('of %s %s refuses an unknown name and lists the known ones', async (method, path, body) => {
    const answer = await request(method, path, body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringMatching(/fields(\.\d)? must contain only id, memory, user_id, .*score; unknown: nope\./),
    ]);
  });

  it('of a project refuses names of which none is known', async () => {
    const path = `${root}/${test.admin.orgId}/projects/${test.admin.projectId}/`;
    const { status, body } = await request('GET', `${path}?fields=nope`);
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^fields must contain some of project_id, name,/),
    ]);
    // As in the hosted API.
    expect((await request('GET', `${path}?fields=nope,decay`)).body).toEqual({ decay: expect.any(Boolean) });
  });
});

describe('creating a webhook', () => {
  const path = () => `/api/v1/webhooks/projects/${test.admin.projectId}/`;

  it.each([
    { url: 'http://169.254.169.254/', name: '', event_types: ['x'] },
    { url: 'http://169.254.169.254/', name: 7, event_types: ['x'] },
    { url: 'http://169.254.169.254/', event_types: [] },
    { url: 5, name: '', event_types: 'memory_add' },
  ])('names every wrong field of %j at once', async (body) => {
    const answer = await request('POST', path(), body);
    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([400, ['event_types', 'name', 'url']]);
    expect((await request('GET', path())).body).toEqual([]);
  });
});
