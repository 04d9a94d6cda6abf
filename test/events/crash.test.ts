import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AddMemoriesDocument,
  createClient,
  resumeStream,
  WatchEventChangesDocument,
  WatchMemoryChangesDocument,
  type Client,
} from '../../client/index.js';
import { prepareKillableServer, type KillableServer } from '../helpers/killable-server.js';

const apiKey = 'an-admin-key-of-the-test-suite';
const rounds = 2;

let server: KillableServer;
let client: Client;

beforeEach(async () => {
  server = await prepareKillableServer({ ADMIN_API_KEY: apiKey });
  // Options of an application that must not miss anything: retry failed requests, and resume streams.
  const retry = { attempts: 1_000, delayMs: () => 50 };
  client = createClient({ url: server.url, apiKey, retry });
});

afterEach(async () => {
  client.close();
  await server.close();
});

async function add(content: string): Promise<{ memoryId: string; eventId: string }> {
  const input = { userId: 'rosa', infer: false, messages: [{ role: 'USER' as const, content }] };
  const { event, results } = (await client.request(AddMemoriesDocument, { input })).addMemories;
  return { memoryId: results?.[0]?.memoryId ?? '', eventId: event.id };
}

/** Collects the ids of an endless stream that resumes automatically. */
function collect<Result>(results: AsyncIterableIterator<Result>, idOf: (result: Result) => string | null): string[] {
  const ids: string[] = [];
  const read = async () => {
    for await (const result of results) ids.push(idOf(result) ?? 'dropped');
  };
  void read().catch((error: Error) => ids.push(error.message));
  return ids;
}

const patient = { timeout: 60_000 };
const resume = { resume: resumeStream, attempts: 1_000, delayMs: () => 50 };

describe('streams of a server that is killed', () => {
  it(`go on without gap or repeat, ${rounds} times`, { timeout: 300_000 }, async () => {
    await server.start();
    const memories = collect(client.subscribe(WatchMemoryChangesDocument, {}, resume), ({ memoryChanges: message }) =>
      message.__typename === 'MemoryChanged' ? message.memoryId : null,
    );
    const events = collect(client.subscribe(WatchEventChangesDocument, {}, resume), ({ eventChanges: message }) =>
      message.__typename === 'EventChanged' ? message.event.id : null,
    );
    // A client is not notified that its subscriptions have begun, so memories are added until both have sent one.
    let first = await add('The first stamp');
    for (let count = 0; memories.length === 0 || events.length === 0; count += 1)
      first = await add(`Early stamp ${count}`);
    await expect.poll(() => memories.includes(first.memoryId) && events.includes(first.eventId), patient).toBe(true);
    const [memoriesBefore, eventsBefore] = [memories.length, events.length];

    const made: { memoryId: string; eventId: string }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const adding = Promise.all(
        [0, 1, 2].map(async (writer) => {
          for (let count = 0; count < 10; count += 1) made.push(await add(`Stamp ${round}-${writer}-${count}`));
        }),
      );
      await expect.poll(() => made.length, patient).toBeGreaterThan(round * 30 + 5);
      await server.kill();
      await server.start();
      await adding;
    }
    const last = await add('The last stamp');
    made.push(last);
    await expect.poll(() => memories.includes(last.memoryId) && events.includes(last.eventId), patient).toBe(true);
    // Requests in flight are retried and stored once, so each memory and operation comes once.
    const sorted = (ids: readonly string[]) => [...ids].sort();
    expect(sorted(memories.slice(memoriesBefore))).toEqual(sorted(made.map(({ memoryId }) => memoryId)));
    expect(sorted(events.slice(eventsBefore))).toEqual(sorted(made.map(({ eventId }) => eventId)));
  });
});
