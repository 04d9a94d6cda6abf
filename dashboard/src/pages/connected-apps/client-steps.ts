import { toSteps } from './connect-steps.js';

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);
const toUrl = (url: string): string => url;

/** Common MCP clients. docs/mcp-clients.md describes each of them. */
export const clientSteps = toSteps({
  claudeCode: (url) => `claude mcp add --transport http memory-gateway ${url}`,
  claude: toUrl,
  chatgpt: toUrl,
  cursor: (url) => toJson({ mcpServers: { 'memory-gateway': { url } } }),
  vsCode: (url) => toJson({ servers: { 'memory-gateway': { type: 'http', url } } }),
  windsurf: (url) => toJson({ mcpServers: { 'memory-gateway': { serverUrl: url } } }),
  other: toUrl,
});
