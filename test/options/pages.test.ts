import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { connectApp, oauthClient, signIn } from '../mcp/oauth-client.js';
import { graphql } from './callers.js';

let gateway: TestApp;
beforeAll(async () => {
  gateway = await startTestApp();
  const { orgId, projectId, email, password } = gateway.admin;
  const write = (name: string, input: object) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const document = `mutation ($input: ${type}Input!) { ${name}(input: $input) { ... on ${type}Payload { __typename } } }`;
    return graphql(gateway, document, { input });
  };
  for (const name of ['ada', 'eve', 'li']) {
    await write('addMemories', { userId: name, infer: false, messages: [{ role: 'USER', content: `I am ${name}` }] });
    await write('createProject', { name, organizationId: orgId });
    await write('createUser', { name, email: `${name}@example.com`, projectId });
    await write('addOrganizationMember', { organizationId: orgId, email: `${name}@example.com`, role: 'READER' });
    await write('createExport', { format: 'JSON' });
    const endpoint = { format: 'NDJSON', source: 'AUDIT_LOG', url: 'https://logs.example.com/in', isActive: false };
    await write('createLogStream', { ...endpoint, name, projectId });
    const signedIn = await gateway.as(null).rest('POST', '/auth/login', { email, password });
    expect(signedIn.status).toBe(200);
  }
  await write('createLogStream', {
    ...{ format: 'NDJSON', source: 'AUDIT_LOG', url: 'https://logs.example.com/in', isActive: false },
    name: 'of the organization',
    organizationId: orgId,
  });
  const { memories } = await graphql<{ memories: { nodes: { id: string }[] } }>(
    gateway,
    '{ memories { nodes { id } } }',
  );
  const [first, second, third] = memories.nodes.map(({ id }) => id);
  for (const [olderMemoryId, newerMemoryId] of [
    [third, second],
    [second, first],
    [third, first],
  ])
    await write('setMemoryLink', { olderMemoryId, newerMemoryId, relation: 'SUPERSEDES' });
  for (let apps = 0; apps < 3; apps += 1) await connectApp(gateway);
});
afterAll(() => gateway.close());

interface Page {
  readonly edges: readonly { readonly cursor: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
}

/** Lists with the objects that they are fields of. */
const lists: readonly (readonly [string, (admin: TestApp['admin']) => string])[] = [
  ['connectedApps', () => ''],
  ['entities', () => ''],
  ['exports', () => ''],
  ['logStreams', ({ projectId }) => `projectId: "${projectId}"`],
  ['memoryHistory', () => ''],
  ['memoryLinks', () => ''],
  ['projects', () => ''],
  ['users', () => ''],
  ['viewer.sessions', () => ''],
  ['organization.members', ({ orgId }) => orgId],
  ['organization.projects', ({ orgId }) => orgId],
  ['project.members', ({ projectId }) => projectId],
];

/** Reads a document as the administrator, in a session where API keys may not. */
async function ask(document: string): Promise<Record<string, unknown>> {
  if (!document.includes('connectedApps')) return graphql(gateway, document);
  const { data, errors } = await oauthClient(gateway).graphql(await signIn(gateway), document);
  expect(errors).toBeUndefined();
  return { ...data };
}

/** Reads one page of a list by its first, last, after and before. */
async function readPage([name, given]: (typeof lists)[number], page: string): Promise<Page> {
  const own = given(gateway.admin);
  const [parent, field] = name.includes('.') ? name.split('.') : [null, name];
  const args = parent === null && own !== '' ? `${own}, ${page}` : page;
  const list = `${field}(${args}) { edges { cursor } pageInfo { hasNextPage hasPreviousPage } }`;
  const of = own === '' ? parent : `${parent}(id: "${own}")`;
  const data = await ask(parent === null ? `{ ${list} }` : `{ ${of} { ${list} } }`);
  const holder = parent === null ? data : (data[parent] as Record<string, unknown>);
  return holder[field ?? ''] as Page;
}

describe('a list of GraphQL', () => {
  it.each(lists)('is read forward by first and after, backward by last and before: %s', async (...list) => {
    const cursorsOf = ({ edges }: Page) => edges.map(({ cursor }) => cursor);
    const all = cursorsOf(await readPage(list, 'first: 100'));
    expect(all.length).toBeGreaterThanOrEqual(3);
    const [first, second] = all;
    const [secondLast, last] = all.slice(-2);
    const pages = await Promise.all([
      readPage(list, 'first: 1'),
      readPage(list, `first: 1, after: "${first}"`),
      readPage(list, 'last: 1'),
      readPage(list, `last: 1, before: "${last}"`),
    ]);
    expect(pages.map(cursorsOf)).toEqual([[first], [second], [last], [secondLast]]);
    expect(pages.map(({ pageInfo }) => pageInfo)).toEqual([
      { hasNextPage: true, hasPreviousPage: false },
      { hasNextPage: all.length > 2, hasPreviousPage: true },
      { hasNextPage: false, hasPreviousPage: true },
      { hasNextPage: true, hasPreviousPage: all.length > 2 },
    ]);
  });

  it('of log streams is that of a project, or of an organization with its projects', async () => {
    const namesOf = async (args: string) =>
      (
        await graphql<{ logStreams: { nodes: { name: string }[] } }>(
          gateway,
          `{ logStreams(${args}) { nodes { name } } }`,
        )
      ).logStreams.nodes.map(({ name }) => name);
    const { orgId, projectId } = gateway.admin;
    expect((await namesOf(`projectId: "${projectId}"`)).sort()).toEqual(['ada', 'eve', 'li']);
    expect((await namesOf(`organizationId: "${orgId}"`)).sort()).toEqual(['ada', 'eve', 'li', 'of the organization']);
  });
});

describe('a filter of memories', () => {
  it('combines conditions by and, or', async () => {
    const find = async (filter: string) => {
      const document = `{ memories(filter: ${filter}) { nodes { userId } } }`;
      const { memories } = await graphql<{ memories: { nodes: { userId: string }[] } }>(gateway, document);
      return memories.nodes.map(({ userId }) => userId).sort();
    };
    const [ada, eve] = ['{ userId: { eq: "ada" } }', '{ userId: { eq: "eve" } }'];
    expect(await find(`{ or: [${ada}, ${eve}] }`)).toEqual(['ada', 'eve']);
    expect(await find(`{ and: [${ada}, ${eve}] }`)).toEqual([]);
    expect(await find(`{ and: [${ada}, { or: [${ada}, ${eve}] }] }`)).toEqual(['ada']);
  });
});
