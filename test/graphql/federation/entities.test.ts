import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../../src/app.js';
import { absentIds, type Caller, type Target } from '../../isolation/ids.js';
import { settleIsolation, type IsolationWorld } from '../../isolation/world.js';

interface Body {
  readonly data: { readonly _entities: unknown[] } | null;
  readonly errors?: readonly { readonly path?: unknown; readonly extensions: unknown }[];
}

let world: IsolationWorld;
let subgraph: App;
/** References to one object of each type, by owner. */
let references: Readonly<Record<'own' | 'foreign', Readonly<Record<TypeName, string>>>>;

const types = [
  'Memory',
  'MemoryDeletion',
  'MemoryEntity',
  'MemoryEvent',
  'MemoryExport',
  'MemoryFeedback',
  'MemoryLink',
  'MemoryOrganization',
  'MemoryProfileJob',
  'MemoryProject',
  'MemoryUser',
  'MemoryWebhook',
  'MemoryWebhookDelivery',
] as const;
type TypeName = (typeof types)[number];

beforeAll(async () => {
  world = await settleIsolation();
  const { config, database } = world.test.app.services;
  subgraph = await createApp({ ...config, graphql: { ...config.graphql, federation: true } }, { database });
  references = { own: await findIds('owner', 'own'), foreign: await findIds('foreignOwner', 'foreign') };
});
afterAll(async () => {
  await subgraph.close();
  await world.test.close();
});

/** Reads the ids that the types have in GraphQL, from the whole schema. */
async function findIds(caller: Caller, target: Target): Promise<Record<TypeName, string>> {
  const ids = world.ids[target];
  const query = `{ entity(type: USER, name: "${ids.entity}", projectId: "${ids.project}") { id }
    feedback(projectId: "${ids.project}", first: 1) { nodes { id } } viewer { user { id } } }`;
  const { body } = await world.test.as(world.keys[caller]).rest<{
    data: { entity: { id: string }; feedback: { nodes: { id: string }[] }; viewer: { user: { id: string } } };
  }>('POST', '/graphql', { query });
  return {
    Memory: ids.memory,
    MemoryDeletion: ids.deletion,
    MemoryEntity: body.data.entity.id,
    MemoryEvent: ids.event,
    MemoryExport: `exp_${ids.export}`,
    MemoryFeedback: body.data.feedback.nodes[0]?.id ?? '',
    MemoryLink: ids.link,
    MemoryOrganization: ids.organization,
    MemoryProfileJob: ids.profileJob,
    MemoryProject: ids.project,
    MemoryUser: body.data.viewer.user.id,
    MemoryWebhook: ids.webhook,
    MemoryWebhookDelivery: ids.delivery,
  };
}

const absent: Record<TypeName, string> = {
  Memory: absentIds.memory,
  MemoryDeletion: absentIds.deletion,
  MemoryEntity: 'ent_999999999',
  MemoryEvent: absentIds.event,
  MemoryExport: `exp_${absentIds.event}`,
  MemoryFeedback: absentIds.event,
  MemoryLink: absentIds.event,
  MemoryOrganization: absentIds.organization,
  MemoryProfileJob: absentIds.profileJob,
  MemoryProject: absentIds.project,
  MemoryUser: absentIds.event,
  MemoryWebhook: absentIds.webhook,
  MemoryWebhookDelivery: absentIds.delivery,
};

const selection = types.map((type) => `... on ${type} { id }`).join(' ');
const query = `query($references: [_Any!]!) { _entities(representations: $references) { __typename ${selection} } }`;

/** Returns the body byte for byte. */
async function ask(caller: Caller, ...given: readonly object[]): Promise<string> {
  const key = world.keys[caller];
  const headers = { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) };
  const payload = JSON.stringify({ query, variables: { references: given } });
  return (await subgraph.inject({ method: 'POST', url: '/graphql', headers, payload })).body;
}

const found = (body: string) => (JSON.parse(body) as Body).data?._entities;

