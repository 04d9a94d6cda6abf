import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AddMemoriesDocument,
  createClient,
  DeleteMemoryDocument,
  GatewayError,
  MemoriesDocument,
  MemoryDocument,
  SearchMemoriesDocument,
  UpdateMemoryDocument,
  ViewerDocument,
} from '../../client/index.js';
import { startRunningApp, type RunningApp } from './running-app.js';

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
beforeEach(() => app.reset());
afterAll(() => app.close());

const missing = '0190c6c5-0000-7000-8000-000000000000';
/** As graphql-codegen generates for a document that selects the errors of its mutation. */
const DeleteOrReport = parse(
  'mutation ($id: ID!) { deleteMemory(input: { id: $id }) { ... on DeleteMemoryPayload { deletedMemoryId } ... on Error { code } } }',
) as TypedDocumentNode<{ deleteMemory: { deletedMemoryId: string } | { code: string } }, { id: string }>;

const DeleteNamed = parse(
  'mutation ($id: ID!) { deleteMemory(input: { id: $id }) { __typename ... on DeleteMemoryPayload { deletedMemoryId } } }',
) as TypedDocumentNode<
  { deleteMemory: { __typename: 'DeleteMemoryPayload'; deletedMemoryId: string } | { __typename: 'NotFoundError' } },
  { id: string }
>;

/** Returns the error of a call that must fail. */
async function failureOf(call: Promise<unknown>): Promise<GatewayError> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GatewayError)) throw new Error(`Expected a GatewayError, got ${String(error)}.`);
  return error;
}

const add = async (texts: string[]) => {
  const input = { userId: 'ada', infer: false, messages: texts.map((content) => ({ role: 'USER' as const, content })) };
  return (await app.client().request(AddMemoriesDocument, { input })).addMemories;
};

describe('a request of the typed client', () => {
  it('answers who is calling', async () => {
    const { viewer } = await app.client().request(ViewerDocument);
    expect(viewer).toMatchObject({
      authMode: 'API_KEY',
      isAdmin: true,
      user: { email: app.admin.email },
      project: { id: app.admin.projectId },
    });
  });

  it('accepts the URL with and without the endpoint, and rejects an invalid one', async () => {
    for (const url of [app.url, `${app.url}/`, `${app.url}/graphql`, `${app.url}/graphql/`]) {
      expect((await app.client({ url }).request(ViewerDocument)).viewer.isAdmin).toBe(true);
    }
    expect(() => createClient({ url: 'not an address' })).toThrow(TypeError);
  });

  it('adds, reads, updates and deletes a memory', async () => {
    const client = app.client();
    const { event, results } = await add(['I moved to Lisbon in March.', 'The cat is called Miso.']);
    expect(event.status).toBe('SUCCEEDED');
    const id = results?.[0]?.memoryId ?? '';

    const { searchMemories } = await client.request(SearchMemoriesDocument, {
      query: 'Lisbon',
      filter: { userId: { eq: 'ada' } },
      explain: true,
    });
    expect(searchMemories.results[0]).toMatchObject({
      memory: { id, text: 'I moved to Lisbon in March.' },
      explain: { keyword: 1 },
    });

    const { updateMemory } = await client.request(UpdateMemoryDocument, { input: { id, text: 'I moved to Porto.' } });
    expect(updateMemory.memory.text).toBe('I moved to Porto.');
    const { memory } = await client.request(MemoryDocument, { id });
    expect(memory?.history.map((entry) => entry.event)).toEqual(['ADD', 'UPDATE']);

    const { deleteMemory } = await client.request(DeleteMemoryDocument, { input: { id } });
    expect(deleteMemory.deletedMemoryId).toBe(id);
    const { memories } = await client.request(MemoriesDocument, { withTotal: true });
    expect(memories.totalCount).toBe(1);
    expect(memories.edges.map(({ node }) => node.text)).toEqual(['The cat is called Miso.']);
  });

  it('pages with the cursors of a list and counts only when asked to', async () => {
    await add(['one', 'two', 'three']);
    const client = app.client();
    const orderBy = { field: 'CREATED_AT', direction: 'ASC' } as const;
    const { memories: first } = await client.request(MemoriesDocument, { first: 2, orderBy });
    const { memories: second } = await client.request(MemoriesDocument, {
      first: 2,
      orderBy,
      after: first.pageInfo.endCursor,
    });
    expect([...first.edges, ...second.edges].map(({ node }) => node.text).sort()).toEqual(['one', 'three', 'two']);
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
    expect(first.totalCount).toBeUndefined();
  });

  it('asks a token function before each call', async () => {
    const tokens = [app.admin.apiKey, 'm0sk_expired'];
    const client = app.client({ apiKey: undefined, token: () => Promise.resolve(tokens.shift()) });
    expect((await client.request(ViewerDocument)).viewer.isAdmin).toBe(true);
    expect((await failureOf(client.request(ViewerDocument))).code).toBe('UNAUTHENTICATED');
  });
});

