import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtProgram } from '../../helpers/built-program.js';
import { migratedTemplate } from '../../setup/embedded.js';
import { connectOfficial, drivers, type Driver } from './drivers.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
// Each client starts a process.
const timeout = 240_000;

let dataDir: string;
/** A program without arguments that serves MCP on the data directory. */
let command: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'memory-gateway-stdio-'));
  await cp(await migratedTemplate(), path.join(dataDir, 'data'), { recursive: true });
  command = path.join(dataDir, 'serve-mcp');
  const program = `${process.execPath} ${await builtProgram()} mcp`;
  const script = `#!/bin/sh\ncd ${root} && EMBEDDER=none DATA_DIR=${path.join(dataDir, 'data')} exec ${program}\n`;
  await writeFile(command, script, { mode: 0o755 });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const fact = (text: string) => ({ text, user_id: 'ada', infer: false });

describe('over stdio', () => {
  it('the official client lists, calls, receives changes, cancels, and reconnects', { timeout }, async () => {
    const connect = () => connectOfficial({ command });
    const client = await connect();
    expect((await client.listTools()).tools).toHaveLength(11);
    const added = await client.callTool({ name: 'add_memory', arguments: fact('Ada sails.') });
    const { id } = (added.structuredContent as { results: [{ id: string }] }).results[0];
    const uri = `memory-gateway://memories/${id}`;
    const updated = new Promise<string>((resolve) =>
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri)),
    );
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    await client.callTool({ name: 'update_memory', arguments: { memory_id: id, text: 'Ada rows.' } });
    expect(await updated).toBe(uri);
    await subscription.close();

    const controller = new AbortController();
    const call = client.callTool({ name: 'get_memories', arguments: {} }, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toThrow(/abort/i);
    await client.close();

    const again = await connect();
    const { contents } = await again.readResource({ uri });
    expect((contents[0] as { text: string }).text).toContain('Ada rows.');
    await again.close();
  });

  it('version 1 of the official client lists and calls', { timeout }, async () => {
    const driver = (await drivers['@modelcontextprotocol/sdk (version 1)']?.({ command })) as Driver;
    expect(await driver.list()).toHaveLength(11);
    await driver.call('add_memory', fact('Ada reads maps.'));
    expect(await driver.call('search_memories', { query: 'maps', user_id: 'ada' })).toContain('Ada reads maps.');
    await driver.close();
  });

  it.each([
    ['@ai-sdk/mcp'],
    // Starts the server for each operation, so each operation reconnects.
    ['@modelcontextprotocol/inspector-cli'],
  ])('%s lists, calls, cancels, and reads a resource after it reconnected', { timeout }, async (name) => {
    const connect = () => drivers[name]?.({ command }) as Promise<Driver>;
    const driver = await connect();
    expect(await driver.list()).toHaveLength(11);
    const added = JSON.parse(await driver.call('add_memory', fact(`${name} draws maps.`))) as object;
    const { id } = (added as { results: [{ id: string }] }).results[0];
    const controller = new AbortController();
    const call = driver.call('search_memories', { query: 'maps', user_id: 'ada' }, controller.signal);
    controller.abort();
    await expect(call).rejects.toThrow(/abort/i);
    await driver.close();

    const again = await connect();
    const read = JSON.parse(await again.read(`memory-gateway://memories/${id}`)) as object;
    expect(read).toMatchObject({ id, memory: `${name} draws maps.` });
    await again.close();
  });
});
