import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../../src/app.js';
import type { Caller } from '../../isolation/ids.js';
import { settleIsolation, type IsolationWorld } from '../../isolation/world.js';
import { recordStatements } from './record-statements.js';
import { absent, findReferences, types, type References } from './references.js';

interface Body {
  readonly data: { readonly _entities: unknown[] } | null;
  readonly errors?: readonly { readonly path?: unknown; readonly extensions: unknown }[];
}

let world: IsolationWorld;
let subgraph: App;
/** References to one object of each type, by owner. */
let references: Readonly<Record<'own' | 'foreign', References>>;

beforeAll(async () => {
  world = await settleIsolation();
  const { config, database } = world.test.app.services;
  subgraph = await createApp({ ...config, graphql: { ...config.graphql, federation: true } }, { database });
  references = {
    own: await findReferences(world, 'owner', 'own'),
    foreign: await findReferences(world, 'foreignOwner', 'foreign'),
  };
});
afterAll(async () => {
  await subgraph.close();
  await world.test.close();
});

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
    for (const type of types) {
      const others = types.filter((each) => each !== type);
      const given = others.map((other) => ({ __typename: type, id: references.own[other] }));
      expect(found(await ask('owner', ...given))).toEqual(others.map(() => null));
    }
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
    const statements = await recordStatements(subgraph.services.database, async () =>
      expect(found(await ask('adminKey', ...given))).toEqual(given),
    );
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(4);
  });
});