describe('an error of the typed client', () => {
  it('carries code, status and request id of a refused credential', async () => {
    const error = await failureOf(app.client({ apiKey: 'm0sk_nobody' }).request(ViewerDocument));
    expect(error).toMatchObject({
      code: 'UNAUTHENTICATED',
      status: 401,
      requestId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it('carries the code of a query that found nothing', async () => {
    expect(await failureOf(app.client().request(MemoryDocument, { id: missing }))).toMatchObject({
      code: 'NOT_FOUND',
      fields: {},
    });
  });

  it('carries the field errors of a query', async () => {
    const error = await failureOf(app.client().request(SearchMemoriesDocument, { query: ' ', topK: 0 }));
    expect(error.code).toBe('BAD_USER_INPUT');
    expect(Object.keys(error.fields).sort()).toEqual(['query', 'topK']);
  });

  it('carries the field errors and the request id of a mutation', async () => {
    const input = { infer: false, messages: [] };
    const error = await failureOf(app.client().request(AddMemoriesDocument, { input }));
    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', requestId: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(Object.keys(error.fields).sort()).toEqual(['input.messages', 'input.userId']);
  });

  it('is thrown for a document that selects no more than its `__typename`, and left out of the type', async () => {
    const removed = app.client().request(DeleteNamed, { id: missing });
    await expect(removed.then(({ deleteMemory }) => deleteMemory.deletedMemoryId)).rejects.toMatchObject({
      name: 'GatewayError',
      code: 'NOT_FOUND',
    });
  });

  it('is part of the result of a mutation whose document selects it, and of its type', async () => {
    const { deleteMemory } = await app.client().request(DeleteOrReport, { id: missing });
    // @ts-expect-error: the result may be an error.
    expect(deleteMemory.deletedMemoryId).toBeUndefined();
    expect(deleteMemory).toEqual({ code: 'NOT_FOUND' });
  });

  it('says that a server is unreachable', async () => {
    const refuse = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }));
    const error = await failureOf(app.client({ fetch: refuse }).request(ViewerDocument));
    expect(error).toMatchObject({
      code: 'UNREACHABLE',
      status: 0,
      message: 'The server could not be reached: connect ECONNREFUSED.',
    });
  });

  it('says that the connection was lost in the middle of a response', async () => {
    const broken = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"data":', () => response.destroy());
    });
    await once(broken.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = broken.address() as AddressInfo;
      const error = await failureOf(app.client({ url: `http://127.0.0.1:${port}` }).request(ViewerDocument));
      expect(error).toMatchObject({ code: 'UNREACHABLE', status: 0 });
    } finally {
      broken.close();
    }
  });

  it('derives a code from the status when another server responded', async () => {
    const proxy = (status: number) => () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status }));
    expect(await failureOf(app.client({ fetch: proxy(503) }).request(ViewerDocument))).toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
    });
    expect(await failureOf(app.client({ fetch: proxy(418) }).request(ViewerDocument))).toMatchObject({
      code: 'INTERNAL',
      status: 418,
    });
  });

  it('is the reason of the signal when the caller aborts', async () => {
    const reason = new Error('no longer needed');
    await expect(app.client().request(ViewerDocument, undefined, { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });
});
