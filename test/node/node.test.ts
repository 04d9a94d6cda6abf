import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId, prefixedId } from '../../src/ids.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { people, project, tenant, type People } from '../helpers/context.js';

interface Body {
  data: Record<string, unknown> | null;
  errors?: unknown[];
}

let app: TestApp;
let cast: People;
let owner: string;
let outsider: string;
let ids: Record<(typeof kinds)[number], string>;

beforeAll(async () => {
  app = await startTestApp();
  const { services } = app.app;
  cast = await people(services);
  const { organizationId, projectId } = await tenant(services, [[cast.ada, 'OWNER']], [[cast.ada, 'OWNER']]);
  owner = await app.keyFor(cast.ada, { projectId });
  outsider = await app.keyFor(cast.eve);
  const made = await ask(
    owner,
    `mutation {
    addMemories(input: { userId: "u", infer: false, messages: [{ role: USER, content: "The lamp is out." }, { role: USER, content: "The lamp is lit." }] }) { ... on AddMemoriesPayload { event { id } results { id: memoryId } } }
    createWebhook(input: { name: "w", url: "https://example.com/", eventTypes: [MEMORY_ADD] }) { ... on CreateWebhookPayload { webhook { id } } }
  }`,
  );
  const { data } = JSON.parse(made) as {
    data: {
      addMemories: { event: { id: string }; results: { id: string }[] };
      createWebhook: { webhook: { id: string } };
    };
  };
  const keys = JSON.parse(await ask(owner, '{ apiKeys { edges { node { id } } } }')) as {
    data: { apiKeys: { edges: { node: { id: string } }[] } };
  };
  const [newer, older] = data.addMemories.results.map(({ id }) => id);
  const more = await ask(
    owner,
    `mutation {
    setMemoryLink(input: { newerMemoryId: "${newer}", olderMemoryId: "${older}" }) { ... on SetMemoryLinkPayload { memoryLink { id } } }
    giveFeedback(input: { memoryId: "${newer}", rating: POSITIVE }) { ... on GiveFeedbackPayload { feedback { id } } }
    createLogStream(input: { projectId: "${projectId}", name: "l", source: AUDIT_LOG, format: NDJSON, url: "https://example.com/" }) { ... on CreateLogStreamPayload { logStream { id } } }
    addProjectMember(input: { projectId: "${projectId}", email: "new@example.com", role: READER }) { ... on AddProjectMemberPayload { invitation { id } } }
  }`,
  );
  const { data: linked } = JSON.parse(more) as { data: Record<string, Record<string, { id: string }>> };
  const lists = `{ entities(first: 1) { nodes { id } } auditLogs(first: 1, projectId: "${projectId}") { nodes { id } } requestLogs(first: 1) { nodes { id } } }`;
  const read = async () =>
    (JSON.parse(await ask(owner, lists)) as { data: Record<string, { nodes: { id: string }[] }> }).data;
  // A request is in the log soon after its answer.
  await vi.waitFor(async () => expect((await read())['requestLogs']?.nodes).toHaveLength(1), { timeout: 10_000 });
  const listed = await read();
  ids = {
    Entity: listed['entities']?.nodes[0]?.id ?? '',
    AuditLog: listed['auditLogs']?.nodes[0]?.id ?? '',
    RequestLog: listed['requestLogs']?.nodes[0]?.id ?? '',
    MemoryLink: linked['setMemoryLink']?.['memoryLink']?.id ?? '',
    Feedback: linked['giveFeedback']?.['feedback']?.id ?? '',
    LogStream: linked['createLogStream']?.['logStream']?.id ?? '',
    Invitation: linked['addProjectMember']?.['invitation']?.id ?? '',
    Organization: organizationId,
    Project: projectId,
    Memory: data.addMemories.results[0]?.id ?? '',
    Event: data.addMemories.event.id,
    ApiKey: keys.data.apiKeys.edges[0]?.node.id ?? '',
    Webhook: data.createWebhook.webhook.id,
  };
});
afterAll(() => app.close());

