import type { GraphQLError } from 'graphql';
import type { Client as SocketClient } from 'graphql-ws';
import {
  type ExecutionResult,
  type Operation,
  cacheExchange,
  Client,
  CombinedError,
  fetchExchange,
  makeOperation,
  mapExchange,
  subscriptionExchange,
} from 'urql';
import { authExchange } from '@urql/exchange-auth';
import { clientName } from './client-name';
import { checkServer, noteClosed, noteFailure, noteFrame, noteOpen, onRecovery, waitForServer } from './connection';
import { isForbidden, isPassing, isSessionOver, isUnavailable } from './failure';
import { accessToken, heldToken, invalidateToken, validToken } from './access-token';

const url = '/graphql';
type Variables = Record<string, unknown>;

const name = { 'x-graphql-client-name': clientName };

export interface ApiClient {
  readonly client: Client;
  /** Opens the socket of live updates, whose state the shell shows. */
  connect(): void;
  close(): void;
}

/** Creates the GraphQL client of a session. @param onSignedOut called when the session ends */
export function createApiClient(onSignedOut: () => void): ApiClient {
  let sockets: Promise<SocketClient> | undefined;
  const connect = () => (sockets ??= createSockets());
  const auth = authExchange(async (utils) => {
    await accessToken();
    return {
      addAuthToOperation: (operation) => {
        const token = heldToken();
        return token ? utils.appendHeaders(operation, { authorization: `Bearer ${token}` }) : operation;
      },
      willAuthError: () => false,
      // Without a token, the error is about the credentials of a sign-in.
      didAuthError: (error, { context: { fetchOptions } }) =>
        typeof fetchOptions === 'object' &&
        new Headers(fetchOptions.headers).has('authorization') &&
        isSessionOver(error),
      refreshAuth: async () => {
        invalidateToken();
        if ((await accessToken()) === null) onSignedOut();
      },
    };
  });
  // A page that offers what the viewer may not do has old permissions.
  const active = keepActiveQueries(() => active.readAgain(client));
  const client = new Client({
    url,
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: { headers: name },
    exchanges: [
      active.exchange,
      cacheExchange,
      auth,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: subscribe(connect(), { query, variables: variables as Variables }, sink),
          }),
        }),
      }),
    ],
  });
  const stop = onRecovery(() => active.readAgain(client));
  return {
    client,
    connect: () => void connect().catch(noteFailure),
    close() {
      stop();
      void sockets?.then((socket) => socket.dispose());
    },
  };
}

/**
 * Remembers the queries on screen: they keep their data while the server or the session is away, and are read again when the server is back.
 * @param onForbidden called when the server refuses a mutation for lack of permission
 */
function keepActiveQueries(onForbidden: () => void) {
  const queries = new Map<number, { readonly operation: Operation; data?: unknown }>();
  return {
    exchange: mapExchange({
      onOperation(operation) {
        if (operation.kind === 'query' && !queries.has(operation.key)) queries.set(operation.key, { operation });
        if (operation.kind === 'teardown') queries.delete(operation.key);
      },
      onResult(result) {
        const { operation, error } = result;
        const data: unknown = result.data;
        const query = queries.get(operation.key);
        if (error?.networkError) noteFailure();
        if (error && isUnavailable(error)) void checkServer();
        if (error && operation.kind === 'mutation' && isForbidden(error)) onForbidden();
        if (error && isPassing(error)) return query?.data === undefined ? result : { ...result, data: query.data };
        if (query && data) query.data = data;
        return result;
      },
    }),
    readAgain(client: Client) {
      for (const { operation } of [...queries.values()])
        client.reexecuteOperation(
          makeOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' }),
        );
    },
  };
}

/** Longer than a busy server needs. A killed server closes the socket at once. */
const pongLimitMs = 2_000;
const pingEveryMs = 1_000;
/** A server that has just started answers its first sockets slowly. Closing them early would only add to its work. */
const openLimitMs = 10_000;
/** The delay does not grow: sockets open only after the server answered over HTTP. */
const reconnectWithinMs = 1_000;

/** Loads the WebSocket client after the first page, to keep it out of the way of the page. */
async function createSockets(): Promise<SocketClient> {
  const { createClient } = await import('graphql-ws');
  let limit = 0;
  let isOpen = false;
  let isDisposed = false;
  const client = createClient({
    url: new URL(url, window.location.href).href.replace(/^http/, 'ws'),
    lazy: false,
    keepAlive: pingEveryMs,
    connectionAckWaitTimeout: openLimitMs,
    on: {
      connected: () => {
        isOpen = true;
        noteOpen();
      },
      message: noteFrame,
      ping: (isReceived) => {
        if (!isReceived) limit = window.setTimeout(() => client.terminate(), isOpen ? pongLimitMs : openLimitMs);
      },
      pong: () => window.clearTimeout(limit),
      closed: () => {
        window.clearTimeout(limit);
        isOpen = false;
        if (!isDisposed) noteClosed();
      },
    },
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: async () => {
      await waitForServer();
      // Spreads the tabs of many users.
      await new Promise((resolve) => window.setTimeout(resolve, Math.random() * reconnectWithinMs));
    },
    connectionParams: async () => {
      const token = await validToken();
      return token ? { ...name, authorization: `Bearer ${token}` } : name;
    },
  });
  const { dispose } = client;
  return { ...client, dispose: () => ((isDisposed = true), dispose()) };
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

const hasUnavailable = (cause: unknown): boolean =>
  Array.isArray(cause) && isUnavailable(new CombinedError({ graphQLErrors: cause as GraphQLError[] }));

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
  const start = (client: SocketClient) => {
    if (isEnded) return;
    const error = (cause: unknown) => (hasUnavailable(cause) ? void startAgain(client) : sink.error(cause));
    end = client.subscribe<Variables>(resumable.operation, { ...sink, next, error } as Parameters<
      typeof client.subscribe<Variables>
    >[1]);
  };
  // The socket stays open while the server has no database. Changes of that time are read, not streamed.
  const startAgain = async (client: SocketClient) => {
    await checkServer();
    await waitForServer();
    await new Promise((resolve) => window.setTimeout(resolve, reconnectWithinMs));
    start(client);
    if (!isEnded) noteOpen();
  };
  sockets.then(start, (error: unknown) => sink.error(error));
  return () => {
    isEnded = true;
    end?.();
  };
}
