import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import { clean } from '../../src/jobs/housekeeping.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { person, project } from '../helpers/context.js';
import { idle } from '../deletion/helpers.js';

let test: TestApp;
let owner: Client;
let projectId: string;
let olga: CallerUser;
let rita: CallerUser;
let sam: CallerUser;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await stored();
  await test.reset();
  olga = await person(test.app.services, 'olga');
  [rita, sam] = [await person(test.app.services, 'rita'), await person(test.app.services, 'sam')];
  projectId = await project(test.app.services, test.admin.orgId, [
    [olga, 'OWNER'],
    [rita, 'READER'],
    [sam, 'READER'],
  ]);
  owner = test.as(await test.keyFor(olga));
});
afterAll(() => test.close());

interface Body {
  readonly url: string;
  readonly request: string | null;
  readonly response: string | null;
  readonly isCut: boolean;
}
interface Row {
  readonly requestId: string;
  readonly body: Body | null;
}

async function graphql<Data>(query: string, variables: object = {}, as = owner): Promise<Data> {
  const { body } = await as.rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const store = (isOn: boolean, id = projectId) =>
  graphql(
    'mutation ($id: ID!, $isOn: Boolean!) { updateProject(input: { id: $id, storesRequestBodies: $isOn }) { __typename } }',
    {
      id,
      isOn,
    },
  );

async function stored(): Promise<void> {
  await test.app.services.requestLogs.flush();
  await test.app.services.requestBodies?.flush();
}

/** Body of the request with this ID, as a caller reads it. */
async function bodyOf(requestId: unknown, as = owner): Promise<Body | null | undefined> {
  await stored();
  const query =
    'query ($id: String) { requestLogs(filter: { requestId: $id }) { nodes { requestId body { url request response isCut } } } }';
  return (await graphql<{ requestLogs: { nodes: Row[] } }>(query, { id: requestId }, as)).requestLogs.nodes[0]?.body;
}

async function logged(requestId: unknown): Promise<{ readonly id: string }> {
  await stored();
  const query = 'query ($id: String) { requestLogs(filter: { requestId: $id }) { nodes { id } } }';
  const { requestLogs } = await graphql<{ requestLogs: { nodes: [{ id: string }] } }>(query, { id: requestId });
  return requestLogs.nodes[0];
}

const count = async () => {
  await stored();
  const [row] = await test.app.services.database.query<{ total: number }>(
    'SELECT count(*) AS total FROM request_bodies',
  );
  return row?.total;
};

const search = (query: string, as = owner) =>
  as.rest('POST', '/v3/memories/search/', { query, filters: { user_id: 'ada' }, project_id: projectId });

const add = (content: string, values: object = {}, as = owner) =>
  as.rest<{ results: { id: string }[] }>('POST', '/v3/memories/add/', {
    user_id: 'ada',
    infer: false,
    project_id: projectId,
    messages: [{ role: 'user', content }],
    ...values,
  });

const idOf = (answer: { headers: Readonly<Record<string, unknown>> }) => answer.headers['x-request-id'];

describe('bodies of requests', () => {
  it('are not stored by default', async () => {
    const answer = await add('I own a lamp.');
    expect(answer.status).toBe(200);
    expect(await count()).toBe(0);
    expect(await bodyOf(idOf(answer))).toBeNull();
  });

  it('are stored as they were sent, over REST and GraphQL, with the query string', async () => {
    await store(true);
    const added = await add('I own a lamp.');
    expect(await bodyOf(idOf(added))).toEqual({
      url: '/v3/memories/add/',
      request: JSON.stringify({
        user_id: 'ada',
        infer: false,
        project_id: projectId,
        messages: [{ role: 'user', content: 'I own a lamp.' }],
      }),
      response: JSON.stringify(added.body),
      isCut: false,
    });
    const listed = await owner.rest('GET', `/v1/memories/?user_id=ada&project_id=${projectId}`);
    expect(await bodyOf(idOf(listed))).toMatchObject({
      url: `/v1/memories/?user_id=ada&project_id=${projectId}`,
      request: null,
      response: JSON.stringify(listed.body),
    });
    const sent = {
      query: 'query ($id: ID) { memories(projectId: $id) { nodes { text } } }',
      variables: { id: projectId },
    };
    const asked = await owner.rest('POST', '/graphql', sent);
    expect(await bodyOf(idOf(asked))).toEqual({
      url: '/graphql',
      request: JSON.stringify(sent),
      response: '{"data":{"memories":{"nodes":[{"text":"I own a lamp."}]}}}',
      isCut: false,
    });
  });

  it('of a refused request show the refused value', async () => {
    await store(true);
    await search('a lamp');
    const refused = await owner.rest('POST', '/v3/memories/search/', {
      query: 'a',
      filters: { user_id: 'ada' },
      top_k: -7,
      project_id: projectId,
    });
    expect(refused.status).toBe(400);
    expect((await bodyOf(idOf(refused)))?.request).toContain('"top_k":-7');
  });

  it('hold no credentials, whether a field names them or they look like one', async () => {
    await store(true);
    const secrets = ['hunter2-hunter2', 'sk-abcdefghijklmnop1234', 'm0sk_abcdefgh12345678', 'p4ssw0rd!'];
    const metadata = {
      password: secrets[0],
      note: `the key ${secrets[1]}`,
      headers: [{ name: 'Authorization', value: secrets[3] }],
    };
    const added = await add(`Mine is ${secrets[2]}.`, { metadata });
    const query = `query { memories(projectId: "${projectId}", filter: { metadata: { api_key: "${secrets[0]}" } }) { nodes { id } } }`;
    const asked = await owner.rest('POST', '/graphql', { query });
    const listed = await owner.rest('GET', `/v1/memories/?user_id=ada&project_id=${projectId}&token=${secrets[0]}`);
    const made = await owner.rest('POST', '/graphql', {
      query: `mutation { createApiKey(input: { label: "x", projectId: "${projectId}" }) { ... on CreateApiKeyPayload { secret } } }`,
    });
    const bodies = [];
    for (const answer of [added, asked, listed, made]) bodies.push(await bodyOf(idOf(answer)));
    expect(bodies[0]?.request).toContain('"password":"[redacted]"');
    expect(bodies[1]?.request).toContain('api_key: \\"[redacted]');
    expect(bodies[2]?.url).toContain('token=[redacted]');
    const text = JSON.stringify(bodies);
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/m0sk_(?!\[)/);
  });

  it.each<[string, unknown, string]>([
    ['the name of a field', { 'sk-proj-abcdefghijklmnop1234': 1 }, 'sk-proj-abcdefghijklmnop1234'],
    ['a field that sounds like one', { 'door code': '5580' }, '5580'],
    ['a number in such a field', { doorCode: 5580 }, '5580'],
    ['a list of a sentence in parts', ['my pin is', '4921'], '4921'],
    ['a list in a field that is named like one', { password: ['Sunflower'] }, 'Sunflower'],
    ['an object in such a field', { credentials: { ada: 'Sunflower' } }, 'Sunflower'],
    ['a number in a field that is named like one', { pin: 4921 }, '4921'],
    ['a sentence beside others', { day: 'May 3', note: { text: 'My PIN is 4921.' } }, '4921'],
  ])('hold no secret that is %s, in metadata and in a text that is JSON', async (_what, value, secret) => {
    await store(true);
    const metadata = { text: 'a lamp', 'page count': '5581', value };
    const added = await add('I own a lamp.', { metadata });
    const inText = await add(JSON.stringify(metadata));
    for (const answer of [added, inText]) {
      const body = await bodyOf(idOf(answer));
      expect(body?.request).toContain('5581');
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  it('keep UUIDs whose digits look like the number of a card', async () => {
    await store(true);
    const metadata = { shipment: '41111111-1111-4111-8111-411111111111' };
    expect((await bodyOf(idOf(await add('a lamp', { metadata }))))?.request).toContain(metadata.shipment);
  });

  it('are cut at 16 kB, and not stored beyond 128 kB', async () => {
    await store(true);
    const long = await bodyOf(idOf(await add('a lamp '.repeat(4_000))));
    expect([long?.request?.length, long?.isCut]).toEqual([16_384, true]);
    const huge = await bodyOf(idOf(await add('a', { metadata: { text: 'a lamp '.repeat(30_000) } })));
    expect([huge?.request, huge?.isCut]).toEqual([null, true]);
  });

  it('of an import are its response alone: a deletion of the memories would not find the request', async () => {
    await store(true);
    const input = { projectId, format: 'JSONL', userId: 'ada', content: '{"id":"1","text":"Ada grows seven quinces"}' };
    const query = 'mutation ($input: ImportMemoriesInput!) { load: importMemories(input: $input) { __typename } }';
    const body = await bodyOf(idOf(await owner.rest('POST', '/graphql', { query, variables: { input } })));
    expect(body).toMatchObject({ request: null, response: '{"data":{"load":{"__typename":"ImportMemoriesPayload"}}}' });
  });

  it('of a request that used several projects are not stored', async () => {
    await store(true);
    const other = (
      await graphql<{ createProject: { project: { id: string } } }>(
        'mutation ($org: ID!) { createProject(input: { name: "Other", organizationId: $org }) { ... on CreateProjectPayload { project { id } } } }',
        { org: test.admin.orgId },
        test.as(test.admin.apiKey),
      )
    ).createProject.project.id;
    const admin = test.as(test.admin.apiKey);
    const query = `{ a: memories(projectId: "${projectId}") { nodes { id } } b: memories(projectId: "${other}") { nodes { id } } }`;
    expect(await bodyOf(idOf(await admin.rest('POST', '/graphql', { query })), admin)).toBeNull();
  });

  it('are read by those who may read the memories and the request, and by no others', async () => {
    await store(true);
    const [reader, other] = [test.as(await test.keyFor(rita)), test.as(await test.keyFor(sam))];
    const searched = idOf(await search('a lamp', reader));
    expect((await bodyOf(searched))?.request).toContain('a lamp');
    expect((await bodyOf(searched, reader))?.request).toContain('a lamp');
    expect(await bodyOf(searched, other)).toBeUndefined();
    // Who left the project still sees that the request was made.
    await test.app.services.database.query('DELETE FROM project_members WHERE user_id = $1', [rita.id]);
    expect(await bodyOf(searched, reader)).toBeNull();
  });

  it('are not read with a key that is bound to another project of the same organization and owner', async () => {
    await store(true);
    const searched = idOf(await search('a lamp'));
    const other = await project(test.app.services, test.admin.orgId, [[olga, 'OWNER']]);
    await store(true, other);
    const sibling = test.as(await test.keyFor(olga, { projectId: other }));
    const { id } = await logged(searched);
    expect(await bodyOf(searched)).not.toBeNull();
    expect(await bodyOf(searched, sibling)).toBeUndefined();
    const query = 'query ($id: ID!) { requestLog(id: $id) { id body { request response } } }';
    const hidden = await sibling.rest('POST', '/graphql', { query, variables: { id } });
    expect(hidden.body).toMatchObject({ data: { requestLog: null }, errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    const named = 'query ($id: ID!) { requestLogs(projectId: $id) { nodes { body { request } } } }';
    const refused = await sibling.rest('POST', '/graphql', { query: named, variables: { id: projectId } });
    expect(JSON.stringify(refused.body)).not.toContain('a lamp');
    expect(refused.body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  it('of MCP over HTTP are the message and the answer to it, as they were sent', async () => {
    await store(true);
    const { apiUrl } = await test.app.listen();
    await add('I own a lamp.');
    const message = {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'search_memories', arguments: { query: 'lamp', user_id: 'ada' } },
    };
    const answer = await fetch(`${apiUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await test.keyFor(olga, { projectId })}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(message),
    });
    const sent = (await answer.text()).split('data: ').at(-1) ?? '';
    expect(sent).toContain('I own a lamp.');
    await expect
      .poll(() => bodyOf(answer.headers.get('x-request-id')))
      .toEqual({
        url: '/mcp',
        request: JSON.stringify(message),
        response: JSON.stringify(JSON.parse(sent)),
        isCut: false,
      });
  });

  it('are hidden at once when the setting is switched off, and then removed', async () => {
    await store(true);
    const searched = idOf(await search('a lamp'));
    expect(await bodyOf(searched)).not.toBeNull();
    await store(false);
    expect(await bodyOf(searched)).toBeNull();
    await clean(test.app.services);
    expect(await count()).toBe(0);
  });

  it('are kept for seven days, or for as long as the project keeps its requests', async () => {
    await store(true);
    const searched = idOf(await search('a lamp'));
    await stored();
    const age = (days: number) =>
      test.app.services.database.query('UPDATE request_bodies SET created_at = now() - make_interval(days => $1)', [
        days,
      ]);
    await age(6);
    await clean(test.app.services);
    expect(await bodyOf(searched)).not.toBeNull();
    await graphql(
      `mutation { updateProject(input: { id: "${projectId}", requestLogRetentionDays: 2 }) { __typename } }`,
    );
    expect(await bodyOf(searched)).toBeNull();
    await age(3);
    await clean(test.app.services);
    const [row] = await test.app.services.database.query<{ oldest: number }>(
      "SELECT count(*) AS oldest FROM request_bodies WHERE created_at < now() - interval '2 days'",
    );
    expect(row?.oldest).toBe(0);
  });
});

describe('an erasure', () => {
  it('of a user empties the bodies of the project, also those that are not yet written', async () => {
    await store(true);
    await add('I own a lamp.');
    await search('the lamp of ada');
    await stored();
    expect(await count()).toBeGreaterThan(0);
    await search('the other lamp of ada');
    await graphql(
      `mutation { eraseSubject(input: { projectId: "${projectId}", type: USER, name: "ada" }) { __typename } }`,
    );
    expect(await count()).toBe(0);
  });

  it('of an entity does so too', async () => {
    await store(true);
    await add('I own a lamp.');
    await stored();
    const path = `/v2/entities/user/ada/?project_id=${projectId}`;
    expect((await owner.rest('DELETE', path)).status).toBe(200);
    await idle(test.app.services);
    expect(await count()).toBe(0);
  });

  it('of a memory removes the bodies that contain its ID, and keeps others', async () => {
    await store(true);
    const added = await add('I own a lamp.');
    const kept = await add('My boat is blue.', { user_id: 'bob' });
    await stored();
    const listed = await owner.rest('GET', `/v1/memories/?user_id=ada&project_id=${projectId}`);
    const id = added.body.results[0]?.id ?? '';
    expect((await owner.rest('DELETE', `/v1/memories/${id}/`)).status).toBe(200);
    expect([await bodyOf(idOf(added)), await bodyOf(idOf(listed))]).toEqual([null, null]);
    expect(await bodyOf(idOf(kept))).not.toBeNull();
    const [row] = await test.app.services.database.query<{ found: number }>(
      "SELECT count(*) AS found FROM request_bodies b WHERE b::text LIKE '%lamp%' AND request NOT LIKE '%requestLogs%'",
    );
    expect(row?.found).toBe(0);
  });
});
