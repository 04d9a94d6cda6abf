import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { RunnableLambda, RunnableWithMessageHistory } from '@langchain/core/runnables';
import { InvalidNamespaceError } from '@langchain/langgraph-checkpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  MemoryApiError,
  MemoryGatewayChatHistory,
  MemoryGatewayRetriever,
  MemoryGatewayStore,
} from '../../adapters/langchain/index.js';
import { createMemoryApi } from '../../adapters/shared/memory-api.js';
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

describe('the LangChain adapter', () => {
  it('lets an agent store, recall in another process, and forget on request', { timeout: 60_000 }, () =>
    expectAgentRemembers('examples/langchain/agent.ts', { app, model }),
  );

  it('retrieves memories as documents, best first', async () => {
    const api = createMemoryApi(memory());
    await api.add([{ role: 'user', content: 'Ada plays chess.' }], { infer: false, metadata: { source: 'chat' } });
    await api.add([{ role: 'user', content: 'The garden faces north.' }], { infer: false });
    const documents = await new MemoryGatewayRetriever({ ...memory(), topK: 1 }).invoke('Which game does Ada play?');
    expect(documents).toEqual([
      expect.objectContaining({
        pageContent: 'Ada plays chess.',
        metadata: expect.objectContaining({ source: 'chat', score: expect.any(Number) }),
      }),
    ]);
    const stranger = new MemoryGatewayRetriever({ ...memory(), userId: 'kay' });
    expect(await stranger.invoke('Which game does Ada play?')).toEqual([]);
    await expect(new MemoryGatewayRetriever({ ...memory(), apiKey: 'm0sk_wrong' }).invoke('x')).rejects.toThrow(
      MemoryApiError,
    );
  });
});

describe('the chat history of LangChain', () => {
  const history = (sessionId = 'monday') => new MemoryGatewayChatHistory({ ...memory(), sessionId });

  it('returns every message of its conversation in order, equal texts and calls of tools included', async () => {
    const call = new AIMessage({
      content: '',
      tool_calls: [{ id: 'call_1', name: 'lookUp', args: { place: 'Porto' } }],
    });
    const messages = [
      new HumanMessage('Yes.'),
      new AIMessage('Yes.'),
      call,
      new ToolMessage({ content: 'rain', tool_call_id: 'call_1' }),
      new HumanMessage('Yes.'),
    ];
    await history().addMessages(messages);
    await history('tuesday').addUserMessage('No.');
    const read = await history().getMessages();
    expect(read.map((each) => [each.getType(), each.text])).toEqual([
      ['human', 'Yes.'],
      ['ai', 'Yes.'],
      ['ai', ''],
      ['tool', 'rain'],
      ['human', 'Yes.'],
    ]);
    expect((read[2] as AIMessage).tool_calls).toMatchObject([
      { id: 'call_1', name: 'lookUp', args: { place: 'Porto' } },
    ]);
    await history().clear();
    expect(await history().getMessages()).toEqual([]);
    expect(await readTexts(app)).toEqual(['No.']);
  });

  it('keeps long messages, and more equal texts than the metadata of one memory hold', async () => {
    const long = `${'A long story. '.repeat(2_000)}The end.`;
    const padded = 'x'.repeat(1_900);
    const texts = [long, ...Array.from({ length: 30 }, () => padded), long];
    await history().addMessages(texts.map((text) => new HumanMessage(text)));
    expect((await history().getMessages()).map(({ text }) => text)).toEqual(texts);
    expect(await readTexts(app)).toEqual([long, padded, `${padded} (2)`]);
  });

  it('reads a conversation of 200 messages, which fill a page', async () => {
    const texts = Array.from({ length: 200 }, (_, index) => `Message ${index}`);
    const { add } = createMemoryApi({ ...memory(), runId: 'monday' });
    for (const [at, text] of texts.entries()) {
      const metadata = { langchain_messages: [{ at, message: new HumanMessage(text).toDict() }] };
      await add([{ role: 'user', content: text }], { infer: false, metadata });
    }
    expect((await history().getMessages()).map(({ text }) => text)).toEqual(texts);
  });

  it('gives a chain the messages of earlier turns', async () => {
    const seen: string[][] = [];
    const chain = new RunnableWithMessageHistory({
      runnable: RunnableLambda.from((messages: HumanMessage[]) => {
        seen.push(messages.map(({ text }) => text));
        return new AIMessage(`Answer ${seen.length}`);
      }),
      getMessageHistory: history,
    });
    const config = { configurable: { sessionId: 'monday' } };
    await chain.invoke([new HumanMessage('First')], config);
    await chain.invoke([new HumanMessage('Second')], config);
    expect(seen).toEqual([['First'], ['First', 'Answer 1', 'Second']]);
  });
});

