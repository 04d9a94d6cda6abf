import type { Client as SocketClient } from 'graphql-ws';
import { type ExecutionResult, cacheExchange, Client, fetchExchange, subscriptionExchange } from 'urql';
import { authExchange } from '@urql/exchange-auth';
import { clientName } from './client-name';
import { connectionEvents } from './connection';
import { accessToken, invalidateToken, heldToken } from './access-token';

const url = '/graphql';
type Variables = Record<string, unknown>;

const name = { 'x-graphql-client-name': clientName };

/** Creates the GraphQL client of a session. @param onSignedOut called when the session ends */
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

/** Loads the WebSocket client with the first subscription, to keep it out of the first page. */
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

interface Frame {
  readonly data?: Readonly<Record<string, { readonly cursor?: unknown } | null>> | null;
}

/**
 * Creates an operation that resumes after the last frame, because the WebSocket client resends the same object on reconnect.
 * @returns the operation, and a function that records a frame
 */
function toResumable(operation: { readonly query: string; readonly variables: Variables }) {
  const { query, variables } = operation;
  let after: string | null = null;
  return {
    operation: {
      query,
      get variables() {
        return after === null ? variables : { ...variables, after };
      },
    },
    note(frame: Frame) {
      const cursor = Object.values(frame.data ?? {})[0]?.cursor;
      if (typeof cursor === 'string' && query.includes('$after')) after = cursor;
    },
  };
}

// @returns a function that ends the subscription, even while the client is loading
function subscribe(
  sockets: Promise<SocketClient>,
  operation: { query: string; variables: Variables },
  sink: { next(value: ExecutionResult): void; error(error: unknown): void; complete(): void },
): () => void {
  let isEnded = false;
  let end: (() => void) | undefined;
  const resumable = toResumable(operation);
  const next = (result: ExecutionResult) => {
    resumable.note(result);
    sink.next(result);
  };
  sockets.then(
    (client) => {
      if (!isEnded)
        end = client.subscribe<Variables>(resumable.operation, { ...sink, next } as Parameters<
          typeof client.subscribe<Variables>
        >[1]);
    },
    (error: unknown) => sink.error(error),
  );
  return () => {
    isEnded = true;
    end?.();
  };
}
