import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';

export type Era = 'auto' | 'legacy';
export type Body = Record<string, unknown>;

/** Connects an agent to the MCP server of a test. @param key null: without credentials */
export async function connectTo(url: URL, key: string | null, era: Era = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1.2.3' }, { versionNegotiation: { mode: era } });
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

/** Calls a tool. Returns its structured content, or the text of its error. */
export async function call(client: Client, name: string, args: Body = {}): Promise<Body> {
  const result = await client.callTool({ name, arguments: args });
  const [content] = result.content as { text: string }[];
  if (result.isError === true) return { refusal: content?.text };
  expect(JSON.parse(content?.text ?? '')).toEqual(result.structuredContent);
  return result.structuredContent as Body;
}
