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

async function listTools(mcpToolset: 'minimal' | 'full'): Promise<ListedTool[]> {
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

describe('MCP_TOOLSET', () => {
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
