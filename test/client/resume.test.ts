import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import {
  AddMemoriesDocument,
  resumeStream,
  WatchAuditLogsDocument,
  WatchEventChangesDocument,
  WatchMemoryChangesDocument,
  type Client,
  type SubscribeOptions,
} from '../../client/index.js';
import { UnavailableError } from '../../src/errors.js';
import { startRunningApp, type RunningApp } from './running-app.js';

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
beforeEach(() => app.reset());
afterAll(() => app.close());

let count = 0;
async function add(): Promise<{ memoryId: string; eventId: string }> {
  const messages = [{ role: 'USER' as const, content: `I keep ${(count += 1)} bees.` }];
  const added = await app.client().request(AddMemoriesDocument, { input: { userId: 'ada', infer: false, messages } });
  const { event, results } = added.addMemories;
  return { memoryId: results?.[0]?.memoryId ?? '', eventId: event.id };
}

type Ids = Awaited<ReturnType<typeof add>>;
type Options = SubscribeOptions<object, { after?: string | null }>;

/** Each stream, yielding the ids of the objects of its messages. */
const streams: [string, (client: Client, options: Options) => AsyncGenerator<string | undefined>, keyof Ids][] = [
  [
    'memoryChanges',
    async function* (client, options) {
      for await (const { memoryChanges: message } of client.subscribe(WatchMemoryChangesDocument, {}, options))
        yield message.__typename === 'MemoryChanged' ? message.memoryId : undefined;
    },
    'memoryId',
  ],
  [
    'eventChanges',
    async function* (client, options) {
      for await (const { eventChanges: message } of client.subscribe(WatchEventChangesDocument, {}, options))
        yield message.__typename === 'EventChanged' ? message.event.id : undefined;
    },
    'eventId',
  ],
  [
    'auditLogs',
    async function* (client, options) {
      const variables = { filter: { action: 'memory.add' } };
      for await (const { auditLogs: message } of client.subscribe(WatchAuditLogsDocument, variables, options))
        yield message.__typename === 'AuditLogged' ? message.auditLog.targetId : undefined;
    },
    'eventId',
  ],
];

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe.each(streams)('%s, through the typed client', (_name, follow, idName) => {
  it('goes on after a lost connection, without gap or repeat', async () => {
    const sockets: WebSocket[] = [];
    class Breakable extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        sockets.push(this);
      }
    }
    const subscribers = () => app.app.services.changes.subscribers();
    const options = { resume: resumeStream, delayMs: () => 0 };
    const ids = follow(app.client({ webSocketImpl: Breakable }), options);
    const first = ids.next();
    await until(() => subscribers() === 1);
    const made = [await add()];
    const seen = [(await first).value];
    for (let cuts = 0; cuts < 2; cuts += 1) {
      sockets.at(-1)?.terminate();
      made.push(await add(), await add());
      seen.push((await ids.next()).value, (await ids.next()).value);
    }
    expect(seen).toEqual(made.map((one) => one[idName]));
    expect(sockets).toHaveLength(3);
    await ids.return(undefined);
    await until(() => subscribers() === 0);
  });

  it('goes on after the database was unavailable, without gap or repeat', async () => {
    const sockets: WebSocket[] = [];
    class Breakable extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        sockets.push(this);
      }
    }
    const { changes } = app.app.services;
    const ids = follow(app.client({ webSocketImpl: Breakable }), { resume: resumeStream, delayMs: () => 0 });
    const first = ids.next();
    await until(() => changes.subscribers() === 1);
    const made = [await add()];
    const seen = [(await first).value];
    const refused = vi.spyOn(changes, 'subscribe').mockRejectedValueOnce(new UnavailableError());
    sockets.at(-1)?.terminate();
    made.push(await add());
    seen.push((await ids.next()).value);
    const calls = refused.mock.calls.length;
    refused.mockRestore();
    expect(calls).toBe(2);
    expect(seen).toEqual(made.map((one) => one[idName]));
    await ids.return(undefined);
  });
});
