import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { startFakeReranker, type FakeReranker } from '../helpers/fake-reranker.js';

let reranker: FakeReranker;
let test: TestApp;
beforeAll(async () => {
  reranker = await startFakeReranker();
  reranker.score = (text) => (text.includes('cup') ? 0.9 : 0.2);
  const environment = {
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    RERANK_PROVIDER: 'cohere',
    RERANK_MODEL: 'a-model',
    RERANK_API_KEY: 'rk-77aa31',
    RERANK_BASE_URL: reranker.url,
  };
  test = await startTestApp({ outboundAllow: ['loopback'], rerank: loadConfig(environment).rerank });
});
afterAll(async () => {
  await test.close();
  await reranker.close();
});

describe('the tool search_memories with rerank', () => {
  it('returns the order and the scores of the reranker, and leaves it alone without', async () => {
    const texts = ['Tea is what I like best, tea with milk', 'My tea cup broke'];
    const messages = texts.map((content) => ({ role: 'user', content }));
    await test.as(test.admin.apiKey).rest('POST', '/v3/memories/add/', { user_id: 'ada', infer: false, messages });
    const url = new URL('/mcp', (await test.app.listen()).apiUrl);
    const client = new Client({ name: 'test-agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const headers = { authorization: `Bearer ${test.admin.apiKey}` };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    const search = async (rerank: object) => {
      const arguments_ = { query: 'tea', user_id: 'ada', threshold: 0, ...rerank };
      const { structuredContent } = await client.callTool({ name: 'search_memories', arguments: arguments_ });
      return (structuredContent as { results: { memory: string; score: number }[] }).results;
    };
    await search({});
    expect(reranker.requests).toHaveLength(0);
    const reranked = await search({ rerank: true });
    expect(reranker.requests).toHaveLength(1);
    expect(reranked.map(({ memory, score }) => [memory, score])).toEqual([
      ['My tea cup broke', 0.9],
      ['Tea is what I like best, tea with milk', 0.2],
    ]);
    await client.close();
  });
});
