import { acceptInvitations } from '../helpers/invitations.js';
import { describe, expect, it } from 'vitest';
import { restApp, text } from './rest-app.js';

const app = restApp();
const call = (...[method, path, body]: Parameters<typeof app.admin.rest>) => app.admin.rest(method, path, body);
const told = (what: unknown) => ({ message: what, detail: what });
const message = { message: text };
const none = {
  org: '/api/v1/orgs/organizations/org_none/',
  project: (path = '') => `${app.organization}projects/proj_none/${path}`,
};
const setting = async (name: string) => (await call('GET', `${app.project}?fields=${name}`)).body[name];
const members = () => `${app.project}members/`;
const textsOf = (body: Record<string, unknown>) => (body.results as { memory: string }[]).map(({ memory }) => memory);

describe('service-description.md, what the service does', () => {
  it('S1: memories are scoped by user, agent, app and run', async () => {
    const scopes = { user_id: 'a', agent_id: 'b', app_id: 'c', run_id: 'd' };
    for (const [name, id] of Object.entries(scopes))
      await app.remember(`Of ${name}`, { user_id: undefined, [name]: id });
    for (const [name, id] of Object.entries(scopes))
      expect(textsOf((await call('POST', '/v3/memories/', { filters: { [name]: id } })).body)).toEqual([`Of ${name}`]);
  });

  it('S2: organizations and projects are optional: no request has to name one', async () => {
    await app.remember('I collect stamps');
    expect((await call('POST', '/v3/memories/', { filters: { user_id: 'rosa' } })).body.count).toBe(1);
  });

  it('S3: only members reach the memories and data inside', async () => {
    const id = await app.remember('I collect stamps');
    const { client: stranger } = await app.person('stranger');
    for (const path of [`/v1/memories/${id}/`, app.project, `${app.project}members/`, app.organization])
      expect((await stranger.rest('GET', path)).status, path).toBe(404);
    const { client: reader } = await app.person('reader', 'READER');
    expect((await reader.rest('GET', `/v1/memories/${id}/`)).body).toMatchObject({ memory: 'I collect stamps' });
  });

  it('S4, S5 and S80: organization and project come from the key of each request; a key for one project targets that project', async () => {
    const { body } = await call('POST', `${app.organization}projects/`, { name: 'Shop' });
    const made = await call('POST', '/api-keys', { label: 'shop', project_id: body.project_id });
    const shop = app.test.as(String(made.body.key));
    expect((await call('GET', '/v1/ping/')).body).toMatchObject({
      org_id: app.test.admin.orgId,
      project_id: app.test.admin.projectId,
    });
    expect((await shop.rest('GET', '/v1/ping/')).body).toMatchObject({
      org_id: app.test.admin.orgId,
      project_id: body.project_id,
    });
    await app.remember('In the shop', {}, shop);
    await app.remember('At home');
    expect(textsOf((await shop.rest('POST', '/v3/memories/', { filters: { user_id: 'rosa' } })).body)).toEqual([
      'In the shop',
    ]);
    expect(textsOf((await call('POST', '/v3/memories/', { filters: { user_id: 'rosa' } })).body)).toEqual(['At home']);
    expect((await shop.rest('GET', app.project)).status).toBe(404);
  });

  it('S6 and S21: members have one of two roles, in requests and in lists', async () => {
    const { client: invited, user } = await app.person('kay');
    for (const role of ['READER', 'OWNER']) {
      expect((await call('POST', members(), { email: user.email, role })).status).toBe(200);
      await acceptInvitations(invited);
      expect((await call('GET', members())).body.members).toContainEqual({ username: 'kay', role, email: user.email });
      await call('DELETE', `${members()}?email=${user.email}`);
    }
    for (const role of ['ADMIN', 'reader', '', null])
      expect((await call('POST', members(), { email: user.email, role })).status).toBe(400);
  });

  it('S7 and S65: projects carry settings, of which an update changes any', async () => {
    const settings = {
      custom_categories: [{ billing: 'Invoices' }],
      custom_instructions: 'Be brief',
      agent_custom_instructions: 'Be kind',
      multilingual: true,
      decay: true,
    };
    for (const [name, value] of Object.entries(settings)) {
      expect((await call('PATCH', app.project, { [name]: value })).status).toBe(200);
      expect(await setting(name)).toEqual(value);
    }
    expect((await call('GET', app.project)).body).toMatchObject(settings);
    for (const decay of ['true', 1]) expect((await call('PATCH', app.project, { decay })).status).toBe(400);
  });
});

