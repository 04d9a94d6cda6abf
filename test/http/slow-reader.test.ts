import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entry } from '../request-log/log-entries.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { openSocket } from './raw-socket.js';

/** More than the buffers of two ends of a connection, of the stream and of the subscription hold together. */
const sent = 30_000;
const query = `subscription { requestLogs(filter: { pathPrefix: "/slow/" }) {
  ... on RequestLogged { cursor requestLog { path } } ... on RequestLogsDropped { count resumeAfter } } }`;
const path = (index: number) => `/slow/${String(index).padStart(6, '0')}/${'x'.repeat(480)}`;

interface Frame {
  readonly cursor?: string;
  readonly requestLog?: { readonly path: string };
  readonly count?: number;
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

/** What a reader must find who was away for a while: each call as a frame or in a count, in order, and nothing after the gap unannounced. */
function account(frames: readonly Frame[], total: number): { dropped: number; resumeAfter: string | undefined } {
  const numbers = frames.flatMap(({ requestLog }) => (requestLog ? [Number(requestLog.path.split('/')[2])] : []));
  const dropped = frames.reduce((sum, { count = 0 }) => sum + count, 0);
  expect(numbers.length + dropped).toBe(total);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(new Set(numbers).size).toBe(numbers.length);
  const gap = frames.findIndex(({ count }) => count !== undefined);
  expect(frames.slice(0, gap).map(({ requestLog }) => Number(requestLog?.path.split('/')[2]))).toEqual(
    Array.from({ length: gap }, (_, index) => index),
  );
  expect(frames[gap]?.resumeAfter).toBe(frames[gap - 1]?.cursor);
  return { dropped, resumeAfter: frames[gap]?.resumeAfter };
}

const isComplete = (frames: readonly Frame[], total: number) =>
  frames.reduce((sum, { count = 1 }) => sum + count, 0) >= total;

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
    const { socket, text } = await openEvents();
    await until(() => stream().stats().subscribers === 1);
    socket.pause();
    await log(0, sent);
    socket.resume();
    await until(() => isComplete(framesOf(text()), sent));
    expect(account(framesOf(text()), sent).dropped).toBeGreaterThan(1_000);
    socket.destroy();
    await until(() => stream().stats().subscribers === 0);
  });
});

/** An event stream over a connection of which every byte is read by hand. */
async function openEvents(): Promise<{ socket: Socket; text: () => string }> {
  const { hostname, port, host } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const parts: string[] = [];
  socket.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  await once(socket, 'connect');
  const body = JSON.stringify({ query });
  const headers = {
    host,
    accept: 'text/event-stream',
    'content-type': 'application/json',
    'x-api-key': app.admin.apiKey,
    'content-length': String(Buffer.byteLength(body)),
  };
  socket.write(
    `POST /graphql HTTP/1.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`,
  );
  return { socket, text: () => parts.join('') };
}

let parsed = { length: 0, frames: [] as Frame[] };

function framesOf(text: string): Frame[] {
  // A frame may be cut in two by the pieces of the transfer, whose sizes stand between them.
  if (text.length === parsed.length) return parsed.frames;
  const clean = text.slice(text.indexOf('\r\n\r\n') + 4).replace(/(^|\r\n)[0-9a-f]+\r\n/g, '');
  const frames = [...clean.matchAll(/^data: (\{.*\})$/gm)].map(
    (match) => (JSON.parse(match[1] ?? '') as { data: { requestLogs: Frame } }).data.requestLogs,
  );
  parsed = { length: text.length, frames };
  return frames;
}
