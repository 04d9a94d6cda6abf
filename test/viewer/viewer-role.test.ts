import { afterAll, beforeAll, expect, it } from 'vitest';
import { organizationActions, projectActions } from '../../src/auth/permissions.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { people, project, tenant, type People, type Tenant } from '../helpers/context.js';

let app: TestApp;
let cast: People;
let where: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  const { services } = app.app;
  cast = await people(services);
  where = await tenant(
    services,
    [
      [cast.bob, 'READER'],
      [cast.eve, 'OWNER'],
    ],
    [
      [cast.ada, 'OWNER'],
      [cast.bob, 'READER'],
    ],
  );
});
afterAll(() => app.close());

interface Answer {
  data: {
    projects: { edges: { node: { id: string; viewerRole: string; organization: { viewerRole: string } } }[] };
    organization: { viewerRole: string };
  };
}

async function ask(key: string): Promise<Answer['data']> {
  const query = `query Roles($id: ID!) { projects(organizationId: $id, first: 100) { edges { node { id viewerRole organization { viewerRole } } } } organization(id: $id) { viewerRole } }`;
  return (await app.as(key).rest<Answer>('POST', '/graphql', { query, variables: { id: where.organizationId } })).body
    .data;
}

it('shows callers what they may do: an owner of the organization owns its projects, and a guest only reads the organization', async () => {
  const roles = async (key: string) => {
    const { projects, organization } = await ask(key);
    const own = projects.edges.find(({ node }) => node.id === where.projectId)?.node;
    return [own?.viewerRole, own?.organization.viewerRole, organization.viewerRole];
  };
  expect(await roles(await app.keyFor(cast.ada))).toEqual(['OWNER', 'OWNER', 'OWNER']);
  expect(await roles(await app.keyFor(cast.bob))).toEqual(['READER', 'READER', 'READER']);
  expect(await roles(await app.keyFor(cast.eve))).toEqual(['OWNER', 'READER', 'READER']);
  expect(await roles(app.admin.apiKey)).toEqual(['OWNER', 'OWNER', 'OWNER']);
});

it('lists what the credential of the request may do, by role and by the limits of the key', async () => {
  const query = `query Permissions($project: ID!, $organization: ID!) {
    project(id: $project) { viewerPermissions } organization(id: $organization) { viewerPermissions } }`;
  const permissions = async (key: string) => {
    const variables = { project: where.projectId, organization: where.organizationId };
    const { data } = (
      await app
        .as(key)
        .rest<{ data: Record<'project' | 'organization', { viewerPermissions: string[] }> }>('POST', '/graphql', {
          query,
          variables,
        })
    ).body;
    return [data.project.viewerPermissions, data.organization.viewerPermissions];
  };
  expect(await permissions(await app.keyFor(cast.bob))).toEqual([
    ['PROJECT_READ', 'PROJECT_MEMBER_READ', 'MEMORY_READ', 'REQUEST_LOG_READ'],
    ['ORGANIZATION_READ', 'ORGANIZATION_MEMBER_READ'],
  ]);
  const toName = (action: string) => action.replace(/:|(?=[A-Z])/g, '_').toUpperCase();
  expect(await permissions(await app.keyFor(cast.ada))).toEqual([
    projectActions.map(toName),
    organizationActions.map(toName),
  ]);
  // The guest owns the project and only sees that the organization exists.
  expect(await permissions(await app.keyFor(cast.eve))).toEqual([projectActions.map(toName), ['ORGANIZATION_READ']]);
});

it('asks for all roles of a page in the same few statements, however many projects there are', async () => {
  const { services } = app.app;
  const count = async () => {
    const texts: string[] = [];
    await services.requestLogs.flush();
    const stop = services.database.onQuery((text) => {
      if (!/request_logs|pgboss|pg_advisory|api_keys/.test(text) && !/^(BEGIN|COMMIT)/.test(text)) texts.push(text);
    });
    const { projects } = await ask(app.admin.apiKey);
    stop();
    return { projects: projects.edges.length, texts };
  };
  // Work in the background can add statements to a run, so the smallest of three counts.
  const fewest = async () => {
    const runs = [await count(), await count(), await count()];
    return runs.reduce((least, run) => (run.texts.length < least.texts.length ? run : least));
  };
  await count();
  const few = await fewest();
  for (let more = 0; more < 20; more += 1) await project(services, where.organizationId);
  const many = await fewest();
  expect(many.projects - few.projects).toBe(20);
  expect(many.texts.length, many.texts.join('\n')).toBe(few.texts.length);
});
