// graphql-sse: a query and a subscription over server-sent events, one connection each.
import { createClient } from 'graphql-sse';
import { addUntil, changesDocument, expectEqual, graphqlUrl, headers, newMemory } from './support.mjs';

const client = createClient({ url: graphqlUrl, headers, retryAttempts: 0 });
const query = await client.iterate({ query: '{ viewer { authMode } }' }).next();
expectEqual(query.value, { data: { viewer: { authMode: 'API_KEY' } } });

const input = newMemory('By server-sent events');
const frames = client.iterate({ query: changesDocument, variables: { userId: input.userId } });
const { value } = await addUntil(frames.next(), input);
expectEqual(value.data.memoryChanges.event, 'ADD');
await frames.return();
client.dispose();
