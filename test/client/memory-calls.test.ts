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

  it('throw an error with the id of the request', async () => {
    await expect(memory.add('I live in Lisbon.', {})).rejects.toMatchObject({
      name: 'GatewayError',
      code: 'BAD_USER_INPUT',
      requestId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });
});