describe('service-description.md, organizations and projects', () => {
  it('S11: an organization is identified by org_id, a string', async () => {
    const { body } = await call('POST', '/api/v1/orgs/organizations/', { name: 'Acme' });
    expect((await call('GET', `/api/v1/orgs/organizations/${String(body.org_id)}/`)).body).toMatchObject({
      org_id: expect.stringMatching(/^org_/),
      name: 'Acme',
    });
  });

  it('S12, S13 and S66: a project is identified by project_id, and has name and description from its creation on', async () => {
    const { body } = await call('POST', `${app.organization}projects/`, { name: 'Shop', description: 'Of stamps' });
    expect(
      (
        await call(
          'GET',
          `${app.organization}projects/${String(body.project_id)}/?fields=project_id&fields=name&fields=description`,
        )
      ).body,
    ).toEqual({ project_id: expect.stringMatching(/^proj_/), name: 'Shop', description: 'Of stamps' });
  });

  it('S14: custom_categories map names to descriptions, and memories get those and no others', async () => {
    await call('PATCH', app.project, {
      custom_categories: [{ stamps: 'Postage stamps and letters' }, { coins: 'Coins and money' }],
    });
    const id = await app.remember('I collect stamps');
    expect((await call('GET', `/v1/memories/${id}/`)).body.categories).toEqual(['stamps']);
  });

  it('S17: multilingual keeps and finds memories in the language of the input', async () => {
    await call('PATCH', app.project, { multilingual: true });
    await app.remember('Ich sammle Briefmarken aus Peru');
    await call('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Ich wohne in Lissabon.' }],
      user_id: 'rosa',
    });
    await app.settled();
    const search = async (query: string) =>
      textsOf(
        (await call('POST', '/v3/memories/search/', { query, filters: { user_id: 'rosa' }, keyword_search: true }))
          .body,
      );
    expect(await search('Briefmarken')).toEqual(['Ich sammle Briefmarken aus Peru']);
    expect(await search('Lissabon')).toEqual([expect.stringContaining('wohne in Lissabon')]);
  });

  it('S18 and S51: decay is off until it is switched on, then changes the ranking of the third version of search alone, and no memory', async () => {
    expect(await setting('decay')).toBe(false);
    const fresh = await app.remember('A red stamp');
    const stale = await app.remember('A blue stamp');
    const old = '00000000-0000-7000-8000-000000000001';
    await app.test.app.services.database.query('UPDATE memories SET id = $2 WHERE id = $1', [stale, old]);
    const rows = () => app.test.app.services.database.query('SELECT * FROM memories ORDER BY id');
    const before = await rows();
    const scores = async (version: string) => {
      const { body } = await call('POST', `/${version}/memories/search/`, {
        query: 'stamp',
        user_id: version === 'v1' ? 'rosa' : undefined,
        filters: { user_id: 'rosa' },
        threshold: 0,
        keyword_search: true,
      });
      const results = (version === 'v3' ? body.results : body) as { id: string; score: number }[];
      return new Map(results.map(({ id, score }) => [id, score]));
    };
    const plain = await scores('v3');
    expect(plain.get(fresh)).toBe(plain.get(old));
    await call('PATCH', app.project, { decay: true });
    const ranked = await scores('v3');
    expect([...ranked.keys()]).toEqual([fresh, old]);
    expect(ranked.get(old)).toBe(plain.get(old));
    for (const version of ['v1', 'v2']) expect(await scores(version)).toEqual(plain);
    expect(await rows()).toEqual(before);
    await call('PATCH', app.project, { decay: false });
    expect(await scores('v3')).toEqual(plain);
  });

  it('S19: a project read answers these fields, or only the named ones', async () => {
    expect(Object.keys((await call('GET', app.project)).body)).toEqual(
      expect.arrayContaining([
        'name',
        'description',
        'custom_categories',
        'custom_instructions',
        'agent_custom_instructions',
        'multilingual',
        'decay',
      ]),
    );
    expect((await call('GET', `${app.project}?fields=decay`)).body).toEqual({ decay: false });
  });
});