describe('a reference of another subgraph', () => {
  it.each(types)('finds a %s by its id', async (type) => {
    const reference = { __typename: type, id: references.own[type] };
    expect(JSON.parse(await ask('owner', reference))).toEqual({ data: { _entities: [reference] } });
  });

  it.each(types)('to a foreign %s is null, exactly as to one that does not exist', async (type) => {
    const nothing = JSON.stringify({ data: { _entities: [null] } });
    expect(found(await ask('foreignOwner', { __typename: type, id: references.foreign[type] }))).not.toEqual([null]);
    expect(await ask('owner', { __typename: type, id: references.foreign[type] })).toBe(nothing);
    expect(await ask('outsider', { __typename: type, id: references.own[type] })).toBe(nothing);
    expect(await ask('owner', { __typename: type, id: absent[type] })).toBe(nothing);
  });

  it.each(types)('to a %s with a malformed id is null', async (type) => {
    const ids = ['', 'abc', 'del_x', 'ent_x', 'exp_', '..', 'a\0b', 'é'.repeat(300), '__proto__'];
    const given = ids.map((id) => ({ __typename: type, id }));
    expect(JSON.parse(await ask('owner', ...given))).toEqual({ data: { _entities: ids.map(() => null) } });
  });

  it.each(types)(
    'to a %s without a credential is null with UNAUTHENTICATED, whether it exists or not',
    async (type) => {
      const body = await ask('none', { __typename: type, id: references.own[type] });
      expect(JSON.parse(body)).toEqual({
        data: { _entities: [null] },
        errors: [expect.objectContaining({ path: ['_entities', 0], extensions: { code: 'UNAUTHENTICATED' } })],
      });
      expect(await ask('none', { __typename: type, id: absent[type] })).toBe(body);
    },
  );

  it('to an object of another type is null', async () => {
    for (const type of types)
      for (const other of types.filter((each) => each !== type))
        expect(found(await ask('owner', { __typename: type, id: references.own[other] }))).toEqual([null]);
  });

  it('names what the role hides as it names what does not exist', async () => {
    const { MemoryWebhook: id } = references.own;
    expect(await ask('reader', { __typename: 'MemoryWebhook', id })).toBe(
      await ask('reader', { __typename: 'MemoryWebhook', id: absent.MemoryWebhook }),
    );
  });

  it('stays inside the project of a bound key', async () => {
    const { Memory, MemoryProject } = references.own;
    const given = [
      { __typename: 'Memory', id: Memory },
      { __typename: 'MemoryProject', id: MemoryProject },
    ];
    expect(found(await ask('boundKey', ...given))).toEqual(given);
    expect(found(await ask('siblingKey', ...given))).toEqual([null, null]);
  });

  it('keeps its place among others, of any project of the caller', async () => {
    const mixed = [
      { __typename: 'Memory', id: references.foreign.Memory },
      { __typename: 'Memory', id: absent.Memory },
      { __typename: 'MemoryEntity', id: references.own.MemoryEntity },
      { __typename: 'Memory', id: references.own.Memory.toUpperCase() },
    ];
    expect(found(await ask('adminKey', ...mixed))).toEqual([
      mixed[0],
      null,
      mixed[2],
      { __typename: 'Memory', id: references.own.Memory },
    ]);
  });

  it.each([
    [{ __typename: 'Memory' }, 'representations.0.id', '`id` must be a string.'],
    [{ __typename: 'Memory', id: 7 }, 'representations.0.id', '`id` must be a string.'],
    [
      { __typename: 'MemoryApiKey', id: 'x' },
      'representations.0.__typename',
      '`__typename` must be a type of this subgraph with a key.',
    ],
    [
      { __typename: { toString: 1 }, id: 'x' },
      'representations.0.__typename',
      '`__typename` must be a type of this subgraph with a key.',
    ],
    [{ id: 'x' }, 'representations.0.__typename', '`__typename` must be a type of this subgraph with a key.'],
    [[], 'representations.0.__typename', '`__typename` must be a type of this subgraph with a key.'],
  ])('that is malformed is refused alone: %j', async (reference, field, message) => {
    const fine = { __typename: 'Memory', id: references.own.Memory };
    expect(JSON.parse(await ask('owner', reference, fine))).toEqual({
      data: { _entities: [null, fine] },
      errors: [
        expect.objectContaining({
          path: ['_entities', 0],
          extensions: { code: 'BAD_USER_INPUT', fields: { [field]: [message] } },
        }),
      ],
    });
  });

  it('reads 100 memories of two projects with few statements', async () => {
    const given = Array.from({ length: 50 }, () => [
      { __typename: 'Memory', id: references.own.Memory },
      { __typename: 'Memory', id: references.foreign.Memory },
    ]).flat();
    await ask('adminKey', ...given);
    await subgraph.services.requestLogs.flush();
    const statements: string[] = [];
    const stop = subgraph.services.database.onQuery((text) => {
      if (/\b(memories|projects)\b/.test(text) && !/request_logs|audit_|pgboss|api_keys/.test(text))
        statements.push(text);
    });
    const body = await ask('adminKey', ...given);
    stop();
    expect(found(body)).toEqual(given);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(4);
  });
});
