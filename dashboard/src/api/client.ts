import type { Client as SocketClient } from 'graphql-ws';
import { type ExecutionResult, cacheExchange, Client, fetchExchange, subscriptionExchange } from 'urql';
import { authExchange } from '@urql/exchange-auth';
import { clientName } from './client-name';
import { connectionEvents } from './connection';
import { accessToken, invalidateToken, heldToken } from './access-token';

const url = '/graphql';
type Variables = Record<string, unknown>;

const name = { 'x-graphql-client-name': clientName };

/** The GraphQL client of the page, with the session's access token. @param onSignedOut called when the session has ended */
export function createApiClient(onSignedOut: () => void): Client {
  let sockets: Promise<SocketClient> | undefined;
  const auth = authExchange(async (utils) => {
    await accessToken();
    return {
      addAuthToOperation: (operation) => {
        const token = heldToken();
        return token ? utils.appendHeaders(operation, { authorization: `Bearer ${token}` }) : operation;
      },
      willAuthError: () => false,
      didAuthError: (error) => error.graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED'),
      refreshAuth: async () => {
        invalidateToken();
        if ((await accessToken()) === null) onSignedOut();
      },
    };
  });
  return new Client({
    url,
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: { headers: name },
    exchanges: [
      cacheExchange,
      auth,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: subscribe((sockets ??= createSockets()), { query, variables: variables as Variables }, sink),
          }),
        }),
      }),
    ],
  });
}

/** Loads the WebSocket client with the first subscription, which the first page does not need. */
async function createSockets(): Promise<SocketClient> {
  const { createClient } = await import('graphql-ws');
  return createClient({
    url: new URL(url, window.location.href).href.replace(/^http/, 'ws'),
    lazy: true,
    on: connectionEvents,
    retryAttempts: Infinity,
    shouldRetry: () => true,
    connectionParams: async () => {
      const token = await accessToken();
      return token ? { ...name, authorization: `Bearer ${token}` } : name;
    },
  });
}

// Ends the subscription even when the client is still loading. @returns a function that ends it
function subscribe(
  sockets: Promise<SocketClient>,
  operation: { query: string; variables: Variables },
  sink: { next(value: ExecutionResult): void; error(error: unknown): void; complete(): void },
): () => void {
  let isEnded = false;
  let end: (() => void) | undefined;
  sockets.then(
    (client) => {
      if (!isEnded)
        end = client.subscribe<Variables>(operation, sink as Parameters<typeof client.subscribe<Variables>>[1]);
    },
    (error: unknown) => sink.error(error),
  );
  return () => {
    isEnded = true;
    end?.();
  };
}
