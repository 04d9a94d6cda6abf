// The documents are typed by gql.tada alone, without generated code.
import { initGraphQLTada, type ResultOf, type VariablesOf } from 'gql.tada';
import { print } from 'graphql';
import type { introspection } from '../generated/tada/graphql-env.js';

const graphql = initGraphQLTada<{ introspection: introspection; scalars: { DateTime: string; JSON: unknown } }>();

const list = graphql(`
  query List($userId: String!) {
    memories(filter: { userId: { eq: $userId } }) {
      totalCount
      nodes {
        text
        createdAt
        event {
          type
        }
      }
    }
  }
`);

async function run(variables: VariablesOf<typeof list>): Promise<ResultOf<typeof list>> {
  const response = await fetch(`${process.env['MEMORY_GATEWAY_URL']}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': process.env['MEMORY_GATEWAY_API_KEY'] ?? '' },
    body: JSON.stringify({ query: print(list), variables }),
  });
  const { data } = (await response.json()) as { data: ResultOf<typeof list> };
  return data;
}

const { memories } = await run({ userId: process.env['TADA_USER'] ?? '' });
const [memory] = memories.nodes;
// @ts-expect-error -- the enum has no such value
if (memory?.event?.type === 'OTHER') throw new Error('Unknown type.');
if (memories.totalCount !== 1 || memory?.text !== 'Typed by tada' || memory.event?.type !== 'ADD')
  throw new Error(JSON.stringify(memories));
if (Number.isNaN(Date.parse(memory.createdAt))) throw new Error(memory.createdAt);
