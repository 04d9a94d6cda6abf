import { describe, expect, it } from 'vitest';
import { printMcpConfig } from '../../src/commands/mcp-config.js';

const jsonBlocks = (text: string): unknown[] =>
  [...text.matchAll(/^\{\n[\s\S]*?^\}$/gm)].map(([block]) => JSON.parse(block) as unknown);

describe('the configuration that `mcp --print-config` prints', () => {
  it('has a block for each client, with consent and with a key, for a server by URL', () => {
    const text = printMcpConfig({ url: 'https://memory.example.com/' });
    const remote = 'https://memory.example.com/mcp';
    const args = ['-y', 'memory-gateway', 'mcp', '--url', 'https://memory.example.com/'];
    const server = { command: 'npx', args, env: { MEMORY_GATEWAY_API_KEY: 'm0sk_...' } };
    expect(jsonBlocks(text)).toEqual([
      { mcpServers: { 'memory-gateway': { url: remote } } },
      { servers: { 'memory-gateway': { type: 'http', url: remote } } },
      { mcpServers: { 'memory-gateway': server } },
      { servers: { 'memory-gateway': { type: 'stdio', ...server } } },
      { url: remote, headers: { Authorization: 'Bearer m0sk_...' } },
    ]);
    expect(text).toContain(`claude mcp add --transport http memory-gateway ${remote}`);
    expect(text).toContain(
      'claude mcp add memory-gateway --env MEMORY_GATEWAY_API_KEY=m0sk_... -- npx -y memory-gateway mcp',
    );
  });

  it('needs no server for the program on the embedded database', () => {
    const [, , { mcpServers }] = jsonBlocks(printMcpConfig({ url: null })) as [
      unknown,
      unknown,
      { mcpServers: Record<string, { args: string[] }> },
    ];
    expect(mcpServers['memory-gateway']?.args).toEqual(['-y', 'memory-gateway', 'mcp']);
  });
});
