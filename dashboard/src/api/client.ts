import { createClient as createSockets } from 'graphql-ws';
import { cacheExchange, Client, fetchExchange, subscriptionExchange } from 'urql';
import { authExchange } from '@urql/exchange-auth';
import { clientName } from './client-name';
import { connectionEvents } from './connection';
import { accessToken, invalidateToken, heldToken } from './access-token';

const url = '/graphql';
const name = { 'x-graphql-client-name': clientName };

/** The GraphQL client of the page, with the session's access token. @param onSignedOut called when the session has ended */
export function createApiClient(onSignedOut: () => void): Client {
  const sockets = createSockets({
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
            unsubscribe: sockets.subscribe({ query, variables: variables as Record<string, unknown> }, sink),
          }),
        }),
      }),
    ],
  });
}