/** Returns the body byte for byte. */
async function ask(key: string, query: string, variables: Record<string, unknown> = {}): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  return (
    await app.app.inject({ method: 'POST', url: '/graphql', headers, payload: JSON.stringify({ query, variables }) })
  ).body;
}

const nodeQuery = 'query($id: ID!) { node(id: $id) { id __typename } }';
const kinds = [
  'Organization',
  'Project',
  'Memory',
  'Event',
  'ApiKey',
  'Webhook',
  'Entity',
  'MemoryLink',
  'Feedback',
  'Invitation',
  'LogStream',
  'RequestLog',
  'AuditLog',
] as const;

/** Returns an unused id of this kind. */
function absent(kind: (typeof kinds)[number]): string {
  if (kind === 'Organization') return prefixedId('org');
  if (kind === 'Project') return prefixedId('proj');
  if (kind === 'Webhook') return prefixedId('wh');
  if (kind === 'LogStream') return prefixedId('ls');
  if (kind === 'Entity') return 'ent_999999999';
  if (kind === 'RequestLog') return 'req_99999999999';
  return newId();
}

describe('node', () => {
  it.each(kinds)('finds a %s by its id', async (kind) => {
    expect(JSON.parse(await ask(owner, nodeQuery, { id: ids[kind] }))).toEqual({
      data: { node: { id: ids[kind], __typename: kind } },
    });
  });

  it.each(kinds)('is null for a foreign %s, exactly as for one that does not exist', async (kind) => {
    const foreign = await ask(outsider, nodeQuery, { id: ids[kind] });
    expect(foreign).toBe(await ask(outsider, nodeQuery, { id: absent(kind) }));
    expect(JSON.parse(foreign)).toEqual({ data: { node: null } });
  });

  it('finds audit log rows of the organization for its OWNERs and of the installation for admins, and none of them for bound keys', async () => {
    const rows = async (where: string) => {
      const { data } = JSON.parse(
        await ask(app.admin.apiKey, `{ auditLogs(first: 20${where}) { nodes { id organizationId projectId } } }`),
      ) as {
        data: { auditLogs: { nodes: { id: string; organizationId: string | null; projectId: string | null }[] } };
      };
      return data.auditLogs.nodes;
    };
    const unbound = await app.keyFor(cast.ada);
    const renaming = 'mutation ($id: ID!) { updateOrganization(input: { id: $id, name: "Lamps" }) { __typename } }';
    await ask(unbound, renaming, { id: ids.Organization });
    const ofOrganization = (await rows(`, organizationId: "${ids.Organization}"`)).find(
      ({ projectId }) => projectId === null,
    );
    const ofInstallation = (await rows('')).find(({ organizationId }) => organizationId === null);
    const find = async (key: string, id = '') => JSON.parse(await ask(key, nodeQuery, { id })) as Body;
    const [organizationRow, installationRow] = [ofOrganization?.id ?? '', ofInstallation?.id ?? ''];
    expect((await find(unbound, organizationRow)).data).toEqual({
      node: { id: organizationRow, __typename: 'AuditLog' },
    });
    expect((await find(app.admin.apiKey, installationRow)).data).toEqual({
      node: { id: installationRow, __typename: 'AuditLog' },
    });
    for (const [key, id] of [
      [unbound, installationRow],
      [owner, installationRow],
      [owner, organizationRow],
      [outsider, organizationRow],
    ] as const)
      expect((await find(key, id)).data).toEqual({ node: null });
  });

  it('finds nothing of the organization for a key of another of its projects', async () => {
    const projectId = await project(app.app.services, ids.Organization, [[cast.ada, 'OWNER']]);
    const bound = await app.keyFor(cast.ada, { projectId });
    // The name of its organization is all that it sees of it. API keys belong to people.
    for (const kind of kinds.filter((each) => each !== 'ApiKey' && each !== 'Organization'))
      expect([kind, JSON.parse(await ask(bound, nodeQuery, { id: ids[kind] }))]).toEqual([
        kind,
        { data: { node: null } },
      ]);
  });

  const long = 'a'.repeat(10_000);
  it.each([
    '',
    'x',
    'org_',
    'proj_%',
    "proj_' OR 1=1",
    'wh_\0',
    '..%2f',
    long,
    '0190C6C5-0000-7000-8000-000000000000',
    '{0190c6c5-0000-7000-8000-000000000000}',
  ])('is null for what is no id (%#)', async (id) => {
    expect(JSON.parse(await ask(owner, nodeQuery, { id }))).toEqual({ data: { node: null } });
  });

  it('finds several in the order of their ids, with null for each that is hidden', async () => {
    const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const wanted = [ids.Memory, absent('Memory'), ids.Organization, 'x', ids.Memory];
    const { data } = JSON.parse(await ask(owner, query, { ids: wanted })) as Body;
    expect(data).toEqual({ nodes: [{ id: ids.Memory }, null, { id: ids.Organization }, null, { id: ids.Memory }] });
    const hidden = JSON.parse(await ask(outsider, query, { ids: wanted })) as Body;
    expect(hidden.data).toEqual({ nodes: [null, null, null, null, null] });
  });

  it('finds a hundred at most', async () => {
    const { errors } = JSON.parse(
      await ask(owner, 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: Array(101).fill('x') }),
    ) as Body;
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: { ids: [expect.any(String)] } } }]);
  });
});

