import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { bridgeMcp } from '../src/bridge.js';

const servers: { close(): unknown }[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** Sends lines through the bridge to a server. @returns the messages that come back */
async function bridge(lines: string, listener: RequestListener): Promise<unknown[]> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(lines);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await bridgeMcp({ url, apiKey: null }, { input, output });
  output.end();
  return (await text(output)).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
}

const request = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'add_memory', text: 'a\u2028b\u2029c\r' },
};

it('a message with the line separators of Unicode reaches the server as it is', async () => {
  const answers = await bridge(`${JSON.stringify(request)}\r\n\n`, (received, response) => {
    void text(received).then((body) => {
      const result = JSON.parse(body) as unknown;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    });
  });
  expect(answers).toEqual([{ jsonrpc: '2.0', id: 1, result: request }]);
});

it('a request whose stream ends without a response gets an error, so that its client does not wait', async () => {
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } };
  const answers = await bridge(JSON.stringify(request), (_received, response) => {
    response.setHeader('content-type', 'text/event-stream').end(`data: ${JSON.stringify(progress)}\n\n`);
  });
  const message = expect.stringMatching(/^127\.0\.0\.1:\d+ did not respond with MCP: The response ended early\.$/);
  expect(answers).toEqual([progress, { jsonrpc: '2.0', id: 1, error: { code: -32_603, message } }]);
});

it('a line that is no message gets an error', async () => {
  const answers = await bridge(`[${JSON.stringify(request)}]\nnull\n5\n{"jsonrpc":\n`, (_received, response) => {
    response.writeHead(500).end();
  });
  expect(answers).toMatchObject([-32_600, -32_600, -32_600, -32_700].map((code) => ({ id: null, error: { code } })));
});
