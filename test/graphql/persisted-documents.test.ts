import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print } from 'graphql';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ViewerDocument } from '../../client/index.js';
import { loadConfig, type Config } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
const stop = () => test.close();
const start = async (config: Partial<Config> = {}) => {
  test = await startTestApp(config);
};

const query = '{ viewer { authMode } }';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const viewer = { status: 200, body: { data: { viewer: { authMode: 'API_KEY' } } } };

async function send(body: object, accept = 'application/json') {
  const response = await test.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', 'x-api-key': test.admin.apiKey, accept },
    payload: JSON.stringify(body),
  });
  return { status: response.statusCode, body: JSON.parse(response.body) as Record<string, unknown> };
}

async function get(params: Record<string, string>) {
  const response = await test.app.inject({
    url: `/graphql?${new URLSearchParams(params).toString()}`,
    headers: { 'x-api-key': test.admin.apiKey, accept: 'application/json' },
  });
  return { status: response.statusCode, body: JSON.parse(response.body) as Record<string, unknown> };
}

const failed = (status: number, code: string, message: string) => ({
  status,
  body: { errors: [{ message, extensions: { code } }] },
});

describe('automatic persisted queries', () => {
  beforeAll(() => start());
  afterAll(stop);

  const persisted = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } });
  const notFound = failed(200, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');

  it('run by their hash once a client has registered them, by POST and GET', async () => {
    const extensions = persisted(sha256(query));
    expect(await send({ extensions })).toEqual(notFound);
    expect(await send({ query, extensions })).toEqual(viewer);
    expect(await send({ extensions })).toEqual(viewer);
    expect(await get({ extensions: JSON.stringify(extensions) })).toEqual(viewer);
  });

  it('are refused under the hash of another document, and not registered', async () => {
    const extensions = persisted('a'.repeat(64));
    expect(await send({ query, extensions })).toEqual(
      failed(200, 'PERSISTED_QUERY_MISMATCH', 'PersistedQueryMismatch'),
    );
    expect(await send({ extensions })).toEqual(notFound);
  });

  it('are not kept if they are long, so that clients cannot fill the memory', async () => {
    const long = `${query} #${'x'.repeat(20_000)}`;
    const extensions = persisted(sha256(long));
    expect(await send({ query: long, extensions })).toEqual(viewer);
    expect(await send({ extensions })).toEqual(notFound);
  });
});

describe('with trusted documents', () => {
  const refused = failed(
    403,
    'FORBIDDEN',
    'The server executes trusted documents only, and this document is not one of them.',
  );
  const id = sha256(query);
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trusted-documents-'));
    const path = join(folder, 'persisted-documents.json');
    await writeFile(path, JSON.stringify({ [id]: query, short: 'query Mode($id: ID!) { project(id: $id) { id } }' }));
    await start({
      graphql: { ...loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c' }).graphql, trustedDocuments: path },
    });
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });

  it('a document runs by its id', async () => {
    expect(await send({ documentId: id })).toEqual(viewer);
    expect(await send({ documentId: `sha256:${id}` })).toEqual(viewer);
    expect(await send({ extensions: { persistedQuery: { version: 1, sha256Hash: id } } })).toEqual(viewer);
    expect(await get({ documentId: id })).toEqual(viewer);
    const project = { data: { project: { id: test.admin.projectId } } };
    expect(await send({ documentId: 'short', variables: { id: test.admin.projectId } })).toEqual({
      status: 200,
      body: project,
    });
  });

  it('a document runs by its text, in any layout and with added type names', async () => {
    expect(await send({ query })).toEqual(viewer);
    expect(await send({ query: '{viewer{authMode}}' })).toEqual(viewer);
    expect(await send({ query: 'query { viewer { authMode __typename } }' })).toEqual({
      status: 200,
      body: { data: { viewer: { authMode: 'API_KEY', __typename: 'Viewer' } } },
    });
  });

  it.each([
    ['another field', '{ viewer { isAdmin } }'],
    ['another alias', '{ viewer { mode: authMode } }'],
    ['a hidden __typename', '{ viewer { authMode id: __typename } }'],
    ['introspection', '{ __schema { queryType { name } } }'],
  ])('a document with %s is refused, first and later requests alike', async (_what, other) => {
    expect(await send({ query: other })).toEqual(refused);
    expect(await send({ query: other })).toEqual(refused);
    expect(await get({ query: other })).toEqual(refused);
  });

  it('an unknown id is refused, and no document is registered', async () => {
    const unknown = failed(403, 'FORBIDDEN', 'The server has no trusted document with this id.');
    const other = '{ viewer { isAdmin } }';
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(other) } };
    expect(await send({ extensions })).toEqual(unknown);
    expect(await send({ query: other, extensions })).toEqual(refused);
    expect(await send({ extensions })).toEqual(unknown);
    expect(await send({ variables: {} })).toEqual(
      failed(400, 'BAD_USER_INPUT', 'Send a trusted document, or its id in `documentId`.'),
    );
  });

  it('the documents of the client run, as the dashboard and the command line need them', async () => {
    const { status, body } = await send({ query: print(ViewerDocument) });
    expect([status, body]).toEqual([200, { data: { viewer: expect.any(Object) } }]);
  });

  it('the rule holds on WebSockets', async () => {
    const { apiUrl } = await test.app.listen();
    const client = createClient({
      url: `${apiUrl.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { apiKey: test.admin.apiKey },
    });
    const run = async (text: string) => {
      for await (const result of client.iterate({ query: text })) return result;
      return null;
    };
    expect(await run(query)).toEqual(viewer.body);
    const requestId = expect.stringMatching(/^[0-9a-f]{16}$/) as string;
    await expect(run('{ viewer { isAdmin } }')).rejects.toEqual(
      refused.body.errors.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } })),
    );
    await client.dispose();
  });
});

it.each([
  ['is missing', null],
  ['is no JSON', 'query { viewer { authMode } }'],
  ['is no object of texts', '{"a":1}'],
  ['holds a document with a fault', '{"a":"{ viewer {"}'],
])('a server does not start with a manifest that %s', async (_what, text) => {
  const folder = await mkdtemp(join(tmpdir(), 'trusted-documents-'));
  const path = join(folder, 'manifest.json');
  if (text !== null) await writeFile(path, text);
  const graphql = {
    ...loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c' }).graphql,
    trustedDocuments: path,
  };
  await expect(startTestApp({ graphql })).rejects.toThrow(`GRAPHQL_TRUSTED_DOCUMENTS: ${path} is not a manifest`);
  await rm(folder, { recursive: true });
});
