import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routeResponses, restOperations } from '../../rest-compat/openapi/index.js';
import type { DocumentedRoute } from '../../rest-compat/openapi/routes.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { arbitraryOf } from './from-schema.js';
import { hostileBody, hostileHeaders, hostileQueries, hostileSegments } from './hostile.js';
import { assertAll, runs } from './runs.js';
import { hereOnly, settle, type World } from './world.js';

const routes = await restOperations();

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp(hereOnly());
});
afterAll(() => test.close());

interface Call {
  readonly path: string;
  readonly payload?: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Address of the client, so that limits by address do not end the run after ten calls. */
  readonly remoteAddress: string;
}

describe('no input makes the REST API fail', () => {
  it('on any of its operations', () => {
    expect(routes.length).toBeGreaterThanOrEqual(100);
  });

  for (const route of routes) {
    it(`${route.method.toUpperCase()} ${route.path}`, { timeout: 60_000 + runs * 500 }, async () => {
      const { callers, strangers } = await currentWorld();
      if (isDamaging(route)) world = null;
      const accepted = routeResponses(route);
      const before = await strangers();
      await assertAll(fc.oneof(...callers.map((caller) => callOf(route, caller))), async (call) =>
        check(route, accepted, await send(route, call)),
      );
      await idle(test.app.services);
      // That operation removes everything of every tenant.
      if (route.operation !== 'reset') expect(await strangers()).toBe(before);
    });
  }
});

// These calls would remove objects that all later calls need.
const isDamaging = ({ method, path }: DocumentedRoute): boolean =>
  method === 'delete' || /^\/(reset|configure|users|auth)/.test(path) || /\/members\/$/.test(path);

let world: World | null = null;
async function currentWorld(): Promise<World> {
  if (world) return world;
  await test.reset();
  return (world = await settle(test));
}

/** Generates any call of this route. */
function callOf(
  { path, params, querystring, body, method }: DocumentedRoute,
  { key, known }: World['callers'][number],
): fc.Arbitrary<Call> {
  const part = (schema: z.ZodType | null) =>
    (schema ? arbitraryOf(schema, known) : fc.constant({})) as fc.Arbitrary<Record<string, unknown>>;
  const payload = body
    ? fc.oneof(
        { weight: 14, arbitrary: arbitraryOf(body, known).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: hostileBody },
      )
    : fc.constant(undefined);
  const query = method === 'get' || querystring ? part(querystring).map(queryText) : fc.constant('');
  return fc
    .record({
      params: part(params),
      raw: rarely(...hostileSegments),
      query: fc.oneof({ weight: 9, arbitrary: query }, { weight: 1, arbitrary: oddQuery }),
      payload,
      host: fc.integer({ min: 1, max: 254 }),
      headers: rarely(...hostileHeaders),
    })
    .map(({ params: inPath, raw, query: asked, payload: sent, host, headers }) => ({
      path: `${path.replace(/\{(\w+)\}/g, (_match, name: string) => raw ?? segment(inPath?.[name]))}${asked}`,
      payload: sent,
      key,
      headers: headers ?? {},
      remoteAddress: `10.0.0.${host}`,
    }));
}

const rarely = <Value>(...values: readonly Value[]): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
const oddQuery = fc.constantFrom(...hostileQueries).map((text) => `?${text}`);

/** Encodes a text for a URL. Unpaired surrogates have no encoding. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

// An empty text, `.` and `..` would make another path, which has its own test.
function segment(value: unknown): string {
  const text = textOf(value).slice(0, 4_000);
  return /^\.{0,2}$/.test(text) ? 'none' : encoded(text);
}

function queryText(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const pairs = Object.entries(query)
    .slice(0, 50)
    .flatMap(([name, value]) =>
      [value]
        .flat()
        .slice(0, 20)
        .map((item) => `${encoded(name)}=${encoded(textOf(item).slice(0, 4_000))}`),
    );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function send(
  { method }: DocumentedRoute,
  { path, payload, remoteAddress, key, headers: odd }: Call,
): Promise<Answer> {
  const headers = {
    authorization: `Token ${key}`,
    ...(payload !== undefined && { 'content-type': 'application/json' }),
    ...odd,
  };
  const answer = await test.app.inject({
    method: method.toUpperCase() as 'GET',
    url: path,
    headers,
    payload,
    remoteAddress,
  });
  return { status: answer.statusCode, type: String(answer.headers['content-type']), text: answer.body };
}

// Statuses of the server itself, for paths and bodies that reach no operation.
const ofServer = new Set([400, 401, 403, 404, 413, 414, 415, 422]);
const refusal = z.object({ detail: z.string().min(1), request_id: z.string() });
// Traces of the runtime, the database and the file system, which no input contains.
const inward = /Cannot (read|convert)|is not a function|TypeError|RangeError|violates|at or near|node_modules|\.ts:\d/;

// Files are no JSON.
const isFile = ({ operation }: DocumentedRoute, { status }: Answer): boolean =>
  ['downloadExport', 'exportAuditLogs'].includes(operation) && status === 200;

function check(route: DocumentedRoute, accepted: ReadonlyMap<number, z.ZodType>, answer: Answer): void {
  const { status, type, text } = answer;
  expect(status, text).toBeLessThan(500);
  if (isFile(route, answer)) return;
  expect(type).toMatch(/^application\/json/);
  const body: unknown = JSON.parse(text);
  expect(text).not.toMatch(inward);
  expect([...accepted.keys(), ...ofServer], text).toContain(status);
  if (status >= 400) expect(textsOf(body).join('').trim(), `${status} says nothing: ${text}`).not.toBe('');
  if (ofServer.has(status) && refusal.safeParse(body).success) return;
  const schema = accepted.get(status);
  if (status < 300 || schema) {
    const fit = schema?.safeParse(body);
    expect(
      fit?.success,
      `${status} is not as described: ${text.slice(0, 500)} ${fit?.error?.message ?? 'no schema'}`,
    ).toBe(true);
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
