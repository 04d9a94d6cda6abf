// graphql-ws: a query, an error and a subscription over one WebSocket.
import { createClient } from 'graphql-ws';
import { addUntil, changesDocument, expectEqual, newMemory, socketOptions } from './support.mjs';

const client = createClient(socketOptions);
const next = async (payload) => (await client.iterate(payload).next()).value;

expectEqual(await next({ query: '{ viewer { authMode } }' }), { data: { viewer: { authMode: 'API_KEY' } } });
const refused = await next({ query: '{ project(id: "proj_missing") { id } }' });
expectEqual(
  [refused.data, refused.errors.map(({ extensions }) => extensions.code)],
  [{ project: null }, ['NOT_FOUND']],
);

const input = newMemory('Over a WebSocket');
const frames = client.iterate({ query: changesDocument, variables: { userId: input.userId } });
const { value } = await addUntil(frames.next(), input);
expectEqual(value.data.memoryChanges.event, 'ADD');
expectEqual(value.data.memoryChanges.memory.text.startsWith('Over a WebSocket '), true);
await frames.return();
await client.dispose();
