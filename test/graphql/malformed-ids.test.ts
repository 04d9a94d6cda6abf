import { isObjectType, parse, subscribe, type ExecutionResult } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../src/auth/authenticate.js';
import { createContext } from '../../src/context.js';
import { buildSchema } from '../../src/schema/index.js';
import { absentIds, type IdName } from '../isolation/ids.js';
import { settleIsolation, type IsolationWorld } from '../isolation/world.js';
import { findPaths, listIdInputs, type IdInput } from './id-inputs.js';

const schema = buildSchema();
const inputs = listIdInputs(schema).map((input) => ({ ...input, name: `${input.kind} ${input.field}, ${input.path}` }));
const malformed = ['abc', '', `${absentIds.memory}0`, 'proj_', 'del_x', 'req_x', 'é'.repeat(300)];

/** Inputs that select memories by their IDs. */
const selects = ({ field, path }: IdInput): boolean => path.endsWith('filter.ids') || field === 'deleteMemoriesById';
const isSelection = (input: IdInput): boolean => selects(input) && input.path.endsWith('ids');
/** Inputs that select what a stream sends. */
const isStreamFilter = ({ kind, path }: IdInput): boolean => kind === 'subscription' && /^filter\.\w+Id$/.test(path);

let world: IsolationWorld;
beforeAll(async () => {
  world = await settleIsolation();
});
afterAll(() => world.test.close());

interface Body {
  readonly data?: Readonly<Record<string, { readonly code?: string } | null>> | null;
  readonly errors?: readonly { readonly path?: unknown; readonly extensions?: Readonly<Record<string, unknown>> }[];
}

async function send(query: string, variables: object): Promise<Body> {
  const { body } = await world.test.as(String(world.keys.owner)).rest<Body>('POST', '/graphql', { query, variables });
  return body;
}

/** Opens a subscription, and ends it at once if it begins. */
async function open(document: string, variables: Readonly<Record<string, unknown>>): Promise<Body> {
  const authenticator = createAuthenticator(world.test.app.services);
  const { caller } = await authenticator.authenticate({ authorization: `Bearer ${world.keys.owner}` });
  const contextValue = createContext(world.test.app.services, { caller, requestId: 'malformed' });
  const opened = await subscribe({ schema, document: parse(document), variableValues: variables, contextValue });
  await authenticator.close();
  if ('errors' in opened) return JSON.parse(JSON.stringify(opened)) as Body;
  await (opened as AsyncGenerator<ExecutionResult, void, void>).return();
  return {};
}

/** Whether a request ended with an error, and so changed nothing. */
const isRefused = ({ data, errors }: Body): boolean =>
  errors !== undefined || Object.values(data ?? {}).some((result) => result?.code !== undefined);

async function ask({ kind, document, ...input }: IdInput, id: string): Promise<Body> {
  const variables = input.variables(world.ids.own, id);
  const body = await (kind === 'subscription' ? open(document, variables) : send(document, variables));
  if (kind === 'mutation' && !isRefused(body)) await world.restore();
  return body;
}

/** Returns an unknown ID of the type of object that the input names. */
function getUnknownId({ given }: IdInput): string {
  const own = given(world.ids.own);
  const names = Object.keys(absentIds) as IdName[];
  const name = names.find((each) => world.ids.own[each] === (Array.isArray(own) ? (own as unknown[])[0] : own));
  return absentIds[name ?? 'memory'];
}

const without = (body: Body, id: string): unknown =>
  id === '' ? body : JSON.parse(JSON.stringify(body).replaceAll(JSON.stringify(id).slice(1, -1), '<id>'));

describe('a malformed ID', () => {
  it('is looked for in every field that takes an ID', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const nested = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter((type) => !roots.includes(type))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .flatMap(({ type, field }) =>
        findPaths(field.args).map((path) => `${type.name}.${field.name}: ${path.join('.')}`),
      );
    expect(nested).toEqual(['Project.memories: filter.ids', 'Project.webhookDeliveries: filter.webhookIds']);
    expect(new Set(inputs.map(({ kind }) => kind)).size).toBe(3);
    expect(inputs.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'query memory, id',
        'mutation updateMemories, input.memories.id',
        'subscription event, id',
      ]),
    );
  });

  it.each(inputs.filter((input) => !isSelection(input) && !isStreamFilter(input)))(
    'is as unknown as an ID that no object has: $name',
    async (input) => {
      const unknownId = getUnknownId(input);
      const unknown = await ask(input, unknownId);
      // An error of the document itself has no path: the field was never asked.
      expect(input.kind !== 'subscription' && unknown.errors?.some(({ path }) => path === undefined)).toBeFalsy();
      for (const id of malformed) expect(without(await ask(input, id), id), id).toEqual(without(unknown, unknownId));
    },
    60_000,
  );

  it.each(inputs.filter(isSelection))(
    'is refused where it selects memories: $name',
    async (input) => {
      for (const id of malformed) {
        const text = JSON.stringify(await ask(input, id));
        expect(text).toMatch(/`(filter\.)?ids` must contain only UUIDs\./);
        if (input.kind !== 'subscription') expect(text).toContain('BAD_USER_INPUT');
        if (input.kind !== 'subscription') expect(text).toContain(`"${input.path}"`);
      }
    },
    60_000,
  );

  it.each(inputs.filter(isStreamFilter))(
    'is refused where it selects what a stream sends: $name',
    async ({ document, path, variables }) => {
      for (const id of malformed) {
        const { body } = await world.test.app.inject({
          method: 'POST',
          url: '/graphql',
          headers: { authorization: `Bearer ${String(world.keys.owner)}`, accept: 'text/event-stream' },
          payload: { query: document, variables: variables(world.ids.own, id) },
        });
        expect(body).toContain(`\`${path}\` must be a UUID.`);
        expect(body).toContain(`"fields":{"${path}":[`);
        expect(body).toContain('"BAD_USER_INPUT"');
      }
      expect(await open(document, variables(world.ids.own, absentIds.user))).toEqual({});
    },
    60_000,
  );

  it('selects what a stream sends in two filters of users', () => {
    expect(inputs.filter(isStreamFilter).map(({ name }) => name)).toEqual([
      'subscription auditLogs, filter.actorId',
      'subscription requestLogs, filter.userId',
    ]);
  });

  it('is refused in conditions inside of a filter, with its place', async () => {
    const filter = { userId: { eq: world.ids.own.entity }, not: [{ ids: [world.ids.own.memory, 'abc'] }] };
    const document = `mutation ($input: DeleteMemoriesInput!) { deleteMemories(input: $input) {
      __typename ... on ValidationError { fields { field messages } } } }`;
    expect(await send(document, { input: { projectId: world.ids.own.project, filter } })).toEqual({
      data: {
        deleteMemories: {
          __typename: 'ValidationError',
          fields: [{ field: 'input.filter.not.0.ids', messages: ['`filter.not.0.ids` must contain only UUIDs.'] }],
        },
      },
    });
  });

  it('is refused in the filter of the memories of a project', async () => {
    const document = 'query ($id: ID!) { project(id: $id) { memories(filter: { ids: ["abc"] }) { totalCount } } }';
    expect((await send(document, { id: world.ids.own.project })).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields: { 'filter.ids': ['`filter.ids` must contain only UUIDs.'] } } },
    ]);
  });
});
