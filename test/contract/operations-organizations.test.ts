import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../helpers/app.js';
import { acceptInvitations } from '../helpers/invitations.js';
import { restApp, text, time } from './rest-app.js';

const app = restApp();
const root = '/api/v1/orgs/organizations/';
const told = (what: unknown) => ({ message: what, detail: what });
const message = { message: text };
const noOrganization = { status: 404, body: told('Organization not found.') };
const noProject = { status: 404, body: told('Project not found.') };
const call = (...[method, path, body]: Parameters<typeof app.admin.rest>) => app.admin.rest(method, path, body);
const roleless = { email: ['email is required.'], role: ['role is required.'] };

let reader: Client;
let kay: string;
let invited: Client;
beforeEach(async () => {
  ({ client: reader } = await app.person('reader', 'READER'));
  ({
    client: invited,
    user: { email: kay },
  } = await app.person('kay'));
});

const organization = () => ({
  org_id: app.test.admin.orgId,
  name: text,
  created_at: time,
  updated_at: time,
  members: [{ username: 'Admin', role: 'OWNER', email: app.test.admin.email }],
  is_default: true,
  byok_enabled: false,
  invitations: [],
  owner_pricing_plan: null,
  is_owner: true,
  user_role: 'OWNER',
});

const project = (given: object = {}) => ({
  project_id: text,
  name: text,
  description: null,
  custom_categories: null,
  custom_instructions: null,
  agent_custom_instructions: null,
  multilingual: false,
  decay: false,
  feedback_ranking: true,
  keep_deleted_text: true,
  record_search_queries: true,
  store_request_bodies: false,
  request_log_retention_days: null,
  memory_depth: null,
  version: null,
  enable_graph: null,
  usecase: null,
  usecase_setting: null,
  inclusion_prompt: null,
  exclusion_prompt: null,
  update_custom_instructions: null,
  summary_custom_instructions: null,
  summary_batch_size: null,
  summary_max_tokens: null,
  expiration_date: null,
  active_prompt_profile: null,
  members: expect.arrayContaining([{ username: 'Admin', role: 'OWNER', email: app.test.admin.email }]) as unknown,
  user_role: 'OWNER',
  is_default: true,
  created_at: time,
  updated_at: time,
  ...given,
});

