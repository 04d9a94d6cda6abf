import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DashboardApp } from './browser.js';
import { held } from './graphql.js';

/**
 * Creates users, organizations, webhooks with deliveries, exports, a log stream and a deletion, for pages that would be empty.
 * @returns ends the receiver of the webhooks
 */
export async function addAdministration(app: DashboardApp): Promise<() => void> {
  const { projectId } = app.admin;
  const run = (name: string, input: object) =>
    held(
      app,
      `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { __typename } }`,
      {
        input,
      },
    );
  for (const name of ['Grace', 'Linus', 'Priya'])
    await run('createUser', { name, email: `${name.toLowerCase()}@example.com`, projectId });
  await run('createInvitation', { email: 'ann@example.com', projectId });
  await run('createOrganization', { name: 'Acme' });
  const receiver = createServer((request, response) =>
    response.writeHead(request.url === '/broken' ? 503 : 200).end('ok'),
  );
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  for (const [name, path] of [
    ['order-events', 'orders'],
    ['billing-sync', 'broken'],
  ])
    await run('createWebhook', { name, url: `${url}/${path}`, eventTypes: ['MEMORY_ADD', 'MEMORY_DELETE'], projectId });
  for (const content of ['Kai likes tea.', 'Kai lives in Ghent.', 'Kai plays chess.'])
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content }],
      user_id: 'kai',
      infer: false,
    });
  await run('createExport', { projectId, format: 'JSON' });
  await run('createExport', { projectId, format: 'CSV', filter: { userId: { eq: 'maya' } } });
  await run('createLogStream', {
    projectId,
    name: 'security-team',
    format: 'NDJSON',
    source: 'AUDIT_LOG',
    url: `${url}/logs`,
  });
  await run('deleteMemories', { projectId, userId: 'kai', undoSeconds: 86_400 });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  return () => {
    receiver.close();
    receiver.closeAllConnections();
  };
}
