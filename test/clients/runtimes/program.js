// The typed client on any runtime that has fetch and WebSocket: a mutation, a lookup, an error and a subscription.
import { AddMemoriesDocument, MemoryDocument, WatchMemoryChangesDocument, createClient } from './browser.js';

function expectEqual(actual, expected) {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${left} is not ${right}`);
}

/** Uses the client at this server. @throws Error for a wrong result */
export async function useClient({ url, apiKey, runtime }) {
  const client = createClient({ url, apiKey, retry: true });
  const userId = `${runtime}-${crypto.randomUUID()}`;
  const add = async (content) => {
    const input = { userId, infer: false, messages: [{ role: 'USER', content }] };
    return (await client.request(AddMemoriesDocument, { input })).addMemories.results[0];
  };
  const { memoryId } = await add('The kettle is red.');
  const { memory } = await client.request(MemoryDocument, { id: memoryId });
  expectEqual([memory.text, memory.userId], ['The kettle is red.', userId]);
  const refused = await createClient({ url, apiKey: 'm0sk_unknown' })
    .request(MemoryDocument, { id: memoryId })
    .catch((error) => [error.name, error.code]);
  expectEqual(refused, ['GatewayError', 'UNAUTHENTICATED']);

  const frames = client.subscribe(WatchMemoryChangesDocument, { filter: { userId: { eq: userId } } });
  let isOver = false;
  const received = frames.next().finally(() => (isOver = true));
  // A change before the subscription is active is not sent: memories are added until one arrives.
  for (let count = 0; !isOver; count += 1) {
    await add(`The kettle boils ${count}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { value } = await received;
  expectEqual([value.memoryChanges.__typename, value.memoryChanges.event], ['MemoryChanged', 'ADD']);
  await frames.return();
  client.close();
}
