import { readFileSync } from 'node:fs';
import { extendSchema, parse, type GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { restOperations } from '../../rest-compat/openapi/index.js';
import { buildSchema } from '../../src/schema/index.js';
import { graphqlOperations } from './graphql-operations.js';
import { callers, strangers } from './ids.js';
import { toVariants, variantName } from './rest-operations.js';

/** Returns the names of the operations in a table, and the callers in its header. */
function readTable(name: string): { operations: Set<string>; callers: string[] } {
  const [head = '', ...lines] = readFileSync(new URL(`outcomes-${name}.txt`, import.meta.url), 'utf8').split('\n');
  const starts = lines.map((line) => /^(\S.*?) *own {6}/.exec(line)?.[1]).filter((each) => each !== undefined);
  return { operations: new Set(starts), callers: head.split(/\s+/).slice(2) };
}

const schema = buildSchema();
const namesOf = (given: GraphQLSchema, kind: 'query' | 'mutation' | 'subscription') =>
  graphqlOperations(given, kind).map(({ name }) => name);

describe('the tables of outcomes', () => {
  it.each(['query', 'mutation', 'subscription'] as const)('list each %s, for every caller', (kind) => {
    const table = readTable(kind);
    expect([...table.operations]).toEqual(namesOf(schema, kind));
    expect(table.callers).toEqual([...callers, ...strangers]);
  });

  it.each([false, true])('list each route, for every caller (self-hosted: %s)', async (isSelfHosted) => {
    const routes = (await restOperations()).filter((route) => route.isSelfHosted === isSelfHosted);
    const table = readTable(isSelfHosted ? 'rest-self-hosted' : 'rest-hosted');
    expect([...table.operations]).toEqual(routes.flatMap(toVariants).map(variantName));
    expect(table.callers).toEqual([...callers, ...strangers]);
  });

  it.each(['query', 'mutation', 'subscription'] as const)('do not list a new %s, so that it fails', (kind) => {
    const root = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[kind];
    const extended = extendSchema(schema, parse(`extend type ${root} { leak(organizationId: ID!): String }`));
    const { operations } = readTable(kind);
    expect(namesOf(extended, kind).filter((name) => !operations.has(name))).toEqual(['leak']);
  });
});
