import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp | null = null;
afterEach(async () => {
  await test?.close();
  test = null;
});

interface ListedTool {
  name: string;
  outputSchema?: { type: string };
}

async function listTools(mcpToolset: 'minimal' | 'standard' | 'full'): Promise<ListedTool[]> {
  const started = await startTestApp({ graphql: { ...loadConfig({ AUTH_DISABLED: 'true' }).graphql, mcpToolset } });
  test = started;
  const response = await started.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${started.admin.apiKey}`, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  const text = /data: (.*)/.exec(response.body)?.[1] ?? response.body;
  return (JSON.parse(text) as { result: { tools: ListedTool[] } }).result.tools;
}

// A framework of the adapters (`npm run frameworks`) has the tokenizer of common language models.
const framework = fileURLToPath(new URL('../../adapters/node_modules/@langchain/core/package.json', import.meta.url));

/** Returns how much of its context a language model spends on a value. */
function countTokens(value: unknown): number {
  const { getEncoding } = createRequire(framework)('js-tiktoken') as {
    getEncoding(name: 'o200k_base'): { encode(text: string): number[] };
  };
  return getEncoding('o200k_base').encode(JSON.stringify(value)).length;
}

describe('MCP_TOOLSET', () => {
  it('standard, the default, offers every tool', async () => {
    expect(loadConfig({ AUTH_DISABLED: 'true' }).graphql.mcpToolset).toBe('standard');
    const tools = await listTools('standard');
    expect(tools).toHaveLength(11);
    // Four characters a token: a bound where the tokenizer is not installed.
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(12_000);
  });

  it.skipIf(!existsSync(framework))('standard defines all tools in 3,000 tokens, minimal in half of them', async () => {
    expect(countTokens(await listTools('standard'))).toBeLessThanOrEqual(3_000);
    await test?.close();
    expect(countTokens(await listTools('minimal'))).toBeLessThanOrEqual(1_500);
  });

  it('minimal offers four tools', async () => {
    const names = (await listTools('minimal')).map(({ name }) => name);
    expect(names).toEqual(['add_memory', 'search_memories', 'update_memory', 'delete_memory']);
  });

  it('full describes the results of all tools', async () => {
    const tools = await listTools('full');
    expect(tools).toHaveLength(11);
    expect(tools.map(({ outputSchema }) => outputSchema?.type)).toEqual(tools.map(() => 'object'));
  });
});