describe('service-description.md, members', () => {
  it('S20 and S22: a member is identified by e-mail, and listed with a username', async () => {
    const { client: invited, user } = await app.person('kay');
    await call('POST', members(), { email: user.email, role: 'READER' });
    await acceptInvitations(invited);
    expect((await call('GET', members())).body.members).toContainEqual({
      username: 'kay',
      role: 'READER',
      email: 'kay@example.com',
    });
    await call('DELETE', `${members()}?email=kay@example.com`);
    expect((await call('GET', members())).body.members).toHaveLength(1);
  });

  it('S23: a READER views and searches memories, and modifies neither settings nor members', async () => {
    const id = await app.remember('I collect stamps');
    const { client: reader, user } = await app.person('reader', 'READER');
    expect((await reader.rest('GET', `/v1/memories/${id}/`)).status).toBe(200);
    expect(
      textsOf(
        (await reader.rest('POST', '/v3/memories/search/', { query: 'stamps', filters: { user_id: 'rosa' } })).body,
      ),
    ).toEqual(['I collect stamps']);
    const refused: [Parameters<typeof reader.rest>[0], string, object?][] = [
      ['PATCH', app.project, { decay: true }],
      ['DELETE', app.project],
      ['POST', members(), { email: user.email, role: 'OWNER' }],
      ['PUT', members(), { email: user.email, role: 'OWNER' }],
      ['DELETE', `${members()}?email=${app.test.admin.email}`],
      ['POST', '/v3/memories/add/', { messages: [{ role: 'user', content: 'x' }], user_id: 'rosa' }],
      ['DELETE', `/v1/memories/${id}/`],
    ];
    for (const [method, path, body] of refused)
      expect((await reader.rest(method, path, body)).status, `${method} ${path}`).toBe(403);
  });

  it('S24 and S81: an OWNER does all of that, and only an OWNER', async () => {
    const id = await app.remember('I collect stamps');
    const { client: owner } = await app.person('owner', 'OWNER');
    const { client: invited, user: kay } = await app.person('kay');
    const done: [Parameters<typeof owner.rest>[0], string, object?][] = [
      ['GET', `/v1/memories/${id}/`],
      ['PATCH', app.project, { decay: true }],
      ['POST', members(), { email: kay.email, role: 'READER' }],
      ['PUT', members(), { email: kay.email, role: 'OWNER' }],
      ['DELETE', `${members()}?email=${kay.email}`],
      ['POST', '/v3/memories/search/', { query: 'stamps', filters: { user_id: 'rosa' } }],
      ['DELETE', app.project],
    ];
    for (const [method, path, body] of done) {
      expect((await owner.rest(method, path, body)).status, `${method} ${path}`).toBe(200);
      await acceptInvitations(invited);
    }
  });
});

