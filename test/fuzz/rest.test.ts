import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { answersOf, restOperations } from '../../rest-compat/openapi/index.js';
import type { DocumentedRoute } from '../../rest-compat/openapi/routes.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { arbitraryOf, type Known } from './from-schema.js';
import { hostileBody } from './hostile.js';
import { hereOnly, settle } from './world.js';

const runs = Number(process.env.FUZZ_RUNS ?? 60);
const routes = await restOperations();

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp(hereOnly());
});
afterAll(() => test.close());

interface Call {
  readonly path: string;
  readonly payload?: string;
  /** The client's, so that limits by address do not end the run after ten calls. */
  readonly remoteAddress: string;
}

describe('no input makes the REST API fail', () => {
  it('on any of its operations', () => {
    expect(routes.length).toBeGreaterThanOrEqual(100);
  });

  for (const route of routes) {
    it(`${route.method.toUpperCase()} ${route.path}`, { timeout: 60_000 + runs * 500 }, async () => {
      await test.reset();
      const call = callOf(route, await settle(test));
      const accepted = answersOf(route);
      await fc.assert(fc.asyncProperty(call, async (given) => check(route, accepted, await send(route, given))), { numRuns: runs, endOnFailure: runs > 60 });
      await idle(test.app.services);
    });
  }
});

/** Any call of this route. */
function callOf({ path, params, querystring, body, method }: DocumentedRoute, known: Known): fc.Arbitrary<Call> {
  const part = (schema: z.ZodType | null) => (schema ? arbitraryOf(schema, known) : fc.constant({})) as fc.Arbitrary<Record<string, unknown>>;
  const payload = body ? fc.oneof({ weight: 14, arbitrary: arbitraryOf(body, known).map((value) => JSON.stringify(value)) }, { weight: 1, arbitrary: hostileBody }) : fc.constant(undefined);
  return fc
    .record({ params: part(params), query: part(querystring), payload, host: fc.integer({ min: 1, max: 254 }) })
    .map(({ params: inPath, query, payload: sent, host }) => ({
      path: `${path.replace(/\{(\w+)\}/g, (_match, name: string) => segment(inPath?.[name]))}${method === 'get' || querystring ? queryText(query) : ''}`,
      payload: sent,
      remoteAddress: `10.0.0.${host}`,
    }));
}

/** A text for a place in an address. Half characters have no form there. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

// Nothing, `.` and `..` would make another path of it, which is fuzzed by itself.
function segment(value: unknown): string {
  const text = textOf(value).slice(0, 4_000);
  return /^\.{0,2}$/.test(text) ? 'none' : encoded(text);
}

function queryText(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const pairs = Object.entries(query).slice(0, 50).flatMap(([name, value]) => [value].flat().slice(0, 20).map((item) => `${encoded(name)}=${encoded(textOf(item).slice(0, 4_000))}`));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function send({ method }: DocumentedRoute, { path, payload, remoteAddress }: Call): Promise<Answer> {
  const headers = { authorization: `Token ${test.admin.apiKey}`, ...(payload !== undefined && { 'content-type': 'application/json' }) };
  const answer = await test.app.inject({ method: method.toUpperCase() as 'GET', url: path, headers, payload, remoteAddress });
  return { status: answer.statusCode, type: String(answer.headers['content-type']), text: answer.body };
}

// Files are no JSON.
const isFile = ({ operation }: DocumentedRoute, { status }: Answer): boolean => operation === 'downloadExport' && status === 200;

function check(route: DocumentedRoute, accepted: ReadonlyMap<number, z.ZodType>, answer: Answer): void {
  const { status, type, text } = answer;
  expect(status, text).toBeLessThan(500);
  if (isFile(route, answer)) return;
  expect(type).toMatch(/^application\/json/);
  const body: unknown = JSON.parse(text);
  if (status >= 400) expect(textsOf(body).join('').trim(), `${status} says nothing: ${text}`).not.toBe('');
  const schema = accepted.get(status);
  if (status < 300 || schema) {
    const fit = schema?.safeParse(body);
    expect(fit?.success, `${status} is not as described: ${text.slice(0, 500)} ${fit?.error?.message ?? 'no schema'}`).toBe(true);
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
