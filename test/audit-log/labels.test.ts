import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { person, project } from '../helpers/context.js';

let test: TestApp;
let ann: Client;
let bob: Client;
let projectId: string;
let annKey: string;
beforeAll(async () => {
  test = await startTestApp();
  const [first, second] = [await person(test.app.services, 'ann'), await person(test.app.services, 'bob')];
  projectId = await project(test.app.services, test.admin.orgId, [
    [first, 'OWNER'],
    [second, 'OWNER'],
  ]);
  annKey = await test.keyFor(first);
  ann = test.as(annKey);
  bob = test.as(await test.keyFor(second, { projectId }));
});
afterAll(() => test.close());

async function graphql<Data>(client: Client, query: string): Promise<Data> {
  const { body } = await client.rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query });
  expect(body.errors).toBeUndefined();
  return body.data;
}

interface Row {
  readonly action: string;
  readonly targetName: string | null;
  readonly keyLabel: string | null;
  readonly keyPrefix: string | null;
}

const read = async (client: Client, action: string): Promise<Row | undefined> => {
  const query = `{ auditLogs(projectId: "${projectId}", filter: { action: "${action}" }) { nodes { action targetName keyLabel keyPrefix } } }`;
  return (await graphql<{ auditLogs: { nodes: Row[] } }>(client, query)).auditLogs.nodes[0];
};

it('names changed objects, also deleted ones, and the key of a change for its owner, admins and the project of the key', async () => {
  const url = 'https://hooks.example.com/';
  const { createWebhook } = await graphql<{ createWebhook: { webhook: { id: string } } }>(
    bob,
    `mutation { createWebhook(input: { projectId: "${projectId}", name: "billing-sync", url: "${url}", eventTypes: [MEMORY_ADD] }) {
      ... on CreateWebhookPayload { webhook { id } } } }`,
  );
  const { id } = createWebhook.webhook;
  const rename = `mutation { updateWebhook(input: { id: "${id}", name: "billing" }) { __typename } }`;
  await graphql(ann, rename);
  expect(await read(ann, 'webhook.create')).toMatchObject({ targetName: 'billing', keyLabel: 'test' });
  const [own, byColleague] = [await read(ann, 'webhook.update'), await read(bob, 'webhook.update')];
  expect(own).toMatchObject({ targetName: 'billing', keyLabel: 'test', keyPrefix: annKey.slice(0, 12) });
  // Ann's key opens all of her projects, so its label may say something about the others.
  expect(byColleague).toEqual({ ...own, keyLabel: null });
  expect(await read(test.as(test.admin.apiKey), 'webhook.update')).toEqual(own);

  await graphql(ann, `mutation { deleteWebhook(input: { id: "${id}" }) { __typename } }`);
  expect(await read(ann, 'webhook.delete')).toMatchObject({ targetName: 'billing' });
  expect(await read(ann, 'webhook.update')).toMatchObject({ targetName: 'billing' });
});

it('shows the label of the key of a request', async () => {
  await ann.rest('GET', '/v1/entities/');
  const query = `{ requestLogs(projectId: "${projectId}", first: 50) { nodes { keyPrefix keyLabel } } }`;
  await expect
    .poll(async () => {
      const { requestLogs } = await graphql<{ requestLogs: { nodes: Row[] } }>(ann, query);
      return requestLogs.nodes.find(({ keyPrefix }) => keyPrefix === annKey.slice(0, 12))?.keyLabel;
    })
    .toBe('test');
});
