import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { openSocket } from '../http/raw-socket.js';

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

describe('row 80: a WebSocket', () => {
  it('is not compressed, so that no small message becomes a large one', async () => {
    const { socket, closed } = await openSocket(app.url, { perMessageDeflate: true });
    expect(socket.extensions).toBe('');
    socket.terminate();
    await closed;
  });

  it('that floods the server with pings does not keep it from responding', async () => {
    const { socket, closed } = await openSocket(app.url);
    for (let count = 0; count < 20_000; count += 1) socket.ping('x'.repeat(100));
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
    socket.terminate();
    await closed;
  });
});
