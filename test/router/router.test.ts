import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { createContext } from '../../src/context.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import {
  absent,
  findReferences,
  listLeafFields,
  types,
  type References,
  type TypeName,
} from '../graphql/federation/references.js';
import { recordStatements } from '../graphql/federation/record-statements.js';
import type { Caller } from '../isolation/ids.js';
import { settleIsolation, type IsolationWorld } from '../isolation/world.js';
import { userIds } from './company-server.js';
import { startSupergraph, type Body, type Supergraph, type Transport } from './supergraph.js';

let world: IsolationWorld;
let subgraph: App;
let references: Readonly<Record<'own' | 'foreign', References>>;
let supergraphs: Readonly<Record<Transport, Supergraph>>;

const newestFirst = Array.from({ length: 10 }, (_, index) => `Fact ${9 - index}`);

beforeAll(async () => {
  world = await settleIsolation();
  const { config, database } = world.test.app.services;
  const { graphql } = loadConfig({});
  subgraph = await createApp({ ...config, graphql: { ...graphql, federation: true } }, { database });
  references = {
    own: await findReferences(world, 'owner', 'own'),
    foreign: await findReferences(world, 'foreignOwner', 'foreign'),
  };
  for (const userId of userIds)
    await remember(
      userId,
      newestFirst.toReversed().map((fact) => `${fact} of ${userId}`),
    );
  const memoryUrl = `${(await subgraph.listen()).apiUrl}/graphql`;
  supergraphs = {
    events: await startSupergraph({ memoryUrl, transport: 'events' }),
    'sockets and hashes': await startSupergraph({ memoryUrl, transport: 'sockets and hashes' }),
  };
}, 300_000);
afterAll(async () => {
  await Promise.all(Object.values(supergraphs).map((each) => each.close()));
  await subgraph.close();
  await world.test.close();
});

/** Adds memories of a user to the default project. */
async function remember(userId: string, texts: readonly string[]): Promise<void> {
  const { app, admin } = world.test;
  const caller = { mode: 'disabled', user: null, key: null, isAdmin: true } as const;
  const messages = texts.map((content) => ({ role: 'user', content }));
  const ctx = createContext(app.services, { caller, requestId: 'test' });
  await addMemories(ctx, { projectId: admin.projectId, userId, infer: false, messages });
}

/** Sends an operation to the router. @returns the response byte for byte */
const send = (operation: object, caller: Caller, transport: Transport = 'events'): Promise<string> =>
  supergraphs[transport].send(operation, world.keys[caller]);

async function ask(query: string, caller: Caller = 'adminKey', transport?: Transport): Promise<Body> {
  return JSON.parse(await send({ query }, caller, transport)) as Body;
}

/** Counts the requests of the router to the memory subgraph. */
async function countRequests(operate: () => Promise<unknown>): Promise<number> {
  const { database, requestLogs } = subgraph.services;
  const readCount = async () => {
    await requestLogs.flush();
    const [row] = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM request_logs');
    return row?.count ?? 0;
  };
  const before = await readCount();
  await operate();
  return (await readCount()) - before;
}

const listOf = (first: number): string =>
  `{ some(first: ${first}) { id name memories(first: 10) { nodes { text } } } }`;

describe('users of the company through a router', () => {
  it('have their name of one subgraph and their memories of the other', async () => {
    expect(await ask(listOf(100))).toEqual({
      data: {
        some: userIds.map((id) => ({
          id,
          name: `Name of ${id}`,
          memories: { nodes: newestFirst.map((fact) => ({ text: `${fact} of ${id}` })) },
        })),
      },
    });
  });

  it('take one request and two statements, be they 1 or 100', async () => {
    await ask(listOf(1));
    for (const first of [1, 100]) {
      expect(await countRequests(() => ask(listOf(first)))).toBe(1);
      const statements = await recordStatements(subgraph.services.database, () => ask(listOf(first)));
      expect(statements, statements.join('\n')).toHaveLength(2);
    }
  });

  it.each(['none', 'revoked', 'forgedKey'] as const)(
    'stay in the response without a valid credential (%s), and their memories are null with an error',
    async (caller) => {
      const { data, errors } = await ask(listOf(2), caller);
      const ids = userIds.slice(0, 2);
      expect(data).toEqual({ some: ids.map((id) => ({ id, name: `Name of ${id}`, memories: null })) });
      const error = { path: ['some', 'memories'], extensions: { code: 'UNAUTHENTICATED', serviceName: 'memory' } };
      expect(errors).toEqual(ids.map((): unknown => expect.objectContaining(error)));
    },
  );

  it.each(['foreignOwner', 'siblingKey'] as const)(
    'have no memories for a key of another project (%s)',
    async (key) => {
      const [id] = userIds;
      expect(await ask(listOf(1), key)).toEqual({
        data: { some: [{ id, name: `Name of ${id}`, memories: { nodes: [] } }] },
      });
    },
  );

  it('have search results and a profile, as the query of the documentation reads them', async () => {
    const [, query = ''] = /```text\n(query .*?)```/s.exec(readFileSync('docs/federation.md', 'utf8')) ?? [];
    await remember('ada', ['She lives in Lisbon']);
    expect(await ask(query)).toEqual({
      data: {
        user: {
          name: 'Name of ada',
          memories: { nodes: [{ text: 'She lives in Lisbon', createdAt: expect.any(String) }] },
          searchMemories: { results: [{ score: expect.any(Number), memory: { text: 'She lives in Lisbon' } }] },
          profile: { content: {} },
        },
      },
    });
  });

  it('are too many for one operation above the cost limit', async () => {
    const all = 'edges { node { id text userId createdAt updatedAt } }';
    const { data, errors } = await ask(`{ users { name memories(first: 100) { ${all} } } }`);
    expect(data).toEqual({ users: userIds.map((id) => ({ name: `Name of ${id}`, memories: null })) });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'QUERY_TOO_COMPLEX' });
  });
});

