import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/schema/index.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { fieldsOf, type FuzzedField } from './from-type.js';
import { hereOnly, settle } from './world.js';

const runs = Number(process.env.FUZZ_RUNS ?? 60);
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

describe('no input makes GraphQL fail', () => {
  for (const kind of ['query', 'mutation'] as const) {
    for (const { name } of fieldsOf(schema, kind, {})) {
      it(`${kind} ${name}`, { timeout: 60_000 + runs * 500 }, async () => {
        await test.reset();
        const known = await settle(test);
        const field = fieldsOf(schema, kind, known).find((each) => each.name === name) as FuzzedField;
        let answered = 0;
        const call = fc.record({ variables: field.variables, host: fc.integer({ min: 1, max: 254 }) });
        await fc.assert(
          fc.asyncProperty(call, async ({ variables, host }) => {
            if (check(await send(field.document, variables, `10.0.0.${host}`))) answered += 1;
          }),
          { numRuns: runs, endOnFailure: runs > 60 },
        );
        expect(answered, `no call came further than the schema: ${field.document}`).toBeGreaterThan(0);
        await idle(test.app.services);
      });
    }
  }
});

async function send(query: string, variables: unknown, remoteAddress: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${test.admin.apiKey}`, 'content-type': 'application/json' };
  const answer = await test.app.inject({ method: 'POST', url: '/graphql', headers, payload: JSON.stringify({ query, variables }), remoteAddress });
  return { status: answer.statusCode, text: answer.body };
}

/** @returns whether the call was carried out as far as to be answered, or refused by the use case itself */
function check({ status, text }: { status: number; text: string }): boolean {
  expect(status, text).toBeLessThan(500);
  const { data, errors = [] } = JSON.parse(text) as GraphQLAnswer;
  for (const { message, extensions } of errors) {
    expect(message).not.toBe('');
    expect(['INTERNAL', 'UPSTREAM_FAILED', 'UNAVAILABLE', undefined], text).not.toContain(extensions?.code);
    expect(extensions?.code, text).not.toBe('QUERY_TOO_COMPLEX');
  }
  return data !== undefined && data !== null;
}
