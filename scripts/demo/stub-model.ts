import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
}

/** A tool call or an answer. */
type Decision = { readonly text: string } | { readonly tool: string; readonly input: object };

/** A server with OpenAI's chat API and a model of three rules, so that demos need no key. */
export interface StubModel {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the model on a free local port. */
export async function startStubModel(): Promise<StubModel> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { messages } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { messages: ChatMessage[] };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(toCompletion(decide(messages))));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Stores statements, and answers questions from search results of the memory server. */
function decide(messages: readonly ChatMessage[]): Decision {
  const said = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const result = messages.findLast(({ role }) => role === 'tool')?.content ?? null;
  if (!said.endsWith('?'))
    return result === null ? { tool: 'add_memory', input: { text: said } } : { text: 'I will remember that.' };
  if (result === null) return { tool: 'search_memories', input: { query: said, limit: 1 } };
  const [best] = (JSON.parse(result) as { results: { memory: string }[] }).results;
  return { text: best ? `You told me: ${best.memory}` : 'I do not know.' };
}

function toCompletion(decision: Decision) {
  const call = 'tool' in decision && {
    id: 'call_1',
    type: 'function',
    function: { name: decision.tool, arguments: JSON.stringify(decision.input) },
  };
  const message = {
    role: 'assistant',
    content: 'text' in decision ? decision.text : null,
    ...(call && { tool_calls: [call] }),
  };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1_000),
    model: 'stub',
    choices: [{ index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' }],
  };
}