/** Follows a reference of the company. @returns the response byte for byte, without the id that the company chose */
async function follow(type: TypeName, id: string, caller: Caller): Promise<string> {
  const query = `query($type: String!, $id: ID!) {
    reference(type: $type, id: $id) { __typename ... on ${type} { ${listLeafFields(type)} } } }`;
  return (await send({ query, variables: { type, id } }, caller)).replaceAll(id, 'ID');
}

describe('a reference of the company through a router', () => {
  it.each(types)('finds a %s, and a foreign one looks exactly as an absent one', async (type) => {
    const found = await follow(type, references.own[type], 'owner');
    expect(JSON.parse(found)).toEqual({
      data: { reference: expect.objectContaining({ __typename: type, id: 'ID' }) },
    });
    const missing = await follow(type, absent[type], 'owner');
    expect(missing).not.toBe(found);
    expect(await follow(type, references.foreign[type], 'owner')).toBe(missing);
    expect(await follow(type, references.own[type], 'foreignOwner')).toBe(missing);
    expect(await follow(type, references.own[type], 'outsider')).toBe(missing);
  });

  it('stays inside the project of a bound key', async () => {
    for (const type of ['Memory', 'MemoryProject', 'MemoryWebhook'] as const)
      expect(await follow(type, references.own[type], 'siblingKey')).toBe(
        await follow(type, absent[type], 'siblingKey'),
      );
  });
});

describe('root fields of the memory subgraph through a router', () => {
  it('answer NOT_FOUND for a memory of another organization, and leave the rest of the query', async () => {
    const { data, errors } = await ask(
      `{ memory(id: "${references.own.Memory}") { id } some(first: 1) { name } }`,
      'foreignOwner',
    );
    expect(data).toEqual({ memory: null, some: [{ name: 'Name of user-0' }] });
    expect(errors).toMatchObject([{ path: ['memory'], extensions: { code: 'NOT_FOUND' } }]);
  });

  it('change memories, and return errors that the document selects', async () => {
    const add = 'addMemories(input: { userId: "new", infer: false, messages: [{ role: USER, content: "Tea" }] })';
    expect(await ask(`mutation { ${add} { ... on AddMemoriesPayload { results { memory { text } } } } }`)).toEqual({
      data: { addMemories: { results: [{ memory: { text: 'Tea' } }] } },
    });
    const create = 'createMemoryEntity(input: { type: AGENT, name: "" })';
    expect(await ask(`mutation { ${create} { ... on MemoryError { message } } }`)).toEqual({
      data: { createMemoryEntity: { message: '`name` must not be blank.' } },
    });
    expect(await ask(`mutation { ${create} { __typename } }`)).toEqual({
      data: null,
      errors: [expect.objectContaining({ extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }) })],
    });
  });

  it.each(['events', 'sockets and hashes'] as const)('stream changes of memories (%s)', async (transport) => {
    const query = `subscription { memoryChanges(filter: { userId: { eq: "streamed" } }) {
      ... on MemoryChanged { event memory { text userId } } } }`;
    const frames = supergraphs[transport].subscribe(query, world.keys.adminKey);
    const frame = frames.next();
    let isOver = false;
    void frame.finally(() => (isOver = true));
    // A subscription that is not active yet would miss a single change, and a repeated text is no change.
    for (let number = 0; !isOver && number < 200; number += 1) {
      const input = `{ userId: "streamed", infer: false, messages: [{ role: USER, content: "${transport} ${number}" }] }`;
      await ask(`mutation { addMemories(input: ${input}) { __typename } }`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await frame).value).toEqual({
      data: {
        memoryChanges: { event: 'ADD', memory: { text: expect.stringContaining(transport), userId: 'streamed' } },
      },
    });
    await frames.return(undefined);
  });

  it.each(['events', 'sockets and hashes'] as const)('refuse a stream without a credential (%s)', async (transport) => {
    const frames = supergraphs[transport].subscribe('subscription { memoryChanges { __typename } }', null);
    expect((await frames.next()).value).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    await frames.return(undefined);
  });
});

describe('persisted documents', () => {
  it('are sent to the router by id', async () => {
    expect(JSON.parse(await send({ documentId: 'first-user' }, 'adminKey'))).toEqual({
      data: { some: [{ name: 'Name of user-0', memories: { nodes: [{ userId: 'user-0' }] } }] },
    });
  });

  it('are sent by the router as hashes, with their texts once', async () => {
    const query = '{ some(first: 1) { memories(first: 2) { nodes { text } } } }';
    const expected = {
      data: { some: [{ memories: { nodes: [{ text: 'Fact 9 of user-0' }, { text: 'Fact 8 of user-0' }] } }] },
    };
    const askHashed = async () => expect(await ask(query, 'adminKey', 'sockets and hashes')).toEqual(expected);
    expect(await countRequests(askHashed)).toBe(2);
    expect(await countRequests(askHashed)).toBe(1);
  });
});
