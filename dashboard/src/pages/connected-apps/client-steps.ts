import type { ConnectSteps } from './connect-steps.js';
import { connectedAppsTexts as words } from '../../texts/connected-apps';

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);
const toUrl = (url: string): string => url;

/** Common MCP clients. docs/mcp-clients.md describes each of them. */
export const clientSteps: readonly ConnectSteps[] = [
  {
    value: 'claude-code',
    label: words.claudeCode,
    step: 'Run this command, then type /mcp in Claude Code and choose Authenticate.',
    toText: (url) => `claude mcp add --transport http memory-gateway ${url}`,
  },
  {
    value: 'claude',
    label: words.claude,
    step: 'Open Settings, Connectors, Add custom connector, and enter this URL.',
    toText: toUrl,
  },
  {
    value: 'chatgpt',
    label: words.chatgpt,
    step: 'Turn on developer mode under Settings, Connectors, Advanced. Then create a connector with this URL.',
    toText: toUrl,
  },
  {
    value: 'cursor',
    label: words.cursor,
    step: 'Add this to .cursor/mcp.json, then click Connect under Settings, MCP.',
    toText: (url) => toJson({ mcpServers: { 'memory-gateway': { url } } }),
  },
  {
    value: 'vscode',
    label: words.vsCode,
    step: 'Add this to .vscode/mcp.json, then click Start above the name of the server.',
    toText: (url) => toJson({ servers: { 'memory-gateway': { type: 'http', url } } }),
  },
  {
    value: 'windsurf',
    label: words.windsurf,
    step: 'Add this to ~/.codeium/windsurf/mcp_config.json.',
    toText: (url) => toJson({ mcpServers: { 'memory-gateway': { serverUrl: url } } }),
  },
  { value: 'other', label: words.other, step: 'Add an MCP server with this URL.', toText: toUrl },
];
