import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryApi } from '../../adapters/shared/memory-api.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { expectAgentRemembers } from './run-agent.js';
import { startStubModel, type StubModel } from './stub-model.js';

// `npm run frameworks` installs them; they are too large for the dependencies of the repository.
const hasFrameworks = existsSync(new URL('../../examples/node_modules', import.meta.url));

describe.skipIf(!hasFrameworks)('an adapter of a large framework', () => {
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
  const folder = (name: string) => new URL(`../../adapters/${name}/index.ts`, import.meta.url).href;

  it.each(['openai-agents', 'llamaindex', 'mastra'])(
    'lets an agent of %s store, recall in another process, and forget on request',
    { timeout: 60_000 },
    (name) => expectAgentRemembers(`examples/${name}/agent.ts`, { app, model }),
  );

  it('goes on without memories when the server refuses, in the OpenAI Agents SDK', async () => {
    const { createRecallFilter } = (await import(folder('openai-agents'))) as {
      createRecallFilter(options: object): (args: object) => Promise<unknown>;
    };
    const errors: unknown[] = [];
    const options = { ...memory(), apiKey: 'm0sk_wrong', onError: (error: unknown) => errors.push(error) };
    const modelData = { input: [{ role: 'user', content: 'Where do I live?' }], instructions: 'Be brief.' };
    expect(await createRecallFilter(options)({ modelData })).toEqual(modelData);
    expect(errors).toEqual([expect.objectContaining({ name: 'MemoryApiError', status: 401 })]);
  });

  it('goes on without memories when the server refuses, in Mastra', async () => {
    const { createRecallProcessor } = (await import(folder('mastra'))) as {
      createRecallProcessor(options: object): { processInput(args: object): Promise<unknown> };
    };
    const errors: unknown[] = [];
    const options = { ...memory(), apiKey: 'm0sk_wrong', onError: (error: unknown) => errors.push(error) };
    const content = { format: 2, parts: [{ type: 'text', text: 'Where do I live?' }] };
    const messages = [{ id: '1', role: 'user', createdAt: new Date(), content }];
    expect(await createRecallProcessor(options).processInput({ messages })).toEqual(messages);
    expect(errors).toEqual([expect.objectContaining({ name: 'MemoryApiError', status: 401 })]);
  });

  it('retrieves nodes and remembers messages that leave the short-term memory, in LlamaIndex', async () => {
    const { MemoryGatewayRetriever, MemoryGatewayBlock } = (await import(folder('llamaindex'))) as {
      MemoryGatewayRetriever: new (options: object) => { retrieve(query: string): Promise<{ node: object }[]> };
      MemoryGatewayBlock: new (options: object) => { put(messages: object[]): Promise<void> };
    };
    await new MemoryGatewayBlock({ ...memory(), infer: false }).put([
      { id: '1', role: 'user', content: 'Ada plays chess.' },
      { id: '2', role: 'system', content: 'Be brief.' },
    ]);
    const [found, ...others] = await new MemoryGatewayRetriever(memory()).retrieve('Which game does Ada play?');
    expect(found).toMatchObject({ node: { text: 'Ada plays chess.' }, score: expect.any(Number) });
    expect(others).toEqual([]);
    const stored: string[] = [];
    for await (const { text } of createMemoryApi(memory()).list()) stored.push(text);
    expect(stored).toEqual(['Ada plays chess.']);
  });
});
