import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entry } from '../request-log/log-entries.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { openSocket } from './raw-socket.js';

/** More than all buffers of the connection, the stream and the subscription together. */
const sent = 30_000;
const query = `subscription { requestLogs(filter: { pathPrefix: "/slow/" }) {
  ... on RequestLogged { cursor requestLog { path } } ... on RequestLogsDropped { droppedCount resumeAfter } } }`;
const path = (index: number) => `/slow/${String(index).padStart(6, '0')}/${'x'.repeat(480)}`;

interface Frame {
  readonly cursor?: string;
  readonly requestLog?: { readonly path: string };
  readonly droppedCount?: number;
  readonly resumeAfter?: string;
}

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

const stream = () => app.app.services.requestLogs;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function log(from: number, count: number): Promise<void> {
  for (let index = from; index < from + count; index += 1) {
    const requestId = randomUUID().slice(0, 16);
    const anonymous = { method: 'GET', path: path(index), authType: 'none', keyPrefix: null, client: null } as const;
    stream().record(entry('', { ...anonymous, operation: null, requestId }));
    if (index % 2_000 === 1_999) await stream().flush();
  }
  await stream().flush();
}

/**
 * Checks what a reader finds after a pause: each request as a frame or in a count, in order, with every gap announced.
 */
function account(frames: readonly Frame[], total: number): { dropped: number; resumeAfter: string | undefined } {
  const numbers = frames.flatMap(({ requestLog }) => (requestLog ? [Number(requestLog.path.split('/')[2])] : []));
  const dropped = frames.reduce((sum, { droppedCount = 0 }) => sum + droppedCount, 0);
  expect(numbers.length + dropped).toBe(total);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(new Set(numbers).size).toBe(numbers.length);
  const gap = frames.findIndex(({ droppedCount }) => droppedCount !== undefined);
  expect(frames.slice(0, gap).map(({ requestLog }) => Number(requestLog?.path.split('/')[2]))).toEqual(
    Array.from({ length: gap }, (_, index) => index),
  );
  expect(frames[gap]?.resumeAfter).toBe(frames[gap - 1]?.cursor);
  return { dropped, resumeAfter: frames[gap]?.resumeAfter };
}

const isComplete = (frames: readonly Frame[], total: number) =>
  frames.reduce((sum, { droppedCount = 1 }) => sum + droppedCount, 0) >= total;

describe('a reader of the live log that does not read', () => {
  it(
    'over a WebSocket is told how many frames it lost and where to find them, and may go on',
    { timeout: 120_000 },
    async () => {
      const { socket, received, say, begin, closed } = await openSocket(app.url);
      await begin({ apiKey: app.admin.apiKey });
      say({ id: '1', type: 'subscribe', payload: { query } });
      await until(() => stream().stats().subscribers === 1);
      socket.pause();
      await log(0, sent);
      const frames = () =>
        received
          .filter(({ type }) => type === 'next')
          .map(({ payload }) => (payload as { data: { requestLogs: Frame } }).data.requestLogs);
      socket.resume();
      await until(() => isComplete(frames(), sent));
      expect(account(frames(), sent).dropped).toBeGreaterThan(1_000);
      await log(sent, 3);
      await until(() => isComplete(frames(), sent + 3));
      socket.close();
      await closed;
      await until(() => stream().stats().subscribers === 0);
    },
  );

  it('over an event stream, too', { timeout: 120_000 }, async () => {
    const { response, frames } = await openEvents();
    await until(() => stream().stats().subscribers === 1);
    response.pause();
    await log(0, sent);
    response.resume();
    await until(() => isComplete(frames, sent));
    expect(account(frames, sent).dropped).toBeGreaterThan(1_000);
    response.destroy();
    await until(() => stream().stats().subscribers === 0);
  });
});

/** Opens an event stream that is read on demand. */
async function openEvents(): Promise<{ response: IncomingMessage; frames: Frame[] }> {
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json', 'x-api-key': app.admin.apiKey };
  const sentRequest = request(`${app.url}/graphql`, { method: 'POST', headers }).end(JSON.stringify({ query }));
  const [response] = (await once(sentRequest, 'response')) as [IncomingMessage];
  const frames: Frame[] = [];
  let unfinished = '';
  response.setEncoding('utf8').on('data', (part: string) => {
    const lines = (unfinished + part).split('\n');
    unfinished = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: {')) frames.push(toFrame(line.slice('data: '.length)));
  });
  return { response, frames };
}

const toFrame = (json: string): Frame => (JSON.parse(json) as { data: { requestLogs: Frame } }).data.requestLogs;
