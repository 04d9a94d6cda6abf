import { useCallback } from 'react';
import {
  useClient,
  useQuery,
  type AnyVariables,
  type TypedDocumentNode,
  type UseQueryArgs,
  type UseQueryState,
} from 'urql';

type Options = Pick<UseQueryArgs, 'context' | 'pause' | 'requestPolicy'>;

/** Runs a query by the policy of the client. @returns the result, and a function that reads it from the server again */
export function useRepeatableQuery<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  options: Options = {},
): [result: UseQueryState<Data>, again: () => void] {
  const [result, read] = useQuery<Data, AnyVariables>({ query, variables, ...options });
  return [result, useCallback(() => read({ requestPolicy: 'network-only' }), [read])];
}

/** Like {@link useRepeatableQuery}, and reads from the server the first time, too. */
export function useFreshQuery<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  options: Options = {},
) {
  return useRepeatableQuery(query, variables, { ...options, requestPolicy: 'network-only' });
}

/** Returns a function that reads what the server has now, or null without a response. */
export function useReadAgain<Data, Variables extends AnyVariables, Value>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  toValue: (data: Data) => Value | null,
): () => Promise<Value | null> {
  const client = useClient();
  return async () => {
    const { data } = await client.query(query, variables, { requestPolicy: 'network-only' });
    return data ? toValue(data) : null;
  };
}