describe('operations of hosted-api.md on organizations', () => {
  it('row 35, GET /api/v1/orgs/organizations/: lists them', async () => {
    const { status, body } = await call('GET', root);
    expect([status, body]).toEqual([200, [organization()]]);
  });

  it('row 36, POST /api/v1/orgs/organizations/: creates one', async () => {
    const { status, body } = await call('POST', root, { name: 'Acme' });
    expect([status, body]).toEqual([201, { message: text, org_id: text }]);
    expect((await call('GET', `${root}${String(body.org_id)}/`)).body).toMatchObject({
      name: 'Acme',
      is_default: false,
      user_role: 'OWNER',
    });
    expect(await call('POST', root, {})).toMatchObject({
      status: 400,
      body: { errors: { name: ['name is required.'] }, detail: text },
    });
  });

  it('row 37, GET /api/v1/orgs/organizations/{org_id}/: reads one', async () => {
    const { status, body } = await call('GET', app.organization);
    expect([status, body]).toEqual([200, organization()]);
    expect(await call('GET', `${root}org_none/`)).toMatchObject(noOrganization);
  });

  it('row 38, DELETE /api/v1/orgs/organizations/{org_id}/: deletes one, for its OWNER', async () => {
    expect(await reader.rest('DELETE', app.organization)).toMatchObject({ status: 403, body: told(text) });
    const { body } = await call('POST', root, { name: 'Acme' });
    const path = `${root}${String(body.org_id)}/`;
    expect(await call('DELETE', path)).toMatchObject({ status: 200, body: message });
    expect(await call('DELETE', path)).toMatchObject(noOrganization);
  });

  it('row 39, GET .../{org_id}/members/: lists members', async () => {
    const { status, body } = await call('GET', `${app.organization}members/`);
    expect([status, body]).toEqual([
      200,
      { members: [{ username: 'Admin', role: 'OWNER', email: app.test.admin.email, user_id: text }] },
    ]);
    expect(await call('GET', `${root}org_none/members/`)).toMatchObject(noOrganization);
  });

  it('row 40, POST .../{org_id}/members/: invites a member, and answers alike for an address without a user', async () => {
    const answer = await call('POST', `${app.organization}members/`, { email: kay, role: 'READER' });
    expect(answer).toMatchObject({ status: 201, body: message });
    const unknown = await call('POST', `${app.organization}members/`, { email: 'nobody@example.com', role: 'READER' });
    expect([unknown.status, unknown.body]).toEqual([answer.status, answer.body]);
    await acceptInvitations(invited);
    expect((await call('GET', `${app.organization}members/`)).body.members).toContainEqual({
      username: 'kay',
      role: 'READER',
      email: kay,
      user_id: text,
    });
    expect(await call('POST', `${app.organization}members/`, {})).toMatchObject({
      status: 400,
      body: { errors: roleless },
    });
    expect(await call('POST', `${root}org_none/members/`, { email: kay, role: 'READER' })).toMatchObject(
      noOrganization,
    );
  });

  it('row 41, PUT .../{org_id}/members/: gives a member another role', async () => {
    await call('POST', `${app.organization}members/`, { email: kay, role: 'READER' });
    await acceptInvitations(invited);
    expect(await call('PUT', `${app.organization}members/`, { email: kay, role: 'OWNER' })).toMatchObject({
      status: 200,
      body: message,
    });
    expect((await call('GET', `${app.organization}members/`)).body.members).toContainEqual({
      username: 'kay',
      role: 'OWNER',
      email: kay,
      user_id: text,
    });
    expect(await call('PUT', `${app.organization}members/`, { email: kay, role: 'BOSS' })).toMatchObject({
      status: 400,
      body: { errors: { role: [text] } },
    });
    expect(
      await call('PUT', `${app.organization}members/`, { email: 'nobody@example.com', role: 'OWNER' }),
    ).toMatchObject({ status: 404, body: told(text) });
  });

  it('row 42, DELETE .../{org_id}/members/: removes a member named in the body or the query', async () => {
    for (const [query, body] of [
      ['', { email: kay }],
      [`?email=${kay}`, undefined],
    ] as const) {
      await call('POST', `${app.organization}members/`, { email: kay, role: 'READER' });
      await acceptInvitations(invited);
      expect(await call('DELETE', `${app.organization}members/${query}`, body)).toMatchObject({
        status: 200,
        body: message,
      });
    }
    expect(await call('DELETE', `${app.organization}members/`, { email: kay })).toMatchObject({
      status: 404,
      body: told(text),
    });
    expect(await call('DELETE', `${app.organization}members/`, { email: app.test.admin.email })).toMatchObject({
      status: 400,
      body: { errors: { email: [expect.stringContaining('last OWNER')] } },
    });
  });
});

