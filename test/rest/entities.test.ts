import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await test.reset();
  admin = test.as(test.admin.apiKey);
});
afterAll(() => test.close());

async function graphql(query: string, variables: object): Promise<unknown> {
  return (await admin.rest<{ data: unknown }>('POST', '/graphql', { query, variables })).body.data;
}

describe('creating entities', () => {
  it('records a user before anything is remembered for it', async () => {
    const { status, body } = await admin.rest('POST', '/v1/users/', {
      user_id: 'rosa',
      metadata: { plan: 'free' },
      unknown: 1,
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        user_id: 'rosa',
        metadata: { plan: 'free' },
        created_at: expect.any(String),
        updated_at: expect.any(String),
        graph_entities: null,
        is_deleted: false,
        project: test.admin.projectId,
      },
    ]);
    const listed = await admin.rest<{ results: object[] }>('GET', '/v1/entities/');
    expect(listed.body.results).toEqual([
      expect.objectContaining({
        id: String(body.id),
        name: 'rosa',
        type: 'user',
        metadata: { plan: 'free' },
        total_memories: 0,
      }),
    ]);
  });

  it.each(['agent', 'app', 'run'])('records one of type %s with what it is called', async (type) => {
    const { status, body } = await admin.rest('POST', `/v1/${type}s/`, { [`${type}_id`]: 'x1', name: 'The first' });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ [`${type}_id`]: 'x1', name: 'The first', metadata: { name: 'The first' } }),
    ]);
  });

  it('keeps one that exists', async () => {
    const first = await admin.rest('POST', '/v1/users/', { user_id: 'rosa', metadata: { plan: 'free' } });
    const second = await admin.rest('POST', '/v1/users/', { user_id: 'rosa' });
    expect([second.body.id, second.body.metadata]).toEqual([first.body.id, { plan: 'free' }]);
  });

  it.each([
    ['/v1/users/', {}],
    ['/v1/users/', { user_id: ' ' }],
    ['/v1/users/', { user_id: '*' }],
    ['/v1/users/', { user_id: 'a\u0000b' }],
    ['/v1/users/', { user_id: 'x'.repeat(256) }],
    ['/v1/users/', { user_id: 'rosa', metadata: 'text' }],
    ['/v1/agents/', { agent_id: 'a1' }],
  ])('refuses %s with %j', async (path, body) => {
    const answer = await admin.rest('POST', path, body);
    expect([answer.status, answer.body]).toEqual([400, { error: expect.any(String), detail: answer.body.error }]);
  });

  it('is for those who may write', async () => {
    const { status } = await test.as(null).rest('POST', '/v1/users/', { user_id: 'rosa' });
    expect(status).toBe(401);
  });

  it('does the same through GraphQL', async () => {
    const variables = { input: { type: 'AGENT', name: 'helper', metadata: { level: 2 } } };
    const mutation =
      'mutation ($input: CreateEntityInput!) { createEntity(input: $input) { __typename ... on CreateEntityPayload { entity { name type metadata } } } }';
    const made = await graphql(mutation, variables);
    expect(made).toEqual({
      createEntity: {
        __typename: 'CreateEntityPayload',
        entity: { name: 'helper', type: 'AGENT', metadata: { level: 2 } },
      },
    });
    const query = 'query ($name: String!) { entity(type: AGENT, name: $name) { name memoryCount } }';
    expect(await graphql(query, { name: 'helper' })).toEqual({ entity: { name: 'helper', memoryCount: 0 } });
  });
});

describe('reading one entity', () => {
  it('answers a list of one', async () => {
    await admin.rest('POST', '/v1/runs/', { run_id: 'a/b c', name: 'R' });
    const { status, body } = await admin.rest('GET', `/v2/entities/run/${encodeURIComponent('a/b c')}/`);
    expect([status, body]).toEqual([
      200,
      [
        {
          id: expect.any(String),
          name: 'a/b c',
          type: 'run',
          owner: null,
          metadata: { name: 'R' },
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ],
    ]);
  });

  it('answers 404 for an unknown name and 400 for an unknown type', async () => {
    const unknown = await admin.rest('GET', '/v2/entities/user/nobody/');
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { message: 'Entity not found.', detail: 'Entity not found.' },
    ]);
    const wrong = await admin.rest('GET', '/v2/entities/planet/mars/');
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Invalid entity type']);
  });
});

describe('what events and lists may be filtered by', () => {
  it('names event types, categories, users and parameters', async () => {
    await admin.rest('POST', '/v1/users/', { user_id: 'rosa' });
    const { status, body } = await admin.rest<{
      event_type: string[];
      users: string[];
      parameters: object[];
      categories: string[];
    }>('GET', '/v1/entities/filters/');
    expect(status).toBe(200);
    expect(body.event_type).toContain('DELETE_ALL');
    expect([body.users, body.categories]).toEqual([['rosa'], []]);
    expect(body.parameters[0]).toEqual({
      name: 'user_id',
      label: 'User ID',
      type: 'text',
      placeholder: 'Id of the user',
      options: [],
    });
  });
});

describe('naming a project', () => {
  it('works with a key for all projects, and is refused to a key for one', async () => {
    const made = await admin.rest<{ project_id: string }>(
      'POST',
      `/api/v1/orgs/organizations/${test.admin.orgId}/projects/`,
      { name: 'Other' },
    );
    const other = made.body.project_id;
    const named = await admin.rest('POST', '/v1/users/', {
      user_id: 'li',
      project_id: other,
      org_id: test.admin.orgId,
    });
    expect([named.status, named.body.project]).toEqual([201, other]);
    const { body } = await admin.rest<{ count: number }>('GET', `/v1/entities/?project_id=${other}`);
    expect(body.count).toBe(1);
    expect((await admin.rest<{ count: number }>('GET', '/v1/entities/')).body.count).toBe(0);
    const ada = await person(test.app.services, 'ada');
    const [first, second] = [
      await tenant(test.app.services, [[ada, 'OWNER']]),
      await tenant(test.app.services, [[ada, 'OWNER']]),
    ];
    const bound = test.as(await test.keyFor(ada, { projectId: first.projectId }));
    expect((await bound.rest('GET', `/v1/entities/?project_id=${first.projectId}`)).status).toBe(200);
    expect((await bound.rest('GET', `/v1/entities/?project_id=${second.projectId}`)).status).toBe(403);
    expect((await admin.rest('GET', '/v1/entities/?project_id=unknown')).status).toBe(403);
    expect((await admin.rest('GET', `/v1/entities/?project_id=${other}&org_id=unknown`)).status).toBe(403);
  });
});

describe('members', () => {
  it('who are none are not found when their role is changed or they are removed', async () => {
    const path = `/api/v1/orgs/organizations/${test.admin.orgId}/projects/${test.admin.projectId}/members/`;
    const changed = await admin.rest('PUT', path, { email: 'nobody@example.com', role: 'READER' });
    expect([changed.status, changed.body]).toEqual([
      404,
      { message: expect.stringContaining('has this email address'), detail: changed.body.message },
    ]);
    expect((await admin.rest('DELETE', `${path}?email=nobody@example.com`)).status).toBe(404);
  });
});
