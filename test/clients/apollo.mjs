// Apollo Client: normalized objects, pages in the style of Relay, a mutation, errors, and a subscription by graphql-ws.
import { ApolloClient, gql, HttpLink, InMemoryCache, split } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { getMainDefinition, relayStylePagination } from '@apollo/client/utilities';
import { createClient } from 'graphql-ws';
import {
  addDocument,
  addUntil,
  changesDocument,
  expectEqual,
  graphqlUrl,
  headers,
  newMemory,
  post,
  socketOptions,
} from './support.mjs';

const socket = createClient(socketOptions);
const isSubscription = ({ query }) => getMainDefinition(query).operation === 'subscription';
const link = split(isSubscription, new GraphQLWsLink(socket), new HttpLink({ uri: graphqlUrl, headers }));
const cache = new InMemoryCache({
  typePolicies: { Query: { fields: { memories: relayStylePagination(['filter']) } } },
});
const client = new ApolloClient({ link, cache });

const input = newMemory('First');
const added = await client.mutate({ mutation: gql(addDocument), variables: { input } });
const { id } = added.data.addMemories.results[0].memory;
for (const text of ['Second', 'Third'])
  await post(addDocument, { input: { ...input, messages: [{ role: 'USER', content: text }] } });

const list = gql(`query List($userId: String!, $after: String) {
  memories(first: 2, after: $after, filter: { userId: { eq: $userId } }) {
    edges { cursor node { id text } } pageInfo { hasNextPage endCursor startCursor hasPreviousPage }
  }
}`);
const variables = { userId: input.userId };
const query = client.watchQuery({ query: list, variables });
const first = await query.refetch();
expectEqual(
  first.data.memories.edges.map(({ node }) => node.text),
  ['Third', 'Second'],
);
await query.fetchMore({ variables: { after: first.data.memories.pageInfo.endCursor } });
const whole = client.readQuery({ query: list, variables });
expectEqual(
  whole.memories.edges.map(({ node }) => node.text),
  ['Third', 'Second', 'First'],
);
// The mutation and the list share one object in the cache.
expectEqual(cache.extract()[`Memory:${id}`].text, 'First');

const partial = await client.query({
  query: gql('{ viewer { authMode } missing: memory(id: "018f0000-0000-7000-8000-000000000000") { id } }'),
  errorPolicy: 'all',
});
expectEqual([partial.data.viewer.authMode, partial.data.missing, partial.error?.errors.length], ['API_KEY', null, 1]);

const other = newMemory('Streamed to Apollo');
const frame = new Promise((resolve, reject) => {
  const subscription = client
    .subscribe({ query: gql(changesDocument), variables: { userId: other.userId } })
    .subscribe({
      next: (result) => {
        resolve(result);
        subscription.unsubscribe();
      },
      error: reject,
    });
});
expectEqual((await addUntil(frame, other)).data.memoryChanges.event, 'ADD');
client.stop();
await socket.dispose();
