import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AddMemoriesDocument, ViewerDocument } from '../../client/index.js';
import { startRunningApp, type RunningApp } from './running-app.js';

let app: RunningApp;
let proxy: Server;
let url: string;
/** Statuses that the proxy answers with before it forwards requests. */
let failures: number[];
let received: { readonly variables?: Readonly<Record<string, unknown>> }[];

beforeAll(async () => {
  app = await startRunningApp();
  proxy = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      received.push(JSON.parse(body) as (typeof received)[number]);
      const status = failures.shift();
      if (status !== undefined) return response.writeHead(status).end('<h1>The proxy cannot reach the server.</h1>');
      const headers = { 'content-type': 'application/json', 'x-api-key': String(request.headers['x-api-key'] ?? '') };
      const authorization = request.headers.authorization;
      const answer = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { ...headers, ...(authorization && { authorization }) },
        body,
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  await app.reset();
  failures = [];
  received = [];
});
afterAll(async () => {
  await new Promise((resolve) => proxy.close(resolve));
  await app.close();
});

const client = (retry = true) => app.client({ url, ...(retry && { retry: { delayMs: () => 0 } }) });
const input = { userId: 'ada', infer: false, messages: [{ role: 'USER' as const, content: 'I live in Lisbon.' }] };

describe('a proxy that cannot reach the server', () => {
  it.each([503, 504, 520, 521, 522, 523, 524])('is UNAVAILABLE with status %i', async (status) => {
    failures = [status];
    await expect(client(false).request(ViewerDocument)).rejects.toMatchObject({ code: 'UNAVAILABLE', status });
    expect(received).toHaveLength(1);
  });

  it.each([502, 520, 521, 522, 523, 524])('is asked again after %i for a query', async (status) => {
    failures = [status, status];
    expect((await client().request(ViewerDocument)).viewer.isAdmin).toBe(true);
    expect(received).toHaveLength(3);
  });

  it('is asked again for a mutation with an idempotency key, which is done once', async () => {
    failures = [524, 520];
    await client().request(AddMemoriesDocument, { input });
    expect(new Set(received.map(({ variables }) => variables?.['idempotencyKey'])).size).toBe(1);
    expect(received).toHaveLength(3);
    expect(await app.app.services.database.query('SELECT text FROM memories')).toEqual([{ text: 'I live in Lisbon.' }]);
  });

  it('is not asked again for a mutation that is not safe to repeat', async () => {
    failures = [522];
    const create: TypedDocumentNode<object, { input: { name: string } }> = parse(
      'mutation ($input: CreateOrganizationInput!) { createOrganization(input: $input) { __typename } }',
    );
    await expect(client().request(create, { input: { name: 'Lamps' } })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      status: 522,
    });
    expect(received).toHaveLength(1);
  });

  it('is not taken for unavailable with another status of its own', async () => {
    failures = [525];
    await expect(client().request(ViewerDocument)).rejects.toMatchObject({ code: 'INTERNAL', status: 525 });
    expect(received).toHaveLength(1);
  });
});
