import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/schema/index.js';
import { graphqlOperations, type GraphQLOperation } from './graphql-operations.js';
import { runMatrix, tableHead, type Response } from './outcomes.js';
import type { Ids } from './ids.js';
import { settleIsolation, type IsolationWorld } from './world.js';

const schema = buildSchema();
let world: IsolationWorld;

interface Body {
  readonly data?: Record<string, { readonly __typename?: string } | null> | null;
  readonly errors?: readonly { readonly path?: readonly unknown[]; readonly extensions: { readonly code: string } }[];
}

let requests = 0;

async function send(operation: GraphQLOperation, key: string | null, variables: object): Promise<Response> {
  requests += 1;
  const answer = await world.test.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    payload: JSON.stringify({ query: operation.document, variables }),
    // Some fields have limits by address.
    remoteAddress: `10.${requests >> 8}.${requests & 255}.1`,
  });
  const body = JSON.parse(answer.body) as Body;
  const outcome = toOutcome(body);
  if (operation.kind === 'mutation') expect(body.errors?.filter(isUndeclared) ?? [], operation.name).toEqual([]);
  return { outcome: isBusyDelivery(operation, outcome) ? 'ok' : outcome, text: answer.body };
}

/** Whether an error should have been a member of the mutation's result: the documents select every member. */
const isUndeclared = ({ path, extensions }: NonNullable<Body['errors']>[number]): boolean =>
  path?.length === 1 && ['BAD_USER_INPUT', 'CONFLICT', 'FORBIDDEN', 'NOT_FOUND'].includes(extensions.code);

/**
 * Whether a delivery that an earlier caller replayed was still being sent, which depends on timing, not on the caller.
 */
function isBusyDelivery({ name }: GraphQLOperation, outcome: string): boolean {
  return name === 'replayWebhookDelivery' && outcome === 'CONFLICT';
}

/** A field that failed as a whole has its error code; errors of single values inside count as `ok`. */
function toOutcome({ data, errors = [] }: Body): string {
  const [value] = Object.values(data ?? {});
  if (value === null && errors.length === 0) return 'null';
  const error = errors.find(({ path }) => path === undefined || path.length <= 1) ?? (value ? undefined : errors[0]);
  if (error) return error.extensions.code;
  const refused = /^(\w+)Error$/.exec(value?.__typename ?? '')?.[1];
  return refused ? refused.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase() : 'ok';
}

/** Sends every query or mutation as every caller for every target. */
export function describeFields(kind: 'query' | 'mutation', snapshot: string): void {
  describe(`isolation of tenants: each ${kind}`, () => {
    // By name, so that a second try replaces the rows of the first.
    const table = new Map([['', [tableHead]]]);
    beforeAll(async () => {
      world = await settleIsolation();
    });
    afterAll(() => world.test.close());

    for (const operation of graphqlOperations(schema, kind)) {
      it(operation.name, { timeout: 60_000 }, async () => {
        const request = {
          name: operation.name,
          changes: kind === 'mutation',
          request: (ids: Ids) => JSON.stringify(operation.variables(ids)),
          send: (key: string | null, ids: Ids) => send(operation, key, operation.variables(ids)),
        };
        table.set(operation.name, await runMatrix(world, request));
      });
    }

    it('has the outcomes under review', async () => {
      await expect(`${[...table.values()].flat().join('\n')}\n`).toMatchFileSnapshot(snapshot);
    });
  });
}
