import type { ConnectSteps } from './connect-steps.js';

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);
const toUrl = (url: string): string => url;

/** Common MCP clients. docs/mcp-clients.md describes each of them. */
export const clientSteps: readonly ConnectSteps[] = [
  {
    value: 'claude-code',
    label: 'Claude Code',
    step: 'Run this command, then type /mcp in Claude Code and choose Authenticate.',
    toText: (url) => `claude mcp add --transport http memory-gateway ${url}`,
  },
  {
    value: 'claude',
    label: 'Claude',
    step: 'Open Settings, Connectors, Add custom connector, and enter this URL.',
    toText: toUrl,
  },
  {
    value: 'chatgpt',
    label: 'ChatGPT',
    step: 'Turn on developer mode under Settings, Connectors, Advanced. Then create a connector with this URL.',
    toText: toUrl,
  },
  {
    value: 'cursor',
    label: 'Cursor',
    step: 'Add this to .cursor/mcp.json, then click Connect under Settings, MCP.',
    toText: (url) => toJson({ mcpServers: { 'memory-gateway': { url } } }),
  },
  {
    value: 'vscode',
    label: 'VS Code',
    step: 'Add this to .vscode/mcp.json, then click Start above the name of the server.',
    toText: (url) => toJson({ servers: { 'memory-gateway': { type: 'http', url } } }),
  },
  {
    value: 'windsurf',
    label: 'Windsurf',
    step: 'Add this to ~/.codeium/windsurf/mcp_config.json.',
    toText: (url) => toJson({ mcpServers: { 'memory-gateway': { serverUrl: url } } }),
  },
  { value: 'other', label: 'Other', step: 'Add an MCP server with this URL.', toText: toUrl },
];
