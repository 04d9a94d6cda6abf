// Starts the product with a setting that it does not have, and prints what its APIs say about it, as JSON. The setting is one
// entry of the list, added before anything reads it, and its column. A process of its own: modules are shared by test files.
import { projectSettings, settingNames, shownSettings } from '../../src/project-settings.js';

const entry = { kind: 'text', label: 'Icon', output: 'Icon of the project.', input: 'New icon of the project.' };
Object.assign(projectSettings, { icon: entry });
settingNames.push('icon' as never);

const [{ createApp }, { bootstrap }, { loadConfig }] = await Promise.all([
  import('../../src/app.js'),
  import('../../src/commands/bootstrap.js'),
  import('../../src/config.js'),
]);
const app = await createApp(loadConfig(process.env));
await app.services.database.execute('ALTER TABLE projects ADD COLUMN icon text');
const { apiKey, orgId, projectId } = await bootstrap(app.services);
const path = `/api/v1/orgs/organizations/${orgId}/projects/${projectId}/`;

async function send(method: 'GET' | 'POST' | 'PATCH', url: string, body?: object): Promise<[number, unknown]> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await app.inject({ method, url, headers, ...(body && { payload: body }) });
  return [response.statusCode, response.json()];
}

const graphql = async (query: string, variables: object) => (await send('POST', '/graphql', { query, variables }))[1];

const changed = await graphql(
  `
    mutation ($input: UpdateProjectInput!) {
      updateProject(input: $input) {
        ... on UpdateProjectPayload {
          project {
            icon
          }
        }
        ... on ValidationError {
          fields {
            field
            messages
          }
        }
      }
    }
  `,
  { input: { id: projectId, icon: 'a lamp' } },
);
const patched = await send('PATCH', path, { icon: 'a boat' });
const read = await send('GET', `${path}?fields=icon`);
const refused = await send('PATCH', path, { icon: 'a'.repeat(50_001) });
const [, document] = await send('GET', '/openapi.json');
const audited = await graphql(
  `
    query ($id: ID!) {
      auditLogs(projectId: $id, filter: { action: "project.update" }) {
        edges {
          node {
            changes
          }
        }
      }
    }
  `,
  { id: projectId },
);
await app.close();
const report = { changed, patched, read, refused, document, audited, shown: shownSettings().at(-1) };
process.stdout.write(`${JSON.stringify(report)}\n`);
