import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { bridgeMcp } from '@memory-gateway/mcp';
import { afterEach, describe, expect, it } from 'vitest';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends messages through the bridge. @returns what the client receives */
async function pass(host: string, messages: readonly object[], apiKey = 'm0sk_key'): Promise<unknown[]> {
  const output = new PassThrough();
  const input = Readable.from(messages.map((message) => `${JSON.stringify(message)}\n`));
  await bridgeMcp({ url: `http://${host}`, apiKey }, { input, output });
  output.end();
  const lines = (await text(output)).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as unknown);
}

const request = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const refusal = (message: unknown) => [{ jsonrpc: '2.0', id: 7, error: { code: -32_603, message } }];
const noJson = (host: string, status: number) =>
  refusal(`${host} did not respond with MCP: its response has status ${status} and no JSON. Check the address.`);

describe('the bridge from stdio to a server', () => {
  it('answers each request, whatever the server responds', async () => {
    const page = await listen((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    expect(await pass(page, [request])).toEqual(noJson(page, 502));
    const empty = await listen((_request, response) => response.writeHead(204).end());
    expect(await pass(empty, [request])).toEqual(noJson(empty, 204));
    const reason = expect.stringMatching(/^127\.0\.0\.1:1 did not respond with MCP: (?!fetch failed)\w/);
    expect(await pass('127.0.0.1:1', [request])).toEqual(refusal(reason));
  });

  it('answers no notification, and no response of the client', async () => {
    const host = await listen((_request, response) => response.writeHead(202).end());
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await pass(host, [notification, { jsonrpc: '2.0', id: 7, result: {} }])).toEqual([]);
  });

  it('follows no redirect', async () => {
    let received = 0;
    const elsewhere = await listen((_request, response) => {
      received += 1;
      response.end();
    });
    const host = await listen((_request, response) =>
      response.writeHead(307, { location: `http://${elsewhere}/mcp` }).end(),
    );
    expect(await pass(host, [request])).toEqual(noJson(host, 307));
    expect(received).toBe(0);
  });

  it('does not print an API key of two lines', async () => {
    const error: unknown = await pass('127.0.0.1:1', [request], 'first-line\nsecond-line').catch(String);
    expect(error).toBe('BridgeError: MEMORY_GATEWAY_API_KEY must be one line of ASCII characters.');
  });
});
