import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { openSocket, type RawSocket } from '../http/raw-socket.js';
import { person } from '../helpers/context.js';
import { operations, type Operation } from './random-operations.js';

/** Number of operations. Long form: REQUEST_LOG_OPERATIONS=10000. */
const count = Number(process.env.REQUEST_LOG_OPERATIONS ?? 300);

let app: RunningApp;
let keys: Record<string, string | null>;
const sockets = new Map<string, RawSocket>();

beforeAll(async () => {
  app = await startRunningApp();
  const stranger = await person(app.app.services, 'stranger');
  const { apiKey } = app.admin;
  keys = {
    admin: apiKey,
    stranger: await app.keyFor(stranger),
    none: null,
    wrong: 'm0sk_wrongwrongwrongwrongwrongwrong',
  };
  for (const who of ['admin', 'stranger', 'none']) {
    const socket = await openSocket(app.url);
    await socket.begin(keys[who] ? { apiKey: keys[who] } : {});
    sockets.set(who, socket);
  }
});
afterAll(async () => {
  for (const { socket } of sockets.values()) socket.terminate();
  await app.close();
});

interface Body {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly path?: readonly unknown[]; readonly extensions: { readonly code: string } }[];
}

const serverFaults = new Set(['INTERNAL', 'UPSTREAM_FAILED', 'UNAVAILABLE']);

/** Derives the outcome from the response only, as a client would: payloads have `__typename`, and errors a code. */
function outcomeSeen({ data, errors = [] }: Body): { outcome: string; codes: string[] } {
  const roots = Object.entries(data ?? {});
  const payloadCodes = roots.flatMap(([, value]) => {
    const { code } = (value ?? {}) as { code?: string };
    return code === undefined ? [] : [code];
  });
  const codes = [...payloadCodes, ...errors.map(({ extensions }) => extensions.code)];
  if (codes.length === 0) return { outcome: 'OK', codes };
  const failedRoots = new Set(errors.map(({ path }) => path?.[0]));
  const some = roots.some(
    ([key, value]) =>
      key !== '__typename' &&
      (value as { code?: string } | null)?.code === undefined &&
      (value !== null || !failedRoots.has(key)),
  );
  if (some) return { outcome: 'PARTIAL', codes };
  return { outcome: codes.some((code) => serverFaults.has(code)) ? 'FAILED' : 'REFUSED', codes };
}

async function overHttp({ query, variables, who }: Operation, name: string) {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { ...credentials(who), 'content-type': 'application/json', 'x-graphql-client-name': name },
    body: JSON.stringify({ query, variables }),
  });
  return { ...outcomeSeen((await response.json()) as Body), status: response.status };
}

async function overSse({ query, variables, who }: Operation, name: string) {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      ...credentials(who),
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'x-graphql-client-name': name,
    },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  const data = /^data: (.+)$/m.exec(text)?.[1] ?? text;
  return { ...outcomeSeen(JSON.parse(data) as Body), status: response.status };
}

async function overSocket({ query, variables, who }: Operation, name: string) {
  const socket = sockets.get(who);
  if (!socket) throw new Error(`There is no socket of ${who}.`);
  socket.say({
    id: name,
    type: 'subscribe',
    payload: { query: query.replace('Op', name), operationName: name, variables },
  });
  const message = await socket.next();
  if (message.type === 'next') {
    await socket.next();
    return { ...outcomeSeen(message.payload as Body), status: 200 };
  }
  return { ...outcomeSeen({ errors: message.payload as Body['errors'] }), status: 0 };
}

async function overRest({ method, path, body, who }: Operation, name: string) {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      ...credentials(who),
      'x-graphql-client-name': name,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  const { status } = response;
  return { outcome: status < 400 ? 'OK' : status < 500 ? 'REFUSED' : 'FAILED', codes: null, status };
}

function credentials(who: string): Record<string, string> {
  const key = keys[who];
  return key ? { 'x-api-key': key } : {};
}

const transports = { http: overHttp, sse: overSse, socket: overSocket, rest: overRest };

interface Row {
  readonly label: string;
  readonly outcome: string;
  readonly statusCode: number;
  readonly errors: readonly { readonly code: string }[];
}

describe('the outcome in the request log', () => {
  it(`equals what the client saw, for ${count} random operations over GraphQL, REST, SSE and sockets`, async () => {
    const seen = new Map<string, { outcome: string; codes: string[] | null; status: number; operation: Operation }>();
    for (const operation of operations(count, app.admin)) {
      const name = `op_${randomUUID().replaceAll('-', '')}`;
      seen.set(name, { ...(await transports[operation.transport](operation, name)), operation });
    }
    await app.app.services.requestLogs.flush();
    const rows = await app.app.services.database.query<Row>(
      `SELECT coalesce(substring(operation from 'op_.*'), client) AS label, outcome, status_code, errors
       FROM request_logs WHERE client LIKE 'op\\_%' OR operation LIKE 'op\\_%'`,
    );
    const byLabel = new Map(rows.map((row) => [row.label, row]));
    for (const [name, { outcome, codes, status, operation }] of seen) {
      const row = byLabel.get(name);
      const logged = row && { outcome: row.outcome, codes: codes && row.errors.map(({ code }) => code).sort() };
      expect(logged, JSON.stringify(operation)).toEqual({ outcome, codes: codes && [...codes].sort() });
      if (status !== 0) expect(row?.statusCode).toBe(status);
    }
    expect(rows).toHaveLength(seen.size);
    expect(new Set([...seen.values()].map(({ outcome }) => outcome))).toEqual(new Set(['OK', 'PARTIAL', 'REFUSED']));
  }, 1_800_000);
});
