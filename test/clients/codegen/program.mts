// Compiled against the types that graphql-codegen generates from the running server.
import { print } from 'graphql';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { graphql } from '../generated/codegen/gql.js';

const add = graphql(`
  mutation Add($input: AddMemoriesInput!) {
    addMemories(input: $input) {
      __typename
      ... on AddMemoriesPayload {
        results {
          event
          memory {
            text
            createdAt
          }
        }
      }
      ... on ValidationError {
        fields {
          field
        }
      }
    }
  }
`);

async function run<Result, Variables>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const response = await fetch(`${process.env['MEMORY_GATEWAY_URL']}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': process.env['MEMORY_GATEWAY_API_KEY'] ?? '' },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const { data } = (await response.json()) as { data: Result };
  return data;
}

const { addMemories } = await run(add, {
  input: { userId: 'codegen', infer: false, messages: [{ role: 'USER', content: `Typed at ${Date.now()}` }] },
});
if (addMemories.__typename !== 'AddMemoriesPayload') throw new Error(addMemories.__typename);
const [result] = addMemories.results ?? [];
// @ts-expect-error -- a memory has no such field
void result?.memory?.unknown;
// @ts-expect-error -- the enum has no such value
if (result?.event === 'OTHER') throw new Error('Unknown event.');
if (result?.event !== 'ADD' || !result.memory?.text.startsWith('Typed at ')) throw new Error(JSON.stringify(result));
