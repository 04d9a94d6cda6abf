import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { openSocket, type RawSocket } from '../http/raw-socket.js';
import { entry } from '../request-log/log-entries.js';

const readers = 20;
const rows = 5_000;
const query = `subscription { requestLogs(filter: { pathPrefix: "/slow/" }) {
  ... on RequestLogged { requestLog { path } } ... on RequestLogsDropped { droppedCount } } }`;

let app: RunningApp;
const opened: RawSocket[] = [];
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(async () => {
  for (const { socket } of opened) socket.terminate();
  await app.close();
});

async function subscribe(): Promise<RawSocket> {
  const client = await openSocket(app.url);
  opened.push(client);
  await client.begin({ apiKey: app.admin.apiKey });
  client.say({ id: '1', type: 'subscribe', payload: { query } });
  return client;
}

/** Megabytes in use after a collection. */
function usedMegabytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_000_000;
}

const anonymous = { method: 'GET', authType: 'none', keyPrefix: null, client: null, operation: null } as const;
const seen = ({ received }: RawSocket) => received.filter(({ type }) => type === 'next').length;

describe('row 116: subscribers that do not read', () => {
  it('cost a bounded amount of memory, and no other subscriber a frame', { timeout: 60_000 }, async () => {
    const { requestLogs } = app.app.services;
    const healthy = await subscribe();
    for (const _reader of Array(readers)) (await subscribe()).socket.pause();
    while (requestLogs.stats().subscribers < readers + 1) await new Promise((resolve) => setImmediate(resolve));
    const before = usedMegabytes();
    for (let index = 0; index < rows; index += 1) {
      const path = `/slow/${index}/${'x'.repeat(480)}`;
      requestLogs.record(entry('', { ...anonymous, path, requestId: randomUUID().slice(0, 16) }));
      if (index % 500 !== 499) continue;
      await requestLogs.flush();
      while (seen(healthy) < index + 1) await new Promise((resolve) => setImmediate(resolve));
    }
    // Kept whole for each of them, the frames would take 20 x 5,000 x 600 bytes: 60 MB. The frames of the healthy one take part of the rest.
    expect(usedMegabytes() - before).toBeLessThan(40);
    expect(seen(healthy)).toBe(rows);
  });
});
