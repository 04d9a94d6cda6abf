import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestApp } from '../helpers/app.js';

// A setting that the product does not have: one entry of the list, added before anything reads it, and its column.
const entry = { kind: 'text', label: 'Icon', output: 'Icon of the project.', input: 'New icon of the project.' };
// Test files of a worker share modules, so this one takes copies of its own.
vi.resetModules();
const { projectSettings, settingNames, shownSettings } = await import('../../src/project-settings.js');
Object.assign(projectSettings, { icon: entry });
settingNames.push('icon' as never);

let test: TestApp;
let path: string;
beforeAll(async () => {
  const { startTestApp } = await import('../helpers/app.js');
  test = await startTestApp();
  await test.app.services.database.execute('ALTER TABLE projects ADD COLUMN icon text');
  path = `/api/v1/orgs/organizations/${test.admin.orgId}/projects/${test.admin.projectId}/`;
});
afterAll(async () => {
  await test.app.services.database.execute('ALTER TABLE projects DROP COLUMN icon');
  await test.close();
  vi.resetModules();
});

const admin = () => test.as(test.admin.apiKey);

const send = async (query: string, variables: object) =>
  (await admin().rest<{ data: unknown; errors?: unknown }>('POST', '/graphql', { query, variables })).body;

describe('an entry of the list of settings', () => {
  it('is a setting of a project in GraphQL', async () => {
    const change = `mutation ($input: UpdateProjectInput!) {
      updateProject(input: $input) {
        ... on UpdateProjectPayload { project { icon } }
        ... on ValidationError { fields { field messages } }
      }
    }`;
    expect(await send(change, { input: { id: test.admin.projectId, icon: 'a lamp' } })).toEqual({
      data: { updateProject: { project: { icon: 'a lamp' } } },
    });
  });

  it('is a setting of a project in REST, with the limit of its kind', async () => {
    expect(await admin().rest('PATCH', path, { icon: 'a boat' })).toMatchObject({ status: 200 });
    expect((await admin().rest('GET', `${path}?fields=icon`)).body).toEqual({ icon: 'a boat' });
    expect(await admin().rest('PATCH', path, { icon: 'a'.repeat(50_001) })).toMatchObject({
      status: 400,
      body: { message: 'icon may have 50000 characters at most.' },
    });
  });

  it('is in the OpenAPI document, with its description', async () => {
    const { body } = await admin().rest<{ components: { schemas: Record<string, { properties: object }> } }>(
      'GET',
      '/openapi.json',
    );
    const { Project, UpdateProjectRequest } = body.components.schemas;
    expect(Project?.properties).toMatchObject({ icon: { description: entry.output } });
    expect(UpdateProjectRequest?.properties).toMatchObject({ icon: { description: entry.input } });
  });

  it('has its label and limit in the list that the form and the changes of the dashboard are made from', () => {
    expect(shownSettings().at(-1)).toMatchObject({ name: 'icon', kind: 'text', label: 'Icon', limit: 50_000 });
  });

  it('is in the audit log, before and after', async () => {
    const query = `query ($id: ID!) {
      auditLogs(projectId: $id, filter: { action: "project.update" }) { edges { node { changes } } }
    }`;
    const { data } = await send(query, { id: test.admin.projectId });
    const { auditLogs } = data as { auditLogs: { edges: { node: { changes: unknown } }[] } };
    const changes = auditLogs.edges.map(({ node }) => node.changes as { icon: unknown });
    expect(changes.map(({ icon }) => icon)).toEqual([
      ['a lamp', 'a boat'],
      [null, 'a lamp'],
    ]);
  });
});
