import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.js';
import { startRunningApp, type RunningApp } from '../../client/running-app.js';
import { startFakeProvider, toEnvironment, type FakeProvider } from '../../helpers/fake-provider/index.js';
import { connectOfficial, drivers, type Driver } from './drivers.js';

let fake: FakeProvider;
let app: RunningApp;
beforeAll(async () => {
  fake = await startFakeProvider();
  const environment = {
    ...toEnvironment(fake),
    MAX_QUEUE_WAIT_MS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
  };
  app = await startRunningApp(loadConfig(environment));
});
afterAll(async () => {
  await app.close();
  await fake.close();
});

const target = () => ({ url: new URL('/mcp', app.url), token: app.admin.apiKey });

/** Holds the next request to the model. `release` lets it and all later ones pass. */
function holdModel(): { readonly arrived: Promise<void>; release(): void } {
  let release = (): void => undefined;
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  fake.gate = () => {
    arrive();
    return released;
  };
  return {
    arrived,
    release() {
      release();
      fake.gate = async () => undefined;
    },
  };
}

describe.each(Object.keys(drivers))('%s', (name) => {
  const connect = () => drivers[name]?.(target()) as Promise<Driver>;

  it('lists the tools, stores a memory, finds it, and reads a change after a lost connection', async () => {
    const driver = await connect();
    const tools = await driver.list();
    expect([tools.length, tools[0]]).toEqual([11, 'add_memory']);
    const text = `${name} reads maps.`;
    const added = JSON.parse(await driver.call('add_memory', { text, user_id: 'ada', infer: false })) as {
      results: [{ id: string }];
    };
    const found = JSON.parse(await driver.call('search_memories', { query: text, user_id: 'ada', limit: 1 })) as object;
    expect(found).toMatchObject({ results: [{ memory: text, user_id: 'ada' }] });
    const { id } = added.results[0];
    const uri = `memory-gateway://memories/${id}`;
    expect(JSON.parse(await driver.read(uri))).toMatchObject({ id, memory: text });
    // Simulates a network failure: closes every connection.
    app.app.http.server.closeAllConnections();
    // A call may meet a connection that was just closed. Repeating it opens a new one.
    const update = () => driver.call('update_memory', { memory_id: id, text: `${name} draws maps.` });
    await update().catch(update);
    expect(JSON.parse(await driver.read(uri))).toMatchObject({ id, memory: `${name} draws maps.` });
    await driver.close();
  }, 60_000);

  it('cancels a call that waits for a model, and goes on', async () => {
    const driver = await connect();
    const model = holdModel();
    const controller = new AbortController();
    const call = driver.call('search_memories', { query: `a question of ${name}` }, controller.signal);
    await model.arrived;
    controller.abort();
    await expect(call).rejects.toThrow(/abort/i);
    model.release();
    expect(await driver.list()).toHaveLength(11);
    await driver.close();
  }, 60_000);
});

describe.each(['auto', 'legacy'] as const)('the official client, protocol %s', (mode) => {
  it('cancels a call that waits for a model, and goes on', async () => {
    const client = await connectOfficial(target(), mode);
    const model = holdModel();
    const controller = new AbortController();
    const query = `a question in ${mode}`;
    const call = client.callTool({ name: 'search_memories', arguments: { query } }, { signal: controller.signal });
    await model.arrived;
    controller.abort();
    await expect(call).rejects.toThrow(/abort/i);
    model.release();
    const { structuredContent } = await client.callTool({ name: 'list_entities', arguments: {} });
    expect(structuredContent).toMatchObject({ results: expect.any(Array) });
    await client.close();
  });
});

describe('the official client', () => {
  it('receives changes of a resource, also after a lost connection', async () => {
    const client = await connectOfficial(target());
    const added = await client.callTool({
      name: 'add_memory',
      arguments: { text: 'Ada sails.', user_id: 'ada', infer: false },
    });
    const { id } = (added.structuredContent as { results: [{ id: string }] }).results[0];
    const uri = `memory-gateway://memories/${id}`;
    let announce = (): void => undefined;
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      if (params.uri === uri) announce();
    });
    for (const text of ['Ada rows.', 'Ada dives.']) {
      const announced = new Promise<void>((resolve) => (announce = resolve));
      const subscription = await client.listen({ resourceSubscriptions: [uri] });
      await client.callTool({ name: 'update_memory', arguments: { memory_id: id, text } });
      await announced;
      const { contents } = await client.readResource({ uri });
      expect((contents[0] as { text: string }).text).toContain(text);
      // Simulates a network failure: closes every connection.
      app.app.http.server.closeAllConnections();
      await subscription.close();
    }
    await client.close();
  });
});
