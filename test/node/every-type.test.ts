import { isInterfaceType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/schema/index.js';
import { absentIds, type Ids } from '../isolation/ids.js';
import { settleIsolation, type IsolationWorld } from '../isolation/world.js';

const schema = buildSchema();
const node = schema.getType('Node');
const nodeTypes = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];

/** The ID of an object of each type, from those of a tenant and from lists. */
const idsOf: Readonly<Record<string, (ids: Ids, lists: Lists) => string>> = {
  ActiveSession: ({ session }) => session,
  ApiKey: ({ apiKey }) => apiKey,
  AuditLog: (_ids, { auditLogs }) => auditLogs.nodes[0].id,
  ConnectedApp: ({ connectedApp }) => connectedApp,
  Deletion: ({ deletion }) => deletion,
  Entity: (_ids, { entities }) => entities.nodes[0].id,
  Event: ({ event }) => event,
  Export: (ids) => `exp_${ids.export}`,
  Feedback: (_ids, { feedback }) => feedback.nodes[0].id,
  Invitation: ({ invitation }) => invitation,
  LogStream: ({ logStream }) => logStream,
  Memory: ({ memory }) => memory,
  MemoryHistoryEntry: ({ memoryChange }) => memoryChange,
  MemoryLink: ({ link }) => link,
  Organization: ({ organization }) => organization,
  ProfileJob: ({ profileJob }) => profileJob,
  Project: ({ project }) => project,
  ReceivedInvitation: ({ receivedInvitation }) => receivedInvitation,
  RequestLog: ({ requestLog }) => requestLog,
  User: (_ids, { viewer }) => viewer.user.id,
  Webhook: ({ webhook }) => webhook,
  WebhookAttempt: ({ attempt }) => attempt,
  WebhookDelivery: ({ delivery }) => delivery,
};

type List = Readonly<{ nodes: readonly [{ readonly id: string }] }>;
interface Lists {
  readonly auditLogs: List;
  readonly entities: List;
  readonly feedback: List;
  readonly viewer: { readonly user: { readonly id: string } };
}

let world: IsolationWorld;
let lists: Lists;

async function ask(credential: string, query: string, id: string): Promise<unknown> {
  const { body } = await world.test.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${credential}` },
    payload: { query, variables: { id } },
  });
  return JSON.parse(body) as unknown;
}

const find = (credential: string, id: string) =>
  ask(credential, 'query ($id: ID!) { node(id: $id) { id __typename } }', id);

beforeAll(async () => {
  world = await settleIsolation();
  const read = `query ($id: ID!) {
    auditLogs(projectId: $id, first: 1) { nodes { id } }
    entities(projectId: $id, first: 1) { nodes { id } }
    feedback(projectId: $id, first: 1) { nodes { id } }
    viewer { user { id } }
  }`;
  lists = ((await ask(world.sessions.owner, read, world.ids.own.project)) as { data: Lists }).data;
});
afterAll(() => world.test.close());

describe('node', () => {
  it('is an interface of every type with an ID, and this test has an object of each', () => {
    const withId = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && String(type.getFields()['id']?.type) === 'ID!',
    );
    expect(withId.map(({ name }) => name).sort()).toEqual([...nodeTypes].sort());
    expect(Object.keys(idsOf).sort()).toEqual([...nodeTypes].sort());
  });

  it.each(nodeTypes)('finds a %s by the ID that the API returns for it', async (type) => {
    const id = String(idsOf[type]?.(world.ids.own, lists));
    expect(await find(world.sessions.owner, id)).toEqual({ data: { node: { id, __typename: type } } });
  });

  it.each(nodeTypes)('is null for a %s of another tenant, as for an unknown ID', async (type) => {
    const id = String(idsOf[type]?.(world.ids.own, lists));
    expect(await find(world.sessions.foreignOwner, id)).toEqual({ data: { node: null } });
    expect(await find(world.sessions.foreignOwner, absentIds.memory)).toEqual({ data: { node: null } });
  });

  it('keeps sessions, connected apps and received invitations from API keys that cannot list them', async () => {
    const { session, connectedApp, receivedInvitation } = world.ids.own;
    const [owner, bound] = [String(world.keys.owner), String(world.keys.boundKey)];
    expect(await find(owner, session)).toMatchObject({ data: { node: { id: session } } });
    expect(await find(owner, receivedInvitation)).toMatchObject({ data: { node: { id: receivedInvitation } } });
    for (const [key, id] of [
      [owner, connectedApp],
      [bound, connectedApp],
      [bound, session],
      [bound, receivedInvitation],
    ] as const)
      expect(await find(key, id)).toEqual({ data: { node: null } });
  });

  it('hides a change of a memory while the removal of the memory is pending', async () => {
    const { database } = world.test.app.services;
    const { memory, memoryChange } = world.ids.own;
    const mark = (value: string) => database.query(`UPDATE memories SET deleted_at = ${value} WHERE id = $1`, [memory]);
    await mark('now()');
    expect(await find(world.sessions.owner, memoryChange)).toEqual({ data: { node: null } });
    await mark('NULL');
    expect(await find(world.sessions.owner, memoryChange)).toMatchObject({ data: { node: { id: memoryChange } } });
  });

  it.each(['rinv_', 'rinv_abc', `rinv_${absentIds.memory}0`])('is null for the malformed ID %s', async (id) => {
    expect(await find(world.sessions.owner, id)).toEqual({ data: { node: null } });
    expect(await find(world.test.admin.apiKey, id)).toEqual({ data: { node: null } });
  });
});
