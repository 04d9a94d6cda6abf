import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemory, type MemoryCalls } from '../../client/index.js';
import { startRunningApp, type RunningApp } from './running-app.js';

let app: RunningApp;
let memory: MemoryCalls;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.reset();
  memory = createMemory({ url: app.url, apiKey: app.admin.apiKey });
});

describe('the calls of the typed client for the common case', () => {
  it('add a text, wait for its memories, and find them by their owner alone', async () => {
    const added = await memory.add('I live in Lisbon. I play the piano.', { userId: 'ada' });
    expect(added.map(({ event, memory: stored }) => [event, stored?.text])).toEqual([
      ['ADD', 'I live in Lisbon.'],
      ['ADD', 'I play the piano.'],
    ]);
    const [first] = await memory.search('Where does Ada live?', { userId: 'ada', topK: 1 });
    expect(first).toMatchObject({ text: 'I live in Lisbon.', userId: 'ada', score: expect.any(Number) });
    expect(await memory.search('Where does Bob live?', { userId: 'bob' })).toEqual([]);
    expect(await memory.search('Who plays the piano?')).not.toEqual([]);
  });

  it('add a conversation unchanged, and delete a memory', async () => {
    const messages = [
      { role: 'user', content: 'Where is my cat?' },
      { role: 'assistant', content: 'On the roof.' },
    ] as const;
    const [first] = await memory.add(messages, { userId: 'ada', infer: false });
    await memory.delete(first?.memoryId ?? '');
    const found = await memory.search('cat roof', { userId: 'ada' });
    expect(found.map(({ text, role }) => [text, role])).toEqual([['On the roof.', 'ASSISTANT']]);
  });

  it('find as many memories as a search may have', async () => {
    const messages = Array.from({ length: 300 }, (_, index) => ({ role: 'user' as const, content: `Tram ${index}` }));
    await memory.add(messages, { userId: 'ada', infer: false });
    expect(await memory.search('tram', { userId: 'ada', topK: 1000, threshold: 0 })).toHaveLength(300);
    expect(await memory.search('tram', { userId: 'ada', topK: 250, threshold: 0 })).toHaveLength(250);
    await expect(memory.search('tram', { topK: 0 })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  it('throw an error with the id of the request', async () => {
    await expect(memory.add('I live in Lisbon.', {})).rejects.toMatchObject({
      name: 'GatewayError',
      code: 'BAD_USER_INPUT',
      requestId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });
});
