import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/schema/index.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { fieldsOf, type FuzzedField } from './from-type.js';
import { assertAll, isUsual, runs } from './runs.js';
import { hereOnly, settle, type World } from './world.js';

const schema = buildSchema();

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp(hereOnly());
});
afterAll(() => test.close());

interface GraphQLAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

// These calls would remove objects that all later calls need.
const isDamaging = (name: string): boolean =>
  /^(delete|remove|revoke|reset|cancel|set|change|update|rotate|logout)/.test(name);

let world: World | null = null;
async function currentWorld(): Promise<World> {
  if (world) return world;
  await test.reset();
  // A list accepts one of two cursors, lengths and times, so most calls omit them.
  const pages = {
    first: [null, 1, 2],
    last: [null, null, null, 2],
    after: [null, null, null, 'bm90aGluZw'],
    before: [null, null, null, 'bm90aGluZw'],
    as_of: [null, null, null, '2024-05-01T10:00:00Z'],
    valid_at: [null, null, null, '2024-05-01T10:00:00Z'],
    attachments: [null, []],
  };
  return (world = await settle(test, pages));
}

describe('no input makes GraphQL fail', () => {
  for (const kind of ['query', 'mutation'] as const) {
    for (const { name } of fieldsOf(schema, kind, {})) {
      it(`${kind} ${name}`, { timeout: 60_000 + runs * 500 }, async () => {
        const { callers, strangers } = await currentWorld();
        if (isDamaging(name)) world = null;
        const [document, ...calls] = callsOf(kind, name, callers);
        const before = await strangers();
        let answered = 0;
        await assertAll(fc.oneof(...calls), async (call) => {
          if (check(await send(document, call))) answered += 1;
        });
        if (isUsual) expect(answered, `no call came further than the schema: ${document}`).toBeGreaterThan(0);
        await idle(test.app.services);
        expect(await strangers()).toBe(before);
      });
    }
  }
});

interface Call {
  readonly variables: unknown;
  readonly host: number;
  readonly key: string;
}

/** Returns the document of a field, and the calls of each caller. */
function callsOf(
  kind: 'query' | 'mutation',
  name: string,
  callers: World['callers'],
): [string, ...fc.Arbitrary<Call>[]] {
  const fields = callers.map(
    ({ known }) => fieldsOf(schema, kind, known).find((each) => each.name === name) as FuzzedField,
  );
  const calls = fields.map(({ variables }, index) =>
    fc.record({ variables, host: fc.integer({ min: 1, max: 254 }), key: fc.constant(callers[index]?.key ?? '') }),
  );
  return [fields[0]?.document ?? '', ...calls];
}

async function send(query: string, { variables, host, key }: Call): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await test.app.inject({
    method: 'POST',
    url: '/graphql',
    headers,
    payload: JSON.stringify({ query, variables }),
    remoteAddress: `10.0.0.${host}`,
  });
  return { status: answer.statusCode, text: answer.body };
}

const beyondSchema: ReadonlySet<unknown> = new Set([
  'NOT_FOUND',
  'FORBIDDEN',
  'CONFLICT',
  'UNAUTHENTICATED',
  'RATE_LIMITED',
]);

/** @returns whether the call succeeded or was refused by the use case itself */
function check({ status, text }: { status: number; text: string }): boolean {
  expect(status, text).toBeLessThan(500);
  const { data, errors = [] } = JSON.parse(text) as GraphQLAnswer;
  for (const { message, extensions } of errors) {
    expect(message).not.toBe('');
    expect(['INTERNAL', 'UPSTREAM_FAILED', 'UNAVAILABLE', undefined], text).not.toContain(extensions?.code);
  }
  return (data !== undefined && data !== null) || errors.some(({ extensions }) => beyondSchema.has(extensions?.code));
}
