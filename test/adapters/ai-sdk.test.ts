import { generateText, streamText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryApi, createMemoryMiddleware, MemoryApiError } from '../../adapters/ai-sdk/index.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { expectAgentRemembers, readTexts } from './run-agent.js';
import { startStubModel, type StubModel } from './stub-model.js';

let app: RunningApp;
let model: StubModel;

beforeAll(async () => {
  app = await startRunningApp();
  model = await startStubModel();
});
afterAll(async () => {
  await model.close();
  await app.close();
});
beforeEach(() => app.reset());

const memory = () => ({ url: app.url, apiKey: app.admin.apiKey, userId: 'ada' });
const texts = () => readTexts(app);

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finishReason = { unified: 'stop' as const, raw: 'stop' };

/** Creates a model that returns one response and records its requests. */
function mockModel(answer: string) {
  return new MockLanguageModelV3({
    doGenerate: async () => ({ content: [{ type: 'text', text: answer }], finishReason, usage, warnings: [] }),
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'text-start' as const, id: '1' },
          ...answer
            .split(' ')
            .map((word, index) => ({ type: 'text-delta' as const, id: '1', delta: index ? ` ${word}` : word })),
          { type: 'text-end' as const, id: '1' },
          { type: 'finish' as const, finishReason, usage },
        ],
      }),
    }),
  });
}

describe('the AI SDK adapter', () => {
  it('lets an agent store, recall in another process, and forget on request', { timeout: 60_000 }, () =>
    expectAgentRemembers('examples/ai-sdk/agent.ts', { app, model }),
  );

  it('recalls before a turn, after the instructions, and remembers the turn after the answer', async () => {
    await createMemoryApi(memory()).add([{ role: 'user', content: 'Ada lives in Lisbon' }], { infer: false });
    const inner = mockModel('In Lisbon.');
    const middleware = createMemoryMiddleware({ ...memory(), infer: false });
    const { text } = await generateText({
      model: wrapLanguageModel({ model: inner, middleware }),
      system: 'Be brief.',
      prompt: 'Where does Ada live?',
    });
    expect(text).toBe('In Lisbon.');
    expect(inner.doGenerateCalls[0]?.prompt).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'system', content: expect.stringContaining('- Ada lives in Lisbon') },
      { role: 'user' },
    ]);
    expect(await texts()).toEqual(['Ada lives in Lisbon', 'Where does Ada live?', 'In Lisbon.']);
  });

  it('remembers a streamed answer before the stream ends', async () => {
    const middleware = createMemoryMiddleware({ ...memory(), infer: false });
    const result = streamText({
      model: wrapLanguageModel({ model: mockModel('You like tea.'), middleware }),
      prompt: 'I like tea',
    });
    let text = '';
    for await (const part of result.textStream) text += part;
    expect(text).toBe('You like tea.');
    expect(await texts()).toEqual(['I like tea', 'You like tea.']);
  });

  it('recalls for a long prompt, and remembers it', async () => {
    await createMemoryApi(memory()).add([{ role: 'user', content: 'Ada keeps bees' }], { infer: false });
    const errors: unknown[] = [];
    const inner = mockModel('Yes.');
    const middleware = createMemoryMiddleware({ ...memory(), onError: (error) => void errors.push(error) });
    const prompt = `I live in Lisbon. Do I keep bees? ${'😀'.repeat(20_000)}`;
    await generateText({ model: wrapLanguageModel({ model: inner, middleware }), prompt });
    expect(errors).toEqual([]);
    expect(inner.doGenerateCalls[0]?.prompt[0]).toMatchObject({ content: expect.stringContaining('Ada keeps bees') });
    await expect.poll(texts, { timeout: 10_000 }).toContain('I live in Lisbon.');
  });

  it('keeps memories of owners apart, and needs an owner', async () => {
    await createMemoryApi(memory()).add([{ role: 'user', content: 'Ada lives in Lisbon' }], { infer: false });
    expect(await createMemoryApi({ ...memory(), userId: 'bob' }).search('Where does Ada live?')).toEqual([]);
    expect(() => createMemoryApi({ url: app.url, apiKey: 'key' })).toThrow('Set userId, agentId, appId or runId.');
  });

  it('answers without memories when the server is away, and reports the error without the key', async () => {
    const errors: unknown[] = [];
    const options = { ...memory(), apiKey: 'm0sk_wrong', onError: (error: unknown) => void errors.push(error) };
    const model = wrapLanguageModel({ model: mockModel('Hello.'), middleware: createMemoryMiddleware(options) });
    expect((await generateText({ model, prompt: 'Hi' })).text).toBe('Hello.');
    expect(errors).toHaveLength(2);
    for (const error of errors) {
      expect(error).toBeInstanceOf(MemoryApiError);
      expect((error as MemoryApiError).status).toBe(401);
      expect(String(error)).not.toContain('m0sk_wrong');
    }
  });
});
