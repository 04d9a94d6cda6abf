// urql: a query from the network and from the cache, a mutation that invalidates it, an error, and a subscription by fetch.
import { cacheExchange, Client, fetchExchange } from '@urql/core';
import { addDocument, addUntil, changesDocument, expectEqual, graphqlUrl, headers, newMemory } from './support.mjs';

const client = new Client({
  url: graphqlUrl,
  exchanges: [cacheExchange, fetchExchange],
  fetchOptions: { headers },
  fetchSubscriptions: true,
  preferGetMethod: false,
});
const list = `query List($userId: String!) {
  memories(filter: { userId: { eq: $userId } }) { totalCount nodes { id text } }
}`;
const input = newMemory('Kept by urql');
const read = () => client.query(list, { userId: input.userId }, { additionalTypenames: ['Memory'] }).toPromise();

expectEqual((await read()).data.memories.totalCount, 0);
const added = await client.mutation(addDocument, { input }).toPromise();
expectEqual(added.data.addMemories.results[0].memory.text, 'Kept by urql');
expectEqual(
  (await read()).data.memories.nodes.map(({ text }) => text),
  ['Kept by urql'],
);

const refused = await client.mutation(addDocument, { input: { messages: [] } }).toPromise();
expectEqual(refused.error.graphQLErrors[0].extensions.code, 'BAD_USER_INPUT');

const other = newMemory('Streamed to urql');
const frame = new Promise((resolve) => {
  const { unsubscribe } = client.subscription(changesDocument, { userId: other.userId }).subscribe((result) => {
    if (!result.data && !result.error) return;
    resolve(result);
    void Promise.resolve().then(() => unsubscribe());
  });
});
const { data, error } = await addUntil(frame, other);
expectEqual([error, data?.memoryChanges.event], [undefined, 'ADD']);