describe('the store of LangGraph', () => {
  const store = () => new MemoryGatewayStore(memory());

  it('puts, gets, replaces and deletes items', async () => {
    await store().put(['users', 'ada'], 'home', { text: 'Ada lives in Lisbon.', since: 2019 });
    const item = await store().get(['users', 'ada'], 'home');
    expect(item).toMatchObject({
      namespace: ['users', 'ada'],
      key: 'home',
      value: { text: 'Ada lives in Lisbon.', since: 2019 },
      createdAt: expect.any(Date),
    });
    expect(await store().get(['users'], 'home')).toBeNull();
    await store().put(['users', 'ada'], 'home', { text: 'Ada lives in Porto.' });
    expect((await store().get(['users', 'ada'], 'home'))?.value).toEqual({ text: 'Ada lives in Porto.' });
    expect(await readTexts(app)).toEqual(['Ada lives in Porto.']);
    await store().delete(['users', 'ada'], 'home');
    await store().delete(['users', 'ada'], 'home');
    expect(await store().get(['users', 'ada'], 'home')).toBeNull();
    expect(await readTexts(app)).toEqual([]);
    await expect(store().put([], 'key', {})).rejects.toThrow(InvalidNamespaceError);
  });

  it('keeps two items of the same text apart', async () => {
    await store().put(['users'], 'one', { text: 'Likes chess.' });
    await store().put(['users'], 'two', { text: 'Likes chess.' });
    await store().delete(['users'], 'one');
    expect((await store().search(['users'])).map(({ key, value }) => [key, value])).toEqual([
      ['two', { text: 'Likes chess.' }],
    ]);
  });

  it('keeps an item whose text is longer than the text of a memory', async () => {
    const value = { text: `${'x'.repeat(31_999)}${'😀'.repeat(1_000)} The end.`, page: 1 };
    await store().put(['docs'], 'one', value);
    await store().put(['docs'], 'two', value);
    for (const key of ['one', 'two']) expect((await store().get(['docs'], key))?.value).toEqual(value);
  });

  it('searches below a namespace by meaning, with filters and pages, and lists namespaces', async () => {
    await store().put(['users', 'ada'], 'game', { text: 'Ada plays chess on Fridays.', level: 3 });
    await store().put(['users', 'ada'], 'home', { text: 'Ada lives in Lisbon.', level: 1 });
    await store().put(['users', 'kay', 'work'], 'job', { text: 'Kay repairs boats.', level: 2 });
    await store().put(['docs'], 'manual', { text: 'Chess rules.', level: 5 });
    const keys = async (...parameters: Parameters<MemoryGatewayStore['search']>) =>
      (await store().search(...parameters)).map(({ key }) => key);
    const [best] = await store().search(['users'], { query: 'Which game does Ada play?', limit: 1 });
    expect(best).toMatchObject({ key: 'game', score: expect.any(Number) });
    expect(await keys(['users'], { filter: { level: { $gte: 2 } } })).toEqual(['job', 'game']);
    expect(await keys(['users'], { filter: { level: 1 }, query: 'Lisbon' })).toEqual(['home']);
    expect(await keys(['users'], { limit: 1, offset: 1 })).toEqual(['home']);
    expect(await store().listNamespaces({ prefix: ['users'] })).toEqual([
      ['users', 'ada'],
      ['users', 'kay', 'work'],
    ]);
    expect(await store().listNamespaces({ maxDepth: 1 })).toEqual([['docs'], ['users']]);
    expect(await store().listNamespaces({ suffix: ['work'] })).toEqual([['users', 'kay', 'work']]);
  });
});