describe('service-description.md, endpoints of members and projects', () => {
  it('S52, S79 and S111: every endpoint, with version and slash in its path, wants Authorization: Token', async () => {
    const paths = [
      '/v1/ping/',
      '/v1/memories/',
      '/v2/memories/',
      '/v3/memories/',
      '/v1/entities/',
      '/v1/events/',
      '/v1/exports/',
      '/v1/stats/',
      app.organization,
      app.project,
      members(),
      `${app.organization}members/`,
      `/api/v1/webhooks/projects/${app.test.admin.projectId}/`,
    ];
    for (const path of paths) {
      const answers = await Promise.all(
        (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => app.test.as(null).rest(method, path)),
      );
      // Other methods of a path answer 405.
      expect(
        answers.some(({ status }) => status === 401),
        path,
      ).toBe(true);
      for (const { status, body } of answers)
        expect([
          [401, { detail: text }],
          [405, { detail: 'Method Not Allowed' }],
        ]).toContainEqual([status, body]);
    }
    for (const authorization of [`Token ${app.test.admin.apiKey}`, `token ${app.test.admin.apiKey}`])
      expect((await app.test.app.inject({ url: '/v1/ping/', headers: { authorization } })).statusCode).toBe(200);
    for (const authorization of ['Token wrong', `Basic ${app.test.admin.apiKey}`, app.test.admin.apiKey])
      expect((await app.test.app.inject({ url: '/v1/ping/', headers: { authorization } })).statusCode).toBe(401);
  });

  it('S53, S54, S55, S96 and S97: adding an organization member answers 201, 400 by field, or 404', async () => {
    const { user } = await app.person('kay');
    expect(await call('POST', `${app.organization}members/`, { email: user.email, role: 'READER' })).toMatchObject({
      status: 201,
      body: message,
    });
    for (const [body, fields] of [
      [{}, ['email', 'role']],
      [{ email: user.email, role: 'BOSS' }, ['role']],
      [{ email: 'no address', role: 'READER' }, ['email']],
      [{ email: 7, role: 'READER' }, ['email']],
    ] as const) {
      const answer = await call('POST', `${app.organization}members/`, body);
      expect([answer.status, answer.body]).toEqual([
        400,
        { errors: Object.fromEntries(fields.map((name) => [name, [text]])), detail: text },
      ]);
    }
    expect(await call('POST', `${none.org}members/`, { email: user.email, role: 'READER' })).toMatchObject({
      status: 404,
      body: told('Organization not found.'),
    });
  });

  it('S56 and S57: project members are listed with username and role; an unknown organization or project answers a message', async () => {
    expect(await call('GET', members())).toMatchObject({
      status: 200,
      body: { members: [{ username: 'Admin', role: 'OWNER' }] },
    });
    for (const path of [
      none.project('members/'),
      app.project.replace(app.test.admin.orgId, 'org_none').concat('members/'),
    ])
      expect(await call('GET', path)).toMatchObject({ status: 404, body: told(text) });
  });

  it('S58, S59, S60, S98 and S99: a member gets another role; callers who may not, and what is unknown, answer a message', async () => {
    const { client: reader, user } = await app.person('reader', 'READER');
    const change = { email: user.email, role: 'OWNER' };
    expect(await reader.rest('PUT', members(), change)).toMatchObject({
      status: 403,
      body: told('You do not have permission to modify the members of this project.'),
    });
    expect(await call('PUT', members(), change)).toMatchObject({ status: 200, body: message });
    expect((await call('GET', members())).body.members).toContainEqual({
      username: 'reader',
      role: 'OWNER',
      email: user.email,
    });
    expect(await call('PUT', none.project('members/'), change)).toMatchObject({
      status: 404,
      body: told('Project not found.'),
    });
  });

  it('S61 and S62: a member named in the query is removed and loses access to everything; who may not, and what is unknown, answer a message', async () => {
    const id = await app.remember('I collect stamps');
    const { client: reader, user } = await app.person('reader', 'READER');
    expect(await reader.rest('DELETE', `${members()}?email=${app.test.admin.email}`)).toMatchObject({
      status: 403,
      body: told(text),
    });
    expect(await call('DELETE', none.project(`members/?email=${user.email}`))).toMatchObject({
      status: 404,
      body: told('Project not found.'),
    });
    expect(await call('DELETE', `${members()}?email=${user.email}`)).toMatchObject({ status: 200, body: message });
    for (const path of [`/v1/memories/${id}/`, app.project, members()])
      expect((await reader.rest('GET', path)).status, path).toBe(404);
  });

  it('S63, S64 and S100: deleting a project removes all of it for good; who may not, and what is unknown, answer a message', async () => {
    const { body } = await call('POST', `${app.organization}projects/`, { name: 'Shop' });
    const path = `${app.organization}projects/${String(body.project_id)}/`;
    const shop = app.test.as(
      String((await call('POST', '/api-keys', { label: 'shop', project_id: body.project_id })).body.key),
    );
    await app.remember('I collect stamps', {}, shop);
    const { client: reader, user } = await app.person('reader');
    await call('POST', `${path}members/`, { email: user.email, role: 'READER' });
    await acceptInvitations(reader);
    expect(await reader.rest('DELETE', path)).toMatchObject({
      status: 403,
      body: told('You do not have permission to delete this project.'),
    });
    expect(await call('DELETE', path)).toMatchObject({ status: 200, body: message });
    await app.settled();
    for (const table of ['memories', 'memory_history', 'entities', 'events']) {
      expect(
        await app.test.app.services.database.query(`SELECT 1 FROM ${table} WHERE project_id = $1`, [body.project_id]),
        table,
      ).toEqual([]);
    }
    expect(await call('DELETE', path)).toMatchObject({ status: 404, body: told('Project not found.') });
  });
});
