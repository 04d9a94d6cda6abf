import { PassThrough } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { request as open, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestLogEntry } from '../../src/events/request-log-stream.js';
import {
  createEmptyAudit,
  logRequests,
  newRequestId,
  recordOperation,
  type RequestRecorder,
} from '../../src/http/request-log/request-recorder.js';

let app: FastifyInstance;
let entries: RequestLogEntry[];
let recorded: () => void;
let begun: () => void;

const log: RequestRecorder = {
  requestLogs: {
    record(entry: RequestLogEntry) {
      entries.push(entry);
      recorded();
    },
  },
  addresses: 'truncated',
};

beforeEach(async () => {
  entries = [];
  recorded = () => undefined;
  begun = () => undefined;
  app = Fastify({ genReqId: newRequestId });
  logRequests(app, log);
  app.get('/fine', async (request) => {
    Object.assign(request.audit, {
      authType: 'api_key',
      projectId: 'proj_1',
      operation: 'Fine',
      userId: 'u',
      keyPrefix: 'm0sk_1',
    });
    return {};
  });
  app.get('/slow', () => {
    begun();
    return new Promise(() => undefined);
  });
  app.get('/stream', (_request, reply) => {
    const stream = new PassThrough();
    stream.write('data: 1\n\n');
    return reply.type('text/event-stream').send(stream);
  });
  app.get('/page', { config: { requestLog: false } }, async () => 'a page');
  for (const path of ['/health', '/ready', '/metrics', '/docs/index.html', '/openapi.json'])
    app.get(path, async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  app.server.closeAllConnections();
  await app.close();
});

const nextEntry = () => new Promise<void>((resolve) => (recorded = resolve));
const url = (path: string) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`;

function start(path: string): ClientRequest {
  const client = open(url(path));
  client.on('error', () => undefined);
  client.end();
  return client;
}

describe('the request log of the HTTP server', () => {
  it('has one entry for each answer, under the id that the client was told', async () => {
    const written = nextEntry();
    const headers = {
      'x-request-id': 'chosen-by-client',
      'X-Mem0-Source': 'PYTHON',
      'x-mem0-client-version': '1.2.3',
      'user-agent': 'tests',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
    const answer = await fetch(url('/fine?secret=1'), { headers });
    await written;
    const requestId = answer.headers.get('x-request-id') ?? '';
    expect(requestId).toMatch(/^[0-9a-f]{16}$/);
    expect(entries).toHaveLength(1);
    const { latencyMs, createdAt, ...rest } = entries[0] as RequestLogEntry;
    expect(rest).toEqual({
      method: 'GET',
      path: '/fine',
      operation: 'Fine',
      operationType: null,
      statusCode: 200,
      outcome: 'OK',
      errors: [],
      authType: 'api_key',
      userId: 'u',
      keyPrefix: 'm0sk_1',
      projectId: 'proj_1',
      otherProjectIds: [],
      memoryIds: [],
      eventIds: [],
      requestId,
      traceId: '0af7651916cd43dd8448eb211c80319c',
      client: 'PYTHON',
      clientVersion: '1.2.3',
      clientAddress: '127.0.0.0',
      bytesIn: 0,
      bytesOut: 2,
      databaseMs: 0,
      modelMs: 0,
      modelTokens: 0,
      cost: null,
    });
    expect(latencyMs).toBeGreaterThan(0);
    expect(Math.abs(createdAt.getTime() - Date.now())).toBeLessThan(30_000);
  });

  it('has calls without a route, and leaves out probes, documents, preflights and pages', async () => {
    for (const path of ['/health', '/ready', '/metrics', '/docs/index.html', '/openapi.json', '/page'])
      await fetch(url(path));
    await fetch(url('/fine'), { method: 'OPTIONS' });
    const written = nextEntry();
    await fetch(url('/nowhere'));
    await written;
    expect(entries.map(({ path, statusCode }) => [path, statusCode])).toEqual([['/nowhere', 404]]);
  });

  it('has a disconnected client as 499, and a closed stream with its own status', async () => {
    const arrived = new Promise<void>((resolve) => (begun = resolve));
    const left = nextEntry();
    const slow = start('/slow');
    await arrived;
    slow.destroy();
    await left;
    const ended = nextEntry();
    const streaming = start('/stream');
    await once(streaming, 'response');
    streaming.destroy();
    await ended;
    expect(entries.map(({ path, statusCode }) => [path, statusCode])).toEqual([
      ['/slow', 499],
      ['/stream', 200],
    ]);
  });

  it('works with injected requests', async () => {
    const written = nextEntry();
    await app.inject('/fine');
    await written;
    expect(entries).toMatchObject([{ path: '/fine', statusCode: 200 }]);
  });

  it('has operations over a WebSocket', () => {
    const audit = { ...createEmptyAudit(), operation: 'Watch' };
    const operation = {
      path: '/graphql',
      audit,
      statusCode: 200,
      latencyMs: 5,
      startedAt: new Date(0),
      requestId: 'abc',
      headers: { 'user-agent': ['ws'] },
      address: null,
      bytesIn: 10,
      bytesOut: null,
    };
    recordOperation(log, operation);
    expect(entries).toMatchObject([
      { method: 'WS', operation: 'Watch', client: 'ws', createdAt: new Date(0), requestId: 'abc' },
    ]);
  });
});
