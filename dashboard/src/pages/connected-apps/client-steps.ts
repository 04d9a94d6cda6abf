import type { ConnectSteps } from './connect-steps.js';
import { connectedAppsTexts as words } from '../../texts/connected-apps';

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);
const toUrl = (url: string): string => url;

/** Common MCP clients. docs/mcp-clients.md describes each of them. */
export const clientSteps: readonly ConnectSteps[] = [
  {
    value: 'claude-code',
    label: words.claudeCode,
    step: words.steps.claudeCode,
    toText: (url) => `claude mcp add --transport http memory-gateway ${url}`,
  },
  {
    value: 'claude',
    label: words.claude,
    step: words.steps.claude,
    toText: toUrl,
  },
  {
    value: 'chatgpt',
    label: words.chatgpt,
    step: words.steps.chatgpt,
    toText: toUrl,
  },
  {
    value: 'cursor',
    label: words.cursor,
    step: words.steps.cursor,
    toText: (url) => toJson({ mcpServers: { 'memory-gateway': { url } } }),
  },
  {
    value: 'vscode',
    label: words.vsCode,
    step: words.steps.vsCode,
    toText: (url) => toJson({ servers: { 'memory-gateway': { type: 'http', url } } }),
  },
  {
    value: 'windsurf',
    label: words.windsurf,
    step: words.steps.windsurf,
    toText: (url) => toJson({ mcpServers: { 'memory-gateway': { serverUrl: url } } }),
  },
  { value: 'other', label: words.other, step: words.steps.other, toText: toUrl },
];
