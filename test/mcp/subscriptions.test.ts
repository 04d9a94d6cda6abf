import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, project } from '../helpers/context.js';

let test: TestApp;
let url: URL;
beforeAll(async () => {
  test = await startTestApp();
  url = new URL('/mcp', (await test.app.listen()).apiUrl);
});
afterAll(() => test.close());

async function connect(key = test.admin.apiKey): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

async function addMemory(client: Client, text: string): Promise<string> {
  const arguments_ = { text, user_id: 'ada', infer: false };
  const { structuredContent } = await client.callTool({ name: 'add_memory', arguments: arguments_ });
  return (structuredContent as { results: [{ id: string }] }).results[0].id;
}

const ada = 'memory-gateway://users/ada/profile';
const instructions = 'memory-gateway://project/instructions';

describe('a subscription to a profile and to the instructions of the project', () => {
  it('announces changes of the own project and of no other', async () => {
    const client = await connect();
    const uris: string[] = [];
    let announce = (): void => undefined;
    const announced = new Promise<void>((resolve) => (announce = resolve));
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      uris.push(params.uri);
      if (uris.length === 2) announce();
    });
    const subscription = await client.listen({ resourceSubscriptions: [ada, instructions] });
    const { bus } = test.app.services;
    // Another project has equal URIs.
    await bus.publish('profileChanged', { projectId: 'proj_other', userId: 'ada' });
    await bus.publish('projectChanged', { projectId: 'proj_other' });
    const { orgId, projectId, apiKey } = test.admin;
    const path = `/api/v1/orgs/organizations/${orgId}/projects/${projectId}/`;
    const changed = await test.as(apiKey).rest('PATCH', path, { custom_instructions: 'Remember hobbies.' });
    expect(changed.status).toBe(200);
    const { contents } = await client.readResource({ uri: instructions });
    expect((contents[0] as { text: string }).text).toContain('Remember hobbies.');
    await bus.publish('profileChanged', { projectId, userId: 'ada' });
    await announced;
    expect(uris).toEqual([instructions, ada]);
    await subscription.close();
    await client.close();
  });
});

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

  it('names 100 resources at most', async () => {
    const client = await connect();
    const uri = `memory-gateway://memories/${await addMemory(client, 'Ada whistles.')}`;
    const subscription = await client.listen({ resourceSubscriptions: Array.from({ length: 100 }, () => uri) });
    await subscription.close();
    await expect(client.listen({ resourceSubscriptions: Array.from({ length: 101 }, () => uri) })).rejects.toThrow(
      'at most 100 resources',
    );
    await client.close();
  });

  it('is refused for a memory that the caller cannot read', async () => {
    const client = await connect();
    const uri = 'memory-gateway://memories/018f0000-0000-7000-8000-000000000000';
    await expect(client.listen({ resourceSubscriptions: [uri] })).rejects.toThrow();
    await client.close();
  });

  it.each([false, true])(
    'is refused for keys of another project of the same organization, read-only: %s',
    async (readOnly) => {
      const { services } = test.app;
      const owner = await person(services, `sibling-${String(readOnly)}`);
      const projectId = await project(services, test.admin.orgId, [[owner, 'OWNER']]);
      const admin = await connect();
      const uri = `memory-gateway://memories/${await addMemory(admin, 'Ada skates.')}`;
      const client = await connect(await test.keyFor(owner, { projectId, readOnly }));
      await expect(client.listen({ resourceSubscriptions: [uri] })).rejects.toThrow();
      // Its own instructions have the same URI as those of every project.
      const uris: string[] = [];
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => void uris.push(params.uri));
      const subscription = await client.listen({ resourceSubscriptions: [instructions] });
      await services.bus.publish('projectChanged', { projectId: test.admin.projectId });
      await services.bus.publish('projectChanged', { projectId });
      await vi.waitFor(() => expect(uris).toEqual([instructions]));
      await subscription.close();
      await client.close();
      await admin.close();
    },
  );
});
