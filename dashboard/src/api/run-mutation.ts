import { useCallback } from 'react';
import {
  createRequest,
  useClient,
  type AnyVariables,
  type Client,
  type OperationResult,
  type TypedDocumentNode,
} from 'urql';
import type { Payloads } from '../../../client/payloads';
import { heldToken } from './access-token';
import { isSessionOver, toFailure, type Failure } from './failure';
import { commonTexts as words } from '../texts/common';

/** What a mutation with one field returns. */
export type Payload<Data> = Payloads<Data>[keyof Data];

type Outcome<Data> =
  | { readonly failure: Failure; readonly payload: null }
  | { readonly failure: null; readonly payload: Payload<Data> };

/** Mutations without a response yet, by document and variables. */
const pending = new WeakMap<Client, Map<number, Promise<unknown>>>();

/** Runs a mutation with one field. A second click sends nothing while the first one is on its way. @returns its payload or its failure */
export function runMutation<Data extends object, Variables extends AnyVariables>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Outcome<Data>> {
  const sent = pending.get(client) ?? new Map<number, Promise<unknown>>();
  pending.set(client, sent);
  const { key } = createRequest(document, variables);
  const former = sent.get(key) as Promise<Outcome<Data>> | undefined;
  const outcome = former ?? sendMutation(client, document, variables).finally(() => sent.delete(key));
  sent.set(key, outcome);
  return outcome;
}

async function sendMutation<Data extends object, Variables extends AnyVariables>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Outcome<Data>> {
  const wasSignedIn = heldToken() !== null;
  const result = await client.mutation(document, variables);
  // The viewer signs in above the form, which keeps this message.
  if (result.error && wasSignedIn && isSessionOver(result.error))
    return { failure: { message: words.sessionHadEnded, fields: {} }, payload: null };
  return toOutcome(result);
}

/** Returns a function that runs a mutation with an input. The function returns the payload or the failure. */
export function useMutate() {
  const client = useClient();
  return useCallback(
    <Data extends object, Input>(document: TypedDocumentNode<Data, { input: Input }>, input: NoInfer<Input>) =>
      runMutation(client, document, { input }),
    [client],
  );
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
  return { failure: null, payload: payload as Payload<Data> };
}
