import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMcpServer } from '../../src/commands/serve-mcp.js';
import { createCallLimit } from '../../src/http/limits/call-limit.js';
import { signedIn } from '../helpers/context.js';
import { createContext, type AppContext } from '../../src/context.js';
import { createApiKey } from '../../src/resolvers/api-key/create-api-key.js';
import { revokeApiKey } from '../../src/resolvers/api-key/revoke-api-key.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

type Era = 'auto' | 'legacy';

let test: TestApp;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(() => test.reset());
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

interface Given {
  readonly apiKey: string | null;
  readonly perMinute?: number;
}

/** Connects a client to the server that `memory-gateway mcp` starts without `--url`. */
async function connect(era: Era, { apiKey, perMinute = 0 }: Given): Promise<Client> {
  const { services } = test.app;
  const [near, far] = InMemoryTransport.createLinkedPair();
  const worker = { services, documentTools: [], calls: createCallLimit(perMinute) };
  const server = await openMcpServer(worker, { apiKey, userId: 'ada', version: '1' }, far);
  const client = new Client({ name: 'test-agent', version: '1' }, { versionNegotiation: { mode: era } });
  await client.connect(near);
  open.push(client, server);
  return client;
}

const list = (client: Client) => client.callTool({ name: 'list_entities', arguments: {} });
const text = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? '';

async function createKey(): Promise<{ id: string; secret: string }> {
  const { key, secret } = await createApiKey(await contextOfAdmin(), { label: 'agent' });
  return { id: key.id, secret };
}

async function contextOfAdmin(): Promise<AppContext> {
  const { services } = test.app;
  const admin = await services.stores.users.findByEmail(test.admin.email);
  if (!admin) throw new Error('The admin is missing.');
  return createContext(services, { caller: signedIn(admin), requestId: 'test' });
}

interface LogRow {
  readonly operation: string;
  readonly client: string | null;
  readonly statusCode: number;
  readonly outcome: string;
  readonly errors: readonly { readonly code: string }[];
}

async function readLog(): Promise<LogRow[]> {
  await test.app.services.requestLogs.flush();
  const query = `{ requestLogs(first: 50, filter: { method: "STDIO" }) {
    nodes { operation client statusCode outcome errors { code } } } }`;
  const { body } = await test.as(test.admin.apiKey).rest('POST', '/graphql', { query });
  return (body as { data: { requestLogs: { nodes: LogRow[] } } }).data.requestLogs.nodes;
}

describe.each(['auto', 'legacy'] as const)('an agent over stdio without a server, protocol %s', (era) => {
  it.each([
    ['with a key', () => test.admin.apiKey],
    ['as the operator', () => null],
  ])('has the rate limit of requests, %s', async (_, key) => {
    const client = await connect(era, { apiKey: key(), perMinute: 8 });
    const uri = 'memory-gateway://project/instructions';
    await client.listTools();
    await client.readResource({ uri });
    for (;;) {
      const refused = await list(client).then(
        () => null,
        (error: unknown) => String(error),
      );
      if (refused === null) continue;
      expect(refused).toContain('Too many requests: 8 a minute are allowed.');
      break;
    }
    await expect(client.readResource({ uri })).rejects.toThrow('Too many requests');
    const rows = await readLog();
    const accepted = rows.filter(({ outcome }) => outcome === 'OK').map(({ operation }) => operation);
    expect(accepted).toHaveLength(8);
    expect(new Set(rows.map(({ client }) => client))).toEqual(new Set(['test-agent']));
    expect(accepted).toEqual(expect.arrayContaining(['mcp tools/list', 'mcp resources/read', 'mcp list_entities']));
    const refusal = { client: 'test-agent', statusCode: 429, outcome: 'REFUSED', errors: [{ code: 'RATE_LIMITED' }] };
    expect(rows.filter(({ outcome }) => outcome !== 'OK')).toEqual([
      { operation: 'mcp resources/read', ...refusal },
      { operation: 'mcp list_entities', ...refusal },
    ]);
  });

  it('is refused with the first call after its key was revoked', async () => {
    const { id, secret } = await createKey();
    const client = await connect(era, { apiKey: secret });
    expect(text(await list(client))).toContain('"count":0');
    await revokeApiKey(await contextOfAdmin(), { id });
    await expect(list(client)).rejects.toThrow('Invalid API key.');
    await expect(client.listTools()).rejects.toThrow('Invalid API key.');
    const [last] = await readLog();
    expect(last).toMatchObject({ operation: 'mcp tools/list', statusCode: 401, outcome: 'REFUSED' });
  });
});

describe('a subscription over stdio', () => {
  it('announces nothing after the key was revoked', async () => {
    const { id, secret } = await createKey();
    const client = await connect('auto', { apiKey: secret });
    const watcher = await connect('auto', { apiKey: test.admin.apiKey });
    const heard: string[] = [];
    let announce = (): void => undefined;
    const announced = () => new Promise<void>((resolve) => (announce = resolve));
    client.setNotificationHandler('notifications/resources/updated', () => void heard.push('revoked key'));
    watcher.setNotificationHandler('notifications/resources/updated', () => announce());
    const uri = 'memory-gateway://users/ada/profile';
    for (const each of [client, watcher]) await each.listen({ resourceSubscriptions: [uri] });
    const change = { projectId: test.admin.projectId, userId: 'ada' };
    await revokeApiKey(await contextOfAdmin(), { id });
    const first = announced();
    await test.app.services.bus.publish('profileChanged', change);
    await first;
    expect(heard).toEqual([]);
  });
});
