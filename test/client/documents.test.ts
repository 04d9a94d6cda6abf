import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema, Kind, parse, OperationTypeNode, type OperationDefinitionNode } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AddMemoriesDocument,
  CreateWebhookDocument,
  DeleteMemoriesDocument,
  DeletionDocument,
  LoginDocument,
  MeDocument,
  PreviewDeletionDocument,
  UndoDeletionDocument,
  WatchMemoryChangesDocument,
  WebhooksDocument,
} from '../../client/index.js';
import { startRunningApp, type RunningApp } from './running-app.js';

const folder = new URL('../../client/documents/', import.meta.url);
const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
const operations = readdirSync(folder).flatMap((file) =>
  parse(readFileSync(new URL(file, folder), 'utf8')).definitions.filter(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  ),
);

/** The selected root fields, such as `query viewer`. */
const asked = new Set(
  operations.flatMap(({ operation, selectionSet }) =>
    selectionSet.selections.flatMap((field) => (field.kind === Kind.FIELD ? [`${operation} ${field.name.value}`] : [])),
  ),
);
// Relay fields, for clients with an object store.
const generic = ['query node', 'query nodes'];

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

const add = (userId: string, content: string) =>
  app.client().request(AddMemoriesDocument, { input: { userId, infer: false, messages: [{ role: 'USER', content }] } });

describe('the documents of the typed client', () => {
  it('cover every query, mutation and subscription', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const all = roots.flatMap((type) =>
      Object.keys(type?.getFields() ?? {}).map((name) => `${String(type?.name).toLowerCase()} ${name}`),
    );
    expect(all.filter((name) => !asked.has(name))).toEqual(generic);
  });

  it('let every mutation be sent again under an idempotency key', () => {
    const mutations = operations.filter(({ operation }) => operation === OperationTypeNode.MUTATION);
    const without = mutations.filter(
      ({ variableDefinitions }) =>
        !variableDefinitions?.some(({ variable }) => variable.name.value === 'idempotencyKey'),
    );
    expect(without.map(({ name }) => name?.value)).toEqual([]);
  });

  it('start a deletion, follow it, and report when it is too late to cancel', async () => {
    const client = app.client();
    const { projectId } = app.admin;
    await add('ada', 'I live in Lisbon.');
    const order = { projectId, userId: 'ada' };
    expect((await client.request(PreviewDeletionDocument, { input: order })).previewDeletion).toMatchObject({
      memoryCount: 1,
      sample: [{ text: 'I live in Lisbon.' }],
    });

    const variables = { input: order, idempotencyKey: 'delete-ada-once' };
    const { deletion } = (await client.request(DeleteMemoriesDocument, variables)).deleteMemories;
    expect((await client.request(DeleteMemoriesDocument, variables)).deleteMemories.deletion.id).toBe(deletion.id);
    expect((await client.request(DeletionDocument, { id: deletion.id })).deletion).toMatchObject({
      id: deletion.id,
      projectId,
      memoryCount: 1,
    });
    const undone = client.request(UndoDeletionDocument, { input: { id: deletion.id } });
    await expect(undone).rejects.toMatchObject({ name: 'GatewayError', code: 'CONFLICT' });
  });

  it('sign in', async () => {
    const { email, password } = app.admin;
    const { session, user } = (
      await app.client({ apiKey: undefined }).request(LoginDocument, { input: { email, password } })
    ).login;
    expect(user.email).toBe(email);
    const { viewer } = await app.client({ apiKey: undefined, token: session.accessToken }).request(MeDocument);
    expect(viewer.user).toMatchObject({ id: user.id, role: 'ADMIN' });
  });

  it('create a webhook, whose secret is shown once', async () => {
    const client = app.client();
    const { projectId } = app.admin;
    const input = { projectId, name: 'Mine', url: 'https://hook.invalid/x', eventTypes: ['MEMORY_ADD' as const] };
    const { secret, webhook } = (await client.request(CreateWebhookDocument, { input })).createWebhook;
    expect(secret).toMatch(/^whsec_/);
    const { webhooks } = await client.request(WebhooksDocument, { projectId });
    expect(webhooks.edges.map(({ node }) => node)).toEqual([webhook]);
  });

  it('watch the memories of a project', async () => {
    const client = app.client();
    const changes = client.subscribe(WatchMemoryChangesDocument, {});
    let isThere = false;
    const first = changes.next().finally(() => (isThere = true));
    // A client is not notified that its subscription has begun, so changes are made until the first one arrives.
    for (let count = 0; !isThere; count += 1) await add('ada', `I keep ${count} bees.`);
    expect(await first).toMatchObject({
      value: {
        memoryChanges: {
          __typename: 'MemoryChanged',
          event: 'ADD',
          memory: { text: expect.stringMatching(/^I keep \d+ bees\.$/) },
        },
      },
    });
    await changes.return?.();
  });
});
