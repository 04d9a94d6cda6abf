/** How a client reaches memories: over the URL of a server, or by a program that it starts. */
export interface McpLaunch {
  /** URL of the server. Null: none runs, so the program opens the embedded database itself. */
  readonly url: string | null;
  /** Absolute path of the folder of the embedded database. */
  readonly dataDir: string;
  /** Command and first arguments that start `memory-gateway` from any folder. */
  readonly program: readonly [command: string, ...args: string[]];
}

/** Returns configuration blocks to paste into common MCP clients, with placeholders for keys. */
export function printMcpConfig({ url, dataDir, program: [command, ...first] }: McpLaunch): string {
  const args = [...first, 'mcp', ...(url === null ? [] : ['--url', url])];
  const env: Record<string, string> = {
    ...(url === null && { DATA_DIR: dataDir }),
    MEMORY_GATEWAY_API_KEY: 'm0sk_...',
  };
  const server = { command, args, env };
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  const named = (value: unknown) => json({ mcpServers: { 'memory-gateway': value } });
  const environment = Object.entries(env).map(([name, value]) => `--env ${quote(`${name}=${value}`)}`);
  const words = [command, ...args].map(quote).join(' ');
  const program = [
    'With an API key, for clients that start a program:',
    `Claude Desktop (claude_desktop_config.json), Cursor (.cursor/mcp.json), Windsurf (mcp_config.json):\n${named(server)}`,
    `VS Code (.vscode/mcp.json):\n${json({ servers: { 'memory-gateway': { type: 'stdio', ...server } } })}`,
    `Claude Code:\nclaude mcp add memory-gateway ${environment.join(' ')} -- ${words}`,
  ];
  if (url === null)
    return ['No server runs on this machine. Start one to connect clients by its URL.', ...program].join('\n\n');
  const remote = `${url.replace(/\/+$/, '')}/mcp`;
  return [
    `With consent in the browser: give the client this URL.\n${remote}`,
    `Claude Code:\nclaude mcp add --transport http memory-gateway ${remote}`,
    `Cursor (.cursor/mcp.json):\n${named({ url: remote })}`,
    `Windsurf (mcp_config.json):\n${named({ serverUrl: remote })}`,
    `VS Code (.vscode/mcp.json):\n${json({ servers: { 'memory-gateway': { type: 'http', url: remote } } })}`,
    ...program,
    `With an API key, for clients that speak streamable HTTP:\n${json({ url: remote, headers: { Authorization: 'Bearer m0sk_...' } })}`,
  ].join('\n\n');
}

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