describe('operations of hosted-api.md on projects', () => {
  const projects = () => `${app.organization}projects/`;

  it('row 43, GET .../{org_id}/projects/: lists projects', async () => {
    const { status, body } = await call('GET', projects());
    expect([status, body]).toEqual([200, [project({ project_id: app.test.admin.projectId })]]);
  });

  it('row 44, POST .../{org_id}/projects/: creates one with a name and a description', async () => {
    const { status, body } = await call('POST', projects(), { name: 'Shop', description: 'All of it' });
    expect([status, body]).toEqual([200, { message: text, project_id: text }]);
    expect((await call('GET', `${projects()}${String(body.project_id)}/?fields=name,description`)).body).toEqual({
      name: 'Shop',
      description: 'All of it',
    });
    expect(await call('POST', projects(), {})).toMatchObject({ status: 400, body: told('name is required.') });
    expect(await reader.rest('POST', projects(), { name: 'Shop' })).toMatchObject({ status: 403, body: told(text) });
  });

  it('row 45, GET .../projects/{project_id}/: reads one, in whole or by fields', async () => {
    const { status, body } = await call('GET', app.project);
    expect([status, body]).toEqual([200, project({ project_id: app.test.admin.projectId })]);
    expect((await call('GET', `${app.project}?fields=decay&fields=name,nothing`)).body).toEqual({
      name: text,
      decay: false,
    });
    expect(await call('GET', `${projects()}proj_none/`)).toMatchObject(noProject);
  });

  it('row 46, PATCH .../projects/{project_id}/: changes what is given', async () => {
    const changes = {
      name: 'Shop',
      description: 'd',
      custom_categories: [{ billing: 'Invoices' }, 'travel'],
      custom_instructions: 'Be brief',
      agent_custom_instructions: 'Be kind',
      multilingual: true,
      decay: true,
      memory_depth: 'deep',
      version: 'v2',
      enable_graph: false,
      usecase: 'x',
      usecase_setting: 3,
    };
    expect(
      await call('PATCH', app.project, {
        ...changes,
        org_id: app.test.admin.orgId,
        project_id: app.test.admin.projectId,
        retrieval_criteria: [],
      }),
    ).toMatchObject({ status: 200, body: { message: 'Project updated successfully' } });
    expect((await call('GET', app.project)).body).toEqual(
      project({ project_id: app.test.admin.projectId, ...changes }),
    );
    await call('PATCH', app.project, {
      custom_instructions: ['one', 'two'],
      agent_custom_instructions: '',
      custom_categories: [],
    });
    expect((await call('GET', app.project)).body).toMatchObject({
      custom_instructions: 'one\ntwo',
      agent_custom_instructions: null,
      custom_categories: [],
      decay: true,
    });
    expect(await call('PATCH', app.project, { decay: 'yes' })).toMatchObject({
      status: 400,
      body: told('decay must be true or false.'),
    });
    expect(await reader.rest('PATCH', app.project, { decay: false })).toMatchObject({ status: 403, body: told(text) });
    expect(await call('PATCH', `${projects()}proj_none/`, { decay: false })).toMatchObject(noProject);
  });

  it('row 47, DELETE .../projects/{project_id}/: deletes one, for its OWNER', async () => {
    expect(await reader.rest('DELETE', app.project)).toMatchObject({ status: 403, body: told(text) });
    expect(await call('DELETE', app.project)).toMatchObject({ status: 200, body: message });
    expect(await call('DELETE', app.project)).toMatchObject(noProject);
  });

  it('row 48, GET .../projects/{project_id}/members/: lists members', async () => {
    const { status, body } = await call('GET', `${app.project}members/`);
    expect([status, body]).toEqual([
      200,
      {
        members: [
          { username: 'Admin', role: 'OWNER', email: app.test.admin.email },
          { username: 'reader', role: 'READER', email: 'reader@example.com' },
        ],
      },
    ]);
    expect(await call('GET', `${projects()}proj_none/members/`)).toMatchObject(noProject);
  });

  it('row 49, POST .../projects/{project_id}/members/: invites a member, as READER unless told otherwise', async () => {
    const answer = await call('POST', `${app.project}members/`, { email: kay });
    expect(answer).toMatchObject({ status: 200, body: message });
    const unknown = await call('POST', `${app.project}members/`, { email: 'nobody@example.com' });
    expect([unknown.status, unknown.body]).toEqual([answer.status, answer.body]);
    await acceptInvitations(invited);
    expect((await call('GET', `${app.project}members/`)).body.members).toContainEqual({
      username: 'kay',
      role: 'READER',
      email: kay,
    });
    expect(await call('POST', `${app.project}members/`, { email: kay, role: 'BOSS' })).toMatchObject({
      status: 400,
      body: { errors: { role: [text] } },
    });
    expect(await reader.rest('POST', `${app.project}members/`, { email: kay })).toMatchObject({
      status: 403,
      body: told(text),
    });
  });

  it('row 50, PUT .../projects/{project_id}/members/: gives a member another role', async () => {
    expect(await call('PUT', `${app.project}members/`, { email: 'reader@example.com', role: 'OWNER' })).toMatchObject({
      status: 200,
      body: message,
    });
    expect((await call('GET', `${app.project}members/`)).body.members).toContainEqual({
      username: 'reader',
      role: 'OWNER',
      email: 'reader@example.com',
    });
    expect(await call('PUT', `${app.project}members/`, { email: kay, role: 'OWNER' })).toMatchObject({
      status: 404,
      body: told(text),
    });
    expect(await call('PUT', `${projects()}proj_none/members/`, { email: kay, role: 'OWNER' })).toMatchObject(
      noProject,
    );
  });

  it('row 51, DELETE .../projects/{project_id}/members/: removes a member named in the query', async () => {
    expect(await reader.rest('DELETE', `${app.project}members/?email=${app.test.admin.email}`)).toMatchObject({
      status: 403,
      body: told(text),
    });
    expect(await call('DELETE', `${app.project}members/?email=reader@example.com`)).toMatchObject({
      status: 200,
      body: message,
    });
    expect((await reader.rest('GET', app.project)).status).toBe(404);
    expect(await call('DELETE', `${app.project}members/?email=reader@example.com`)).toMatchObject({
      status: 404,
      body: told(text),
    });
    expect(await call('DELETE', `${projects()}proj_none/members/?email=${kay}`)).toMatchObject(noProject);
  });
});
