export interface McpLaunch {
  /** URL of a running server. Null: the embedded database of the working directory. */
  readonly url: string | null;
}

/** Returns configuration blocks to paste into common MCP clients, with placeholders for keys. */
export function printMcpConfig({ url }: McpLaunch): string {
  const args = ['memory-gateway', 'mcp', ...(url === null ? [] : ['--url', url])];
  const env = { MEMORY_GATEWAY_API_KEY: 'm0sk_...' };
  const server = { command: 'npx', args: ['-y', ...args], env };
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  const remote = `${(url ?? 'http://localhost:8888').replace(/\/+$/, '')}/mcp`;
  return [
    `With consent in the browser: give the client this URL.\n${remote}`,
    `Claude Code:\nclaude mcp add --transport http memory-gateway ${remote}`,
    `Cursor (.cursor/mcp.json), Windsurf (mcp_config.json):\n${json({ mcpServers: { 'memory-gateway': { url: remote } } })}`,
    `VS Code (.vscode/mcp.json):\n${json({ servers: { 'memory-gateway': { type: 'http', url: remote } } })}`,
    'With an API key, for clients that start a program:',
    `Claude Desktop (claude_desktop_config.json), Cursor (.cursor/mcp.json), Windsurf (mcp_config.json):\n${json({ mcpServers: { 'memory-gateway': server } })}`,
    `VS Code (.vscode/mcp.json):\n${json({ servers: { 'memory-gateway': { type: 'stdio', ...server } } })}`,
    `Claude Code:\nclaude mcp add memory-gateway --env MEMORY_GATEWAY_API_KEY=m0sk_... -- npx -y ${args.join(' ')}`,
    `With an API key, for clients that speak streamable HTTP:\n${json({ url: remote, headers: { Authorization: 'Bearer m0sk_...' } })}`,
  ].join('\n\n');
}
