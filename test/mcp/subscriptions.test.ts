import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
let url: URL;
beforeAll(async () => {
  test = await startTestApp();
  url = new URL('/mcp', (await test.app.listen()).apiUrl);
});
afterAll(() => test.close());

async function connect(): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${test.admin.apiKey}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

async function addMemory(client: Client, text: string): Promise<string> {
  const arguments_ = { text, user_id: 'ada', infer: false };
  const { structuredContent } = await client.callTool({ name: 'add_memory', arguments: arguments_ });
  return (structuredContent as { results: [{ id: string }] }).results[0].id;
}

describe('a subscription to a memory', () => {
  it('announces each change of that memory and of no other', async () => {
    const client = await connect();
    const [watched, other] = [await addMemory(client, 'Ada lives in Lisbon.'), await addMemory(client, 'Ada sails.')];
    const uris: string[] = [];
    let announce = (): void => undefined;
    const announced = new Promise<void>((resolve) => (announce = resolve));
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      uris.push(params.uri);
      announce();
    });
    const subscription = await client.listen({ resourceSubscriptions: [`memory-gateway://memories/${watched}`] });
    for (const [memory_id, text] of [
      [other, 'Ada rows.'],
      [watched, 'Ada lives in Porto.'],
    ])
      await client.callTool({ name: 'update_memory', arguments: { memory_id, text } });
    await announced;
    expect(uris).toEqual([`memory-gateway://memories/${watched}`]);
    await subscription.close();
    await client.close();
  });

  it('is refused for a memory that the caller cannot read', async () => {
    const client = await connect();
    const uri = 'memory-gateway://memories/018f0000-0000-7000-8000-000000000000';
    await expect(client.listen({ resourceSubscriptions: [uri] })).rejects.toThrow();
    await client.close();
  });
});
