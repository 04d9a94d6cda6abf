import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, project, tenant } from '../helpers/context.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { acceptInvitations } from '../helpers/invitations.js';

let test: TestApp;
let admin: Client;
let root: string;
let path: string;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await test.reset();
  admin = test.as(test.admin.apiKey);
  root = `/api/v1/orgs/organizations/${test.admin.orgId}/`;
  path = `${root}projects/${test.admin.projectId}/`;
});
afterAll(() => test.close());

describe('organizations', () => {
  it('are created, listed and read', async () => {
    const created = await admin.rest<{ org_id: string }>('POST', '/api/v1/orgs/organizations/', { name: 'Lighthouse' });
    expect([created.status, created.body]).toEqual([
      201,
      { message: expect.any(String), org_id: expect.stringMatching(/^org_/) },
    ]);
    const read = await admin.rest('GET', `/api/v1/orgs/organizations/${created.body.org_id}/`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual({
      org_id: created.body.org_id,
      name: 'Lighthouse',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      members: [{ username: 'Admin', role: 'OWNER', email: test.admin.email }],
      is_default: false,
      byok_enabled: false,
      invitations: [],
      owner_pricing_plan: null,
      is_owner: true,
      user_role: 'OWNER',
    });
    const { body } = await admin.rest<{ org_id: string }[]>('GET', '/api/v1/orgs/organizations/');
    expect(body.map((organization) => organization.org_id)).toEqual([test.admin.orgId, created.body.org_id]);
  });

  it('are refused without a name, and not found when they are hidden', async () => {
    expect(await admin.rest('POST', '/api/v1/orgs/organizations/', {})).toMatchObject({
      status: 400,
      body: { errors: { name: ['name is required.'] } },
    });
    expect(await admin.rest('POST', '/api/v1/orgs/organizations/', { name: ' ' })).toMatchObject({
      status: 400,
      body: { errors: { name: [expect.any(String)] } },
    });
    const eve = test.as(await test.keyFor(await person(test.app.services, 'eve')));
    const [hidden, absent] = [
      await eve.rest('GET', root),
      await eve.rest('GET', '/api/v1/orgs/organizations/org_none/'),
    ];
    expect([hidden.status, hidden.body]).toEqual([
      404,
      { message: 'Organization not found.', detail: 'Organization not found.' },
    ]);
    expect([absent.status, absent.body]).toEqual([hidden.status, hidden.body]);
  });
});

describe('projects', () => {
  it('are created, changed, read and deleted', async () => {
    const created = await admin.rest<{ project_id: string }>('POST', `${root}projects/`, {
      name: 'Lamp room',
      description: 'Light',
    });
    expect([created.status, created.body]).toEqual([
      200,
      { message: expect.any(String), project_id: expect.stringMatching(/^proj_/) },
    ]);
    const one = `${root}projects/${created.body.project_id}/`;
    const changes = {
      custom_categories: [{ billing: 'Invoices' }],
      custom_instructions: ['Be', 'brief'],
      agent_custom_instructions: 'Agents',
      multilingual: true,
      decay: true,
      memory_depth: null,
      enable_graph: true,
      usecase_setting: 2,
      retrieval_criteria: [],
      org_id: 'ignored',
      project_id: 'ignored',
    };
    expect(await admin.rest('PATCH', one, changes)).toMatchObject({
      status: 200,
      body: { message: 'Project updated successfully' },
    });
    const { body } = await admin.rest('GET', one);
    expect(body).toMatchObject({
      project_id: created.body.project_id,
      name: 'Lamp room',
      description: 'Light',
      custom_categories: [{ billing: 'Invoices' }],
      custom_instructions: 'Be\nbrief',
      agent_custom_instructions: 'Agents',
      multilingual: true,
      decay: true,
      memory_depth: null,
      enable_graph: true,
      usecase_setting: 2,
      version: null,
      members: [{ username: 'Admin', role: 'OWNER', email: test.admin.email }],
      user_role: 'OWNER',
      is_default: false,
      inclusion_prompt: null,
    });
    expect(body).not.toHaveProperty('retrieval_criteria');
    expect(await admin.rest('PATCH', one, { agent_custom_instructions: '', decay: null })).toMatchObject({
      status: 200,
    });
    expect((await admin.rest('GET', `${one}?fields=decay&fields=name,agent_custom_instructions,nothing`)).body).toEqual(
      { decay: true, name: 'Lamp room', agent_custom_instructions: null },
    );
    expect((await admin.rest('GET', `${root}projects/`)).body).toHaveLength(2);
    expect(await admin.rest('DELETE', one)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect([(await admin.rest('GET', one)).status, (await admin.rest('DELETE', one)).status]).toEqual([404, 404]);
  });

  it('are only found in their organization, and by those who may see them', async () => {
    const { services } = test.app;
    const other = await tenant(services);
    const missing = { status: 404, body: { message: 'Project not found.', detail: 'Project not found.' } };
    expect(await admin.rest('GET', `${root}projects/${other.projectId}/`)).toMatchObject(missing);
    expect(await admin.rest('DELETE', `${root}projects/${other.projectId}/`)).toMatchObject(missing);
    const eve = test.as(await test.keyFor(await person(services, 'eve')));
    // To outsiders, the organization that the path names is missing too.
    const hidden = { status: 404, body: { message: 'Organization not found.', detail: 'Organization not found.' } };
    expect(await eve.rest('GET', path)).toMatchObject(hidden);
    expect(await eve.rest('GET', `${root}projects/proj_none/`)).toMatchObject(hidden);
  });

  it('let READERs look and nothing more', async () => {
    const { services } = test.app;
    const bob = await person(services, 'bob');
    const projectId = await project(services, test.admin.orgId, [[bob, 'READER']]);
    const reader = test.as(await test.keyFor(bob));
    const own = `${root}projects/${projectId}/`;
    expect(await reader.rest('GET', own)).toMatchObject({ status: 200, body: { user_role: 'READER' } });
    expect(await reader.rest('PATCH', own, { decay: true })).toMatchObject({
      status: 403,
      body: { message: expect.any(String) },
    });
    expect(await reader.rest('DELETE', own)).toMatchObject({ status: 403, body: { message: expect.any(String) } });
    expect(await reader.rest('POST', `${root}projects/`, { name: 'x' })).toMatchObject({
      status: 403,
      body: { message: expect.any(String) },
    });
    expect(await reader.rest('PUT', `${own}members/`, { email: 'bob@example.com', role: 'OWNER' })).toMatchObject({
      status: 403,
      body: { message: expect.any(String) },
    });
    expect(await reader.rest('POST', '/v3/memories/', { filters: { user_id: 'rosa' } })).toMatchObject({
      status: 200,
      body: { count: 0 },
    });
    const write = { messages: [{ role: 'user', content: 'x' }], user_id: 'rosa', infer: false };
    expect(await reader.rest('POST', '/v3/memories/add/', write)).toMatchObject({
      status: 403,
      body: { detail: expect.any(String) },
    });
  });

  it('refuse bad settings', async () => {
    expect(await admin.rest('PATCH', path, { decay: 'yes' })).toMatchObject({
      status: 400,
      body: { message: 'decay must be true or false.' },
    });
    expect(await admin.rest('PATCH', path, { custom_categories: 'x' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('custom_categories') },
    });
    expect(await admin.rest('POST', `${root}projects/`, { name: '' })).toMatchObject({
      status: 400,
      body: { message: 'name may not be blank.' },
    });
  });
});

describe.each(['organization', 'project'] as const)('members of a %s', (place) => {
  const members = () => `${place === 'project' ? path : root}members/`;

  it('are added, listed, given another role and removed', async () => {
    const bob = await person(test.app.services, 'bob');
    const added = await admin.rest('POST', members(), { email: bob.email, role: 'READER' });
    const unknown = await admin.rest('POST', members(), { email: 'nobody@example.com', role: 'READER' });
    expect([unknown.status, unknown.body]).toEqual([added.status, added.body]);
    const invited = test.as(await test.keyFor(bob));
    await acceptInvitations(invited);
    expect([added.status, added.body]).toEqual([place === 'organization' ? 201 : 200, { message: expect.any(String) }]);
    expect(await admin.rest('PUT', members(), { email: bob.email, role: 'OWNER' })).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    });
    const { body } = await admin.rest<{ members: unknown[] }>('GET', members());
    expect(body.members).toHaveLength(2);
    expect(body.members).toContainEqual({
      username: 'bob',
      role: 'OWNER',
      email: bob.email,
      ...(place === 'organization' ? { user_id: bob.id } : {}),
    });
    const [inQuery, inBody] = [`${members()}?email=${bob.email}`, members()];
    expect(await admin.rest('DELETE', inQuery)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    await admin.rest('POST', members(), { email: bob.email, role: 'READER' });
    await acceptInvitations(invited);
    expect(await admin.rest('DELETE', inBody, { email: bob.email })).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    });
    expect((await admin.rest('GET', members())).body.members).toHaveLength(1);
  });

  it('are those of the path, whatever the body names', async () => {
    const bob = await person(test.app.services, 'bob');
    const { orgId: organizationId, projectId } = test.admin;
    const named = { organizationId, projectId, org_id: organizationId, project_id: projectId };
    await admin.rest('POST', members(), { email: bob.email, role: 'READER', ...named });
    await acceptInvitations(test.as(await test.keyFor(bob)));
    await admin.rest('PUT', members(), { email: bob.email, role: 'OWNER', ...named });
    const rolesIn = async (of: string) =>
      (await admin.rest<{ members: { role: string }[] }>('GET', `${of}members/`)).body.members.map(({ role }) => role);
    expect(await rolesIn(members().slice(0, -'members/'.length))).toEqual(['OWNER', 'OWNER']);
    expect(await rolesIn(place === 'project' ? root : path)).toEqual(['OWNER']);
  });

  it('are refused in the documented forms', async () => {
    expect(await admin.rest('POST', members(), { email: 'x', role: 'KING' })).toMatchObject({
      status: 400,
      body: { errors: { email: [expect.any(String)], role: [expect.any(String)] } },
    });
    expect(await admin.rest('PUT', members(), { email: test.admin.email, role: 'READER' })).toMatchObject({
      status: 400,
      body: { errors: { role: [expect.any(String)] } },
    });
    expect(await admin.rest('DELETE', members())).toMatchObject({
      status: 400,
      body: { errors: { email: [expect.any(String)] } },
    });
    expect(await admin.rest('GET', members().replace(/org_[^/]+/, 'org_none'))).toMatchObject({
      status: 404,
      body: { message: expect.any(String) },
    });
  });
});
