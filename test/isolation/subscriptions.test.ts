import { parse, subscribe, type ExecutionResult } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator, RefusedCredentialError, type Authenticator } from '../../src/auth/authenticate.js';
import { createContext } from '../../src/context.js';
import { buildSchema } from '../../src/schema/index.js';
import { graphqlOperations, type GraphQLOperation } from './graphql-operations.js';
import { runMatrix, tableHead, type Response } from './outcomes.js';
import type { Ids } from './ids.js';
import { settleIsolation, type IsolationWorld } from './world.js';

const schema = buildSchema();
let world: IsolationWorld;
let authenticator: Authenticator;
beforeAll(async () => {
  world = await settleIsolation();
  authenticator = createAuthenticator(world.test.app.services);
});
afterAll(async () => {
  await authenticator.close();
  await world.test.close();
});

type Frames = AsyncGenerator<ExecutionResult, void, void>;

async function open(document: string, key: string | null, variableValues: Record<string, unknown>) {
  const { caller } = await authenticator.authenticate({ authorization: key === null ? undefined : `Bearer ${key}` });
  const contextValue = createContext(world.test.app.services, { caller, requestId: 'isolation' });
  return subscribe({ schema, document: parse(document), variableValues, contextValue });
}

async function send({ document, variables }: GraphQLOperation, key: string | null, ids: Ids): Promise<Response> {
  try {
    const opened = await open(document, key, variables(ids));
    if ('errors' in opened) {
      const errors = opened.errors ?? [];
      // The transport adds the code to the response.
      const { code } = (errors[0]?.originalError ?? {}) as { code?: string };
      return { outcome: String(code), text: JSON.stringify(errors) };
    }
    await (opened as Frames).return();
    return { outcome: 'ok', text: '' };
  } catch (error) {
    // A socket with a wrong credential is closed before any operation.
    if (error instanceof RefusedCredentialError) return { outcome: error.code, text: error.message };
    throw error;
  }
}

describe('isolation of tenants: each subscription', () => {
  // By name, so that a second try replaces the rows of the first.
  const table = new Map([['', [tableHead]]]);
  for (const operation of graphqlOperations(schema, 'subscription')) {
    it(operation.name, { timeout: 60_000 }, async () => {
      const request = {
        name: operation.name,
        changes: false,
        request: (ids: Ids) => JSON.stringify(operation.variables(ids)),
        send: (key: string | null, ids: Ids) => send(operation, key, ids),
      };
      table.set(operation.name, await runMatrix(world, request));
    });
  }

  it('has the outcomes under review', async () => {
    await expect(`${[...table.values()].flat().join('\n')}\n`).toMatchFileSnapshot('outcomes-subscription.txt');
  });

  it('carries the changes of its own project only', async () => {
    const { test, keys, ids, canaries } = world;
    const document =
      'subscription ($id: ID) { memoryChanges(projectId: $id) { __typename ... on MemoryChanged { memory { text } } } }';
    const frames = (await open(document, keys.owner, { id: ids.own.project })) as Frames;
    const next = frames.next();
    const add = (key: string | null, content: string) =>
      test
        .as(key)
        .rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content }], user_id: 'rosa', infer: false });
    await add(keys.foreignOwner, `A new ${canaries.foreign}`);
    await add(keys.owner, 'A new lamp');
    const first = JSON.stringify(await next);
    expect(first).toContain('A new lamp');
    expect(first).not.toContain(canaries.foreign);
    await frames.return();
  });
});
