import type { AnyVariables, Client, TypedDocumentNode } from 'urql';
import { failureIn, toFailure, type Failure } from './failure';
import { commonTexts as words } from '../texts/common';

type Success<Result> = Exclude<Result, { readonly __typename: `${string}Error` }>;
type Outcome<Result> =
  { readonly failure: Failure; readonly payload: null } | { readonly failure: null; readonly payload: Success<Result> };

/** Runs a mutation with one field. @returns its payload or its failure */
export async function runMutation<Data extends Record<string, unknown>, Variables extends AnyVariables>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Outcome<Exclude<Data[keyof Data], 'Mutation' | undefined>>> {
  type Result = Exclude<Data[keyof Data], 'Mutation' | undefined>;
  const { data, error } = await client.mutation(document, variables);
  if (error || !data)
    return { failure: error ? toFailure(error) : { message: words.noResponse, fields: {} }, payload: null };
  const [result] = Object.entries(data).flatMap(([name, value]) => (name === '__typename' ? [] : [value as Result]));
  const failure = failureIn(result as { __typename: string });
  return failure ? { failure, payload: null } : { failure: null, payload: result as Success<Result> };
}