describe('a foreign object', () => {
  it.each([
    ['memory', 'Memory'],
    ['project', 'Project'],
    ['organization', 'Organization'],
    ['event', 'Event'],
    ['webhook', 'Webhook'],
  ] as const)('is answered by %s byte for byte as what does not exist', async (field, kind) => {
    const query = `query($id: ID!) { ${field}(id: $id) { id } }`;
    const foreign = await ask(outsider, query, { id: ids[kind] });
    expect(foreign).toBe(await ask(outsider, query, { id: absent(kind) }));
    expect(JSON.parse(foreign)).toMatchObject({
      data: { [field]: null },
      errors: [{ path: [field], extensions: { code: 'NOT_FOUND' } }],
    });
    expect(JSON.parse(await ask(owner, query, { id: ids[kind] }))).toEqual({ data: { [field]: { id: ids[kind] } } });
  });

  it.each([
    ['memories', 'memories(projectId: $id)'],
    ['entities', 'entities(projectId: $id)'],
    ['events', 'events(projectId: $id)'],
    ['requestLogs', 'requestLogs(projectId: $id)'],
  ])('is answered by the list %s byte for byte as what does not exist', async (_list, field) => {
    const query = `query($id: ID!) { ${field} { totalCount } }`;
    expect(await ask(outsider, query, { id: ids.Project })).toBe(await ask(outsider, query, { id: absent('Project') }));
  });

  it('cannot be changed, with the same answer as for what does not exist', async () => {
    const mutations = [
      [
        'Memory',
        'mutation($id: ID!) { deleteMemory(input: { id: $id }) { __typename ... on Error { code message } } }',
      ],
      [
        'Project',
        'mutation($id: ID!) { deleteProject(input: { id: $id }) { __typename ... on Error { code message } } }',
      ],
      [
        'Project',
        'mutation($id: ID!) { addProjectMember(input: { projectId: $id, email: "eve@example.com", role: OWNER }) { __typename ... on Error { code message } } }',
      ],
      [
        'ApiKey',
        'mutation($id: ID!) { revokeApiKey(input: { id: $id }) { __typename ... on Error { code message } } }',
      ],
      [
        'Webhook',
        'mutation($id: ID!) { deleteWebhook(input: { id: $id }) { __typename ... on Error { code message } } }',
      ],
    ] as const;
    for (const [kind, mutation] of mutations) {
      const foreign = await ask(outsider, mutation, { id: ids[kind] });
      expect(foreign).toBe(await ask(outsider, mutation, { id: absent(kind) }));
      expect(foreign).toContain('"NOT_FOUND"');
    }
  });
});
