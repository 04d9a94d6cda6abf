import type { Client } from '@modelcontextprotocol/client';

interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
}

/** One turn of an agent: its answer and its tool calls. */
export interface Turn {
  readonly answer: string;
  readonly calls: readonly string[];
}

const maxSteps = 5;

/** Lets a model answer with the tools of an MCP server. @param modelUrl base URL of an OpenAI-compatible chat API */
export async function runTurn(client: Client, modelUrl: string, said: string): Promise<Turn> {
  const { tools } = await client.listTools();
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  const messages: object[] = [{ role: 'user', content: said }];
  const calls: string[] = [];
  for (let step = 0; step < maxSteps; step += 1) {
    const reply = await complete(modelUrl, { model: 'stub', messages, tools: functions });
    messages.push(reply);
    if (!reply.tool_calls?.length) return { answer: reply.content ?? '', calls };
    for (const call of reply.tool_calls) {
      calls.push(`${call.function.name} ${call.function.arguments}`);
      messages.push({ role: 'tool', tool_call_id: call.id, content: await callTool(client, call) });
    }
  }
  throw new Error(`The model gave no answer after ${maxSteps} steps.`);
}

async function callTool(client: Client, { function: { name, arguments: given } }: ToolCall): Promise<string> {
  const result = await client.callTool({ name, arguments: JSON.parse(given) as Record<string, unknown> });
  const [content] = result.content as { text: string }[];
  if (result.isError === true) throw new Error(`${name} failed: ${content?.text ?? ''}`);
  return content?.text ?? '';
}

async function complete(url: string, body: object): Promise<AssistantMessage> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The model responded with ${response.status}.`);
  const { choices } = (await response.json()) as { choices: readonly [{ message: AssistantMessage }] };
  return choices[0].message;
}
