import type { AnyVariables, Client, OperationResult, TypedDocumentNode } from 'urql';
import type { Payloads } from '../../../client/payloads';
import { toFailure, type Failure } from './failure';
import { commonTexts as words } from '../texts/common';

type Outcome<Data> =
  | { readonly failure: Failure; readonly payload: null }
  | { readonly failure: null; readonly payload: Payloads<Data>[keyof Data] };

/** Runs a mutation with one field. @returns its payload or its failure */
export async function runMutation<Data extends object, Variables extends AnyVariables>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Outcome<Data>> {
  return toOutcome(await client.mutation(document, variables));
}

/** Runs a query with one field on the server, even if its result is cached. @returns its value or its failure */
export async function runQuery<Data extends object, Variables extends AnyVariables>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Outcome<Data>> {
  return toOutcome(await client.query(document, variables, { requestPolicy: 'network-only' }));
}

function toOutcome<Data extends object>({ data, error }: OperationResult<Data>): Outcome<Data> {
  if (error || !data)
    return { failure: error ? toFailure(error) : { message: words.noResponse, fields: {} }, payload: null };
  const [payload] = Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
    name === '__typename' ? [] : [value],
  );
  return { failure: null, payload: payload as Payloads<Data>[keyof Data] };
}
