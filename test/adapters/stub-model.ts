import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
}

interface ChatRequest {
  readonly messages: readonly ChatMessage[];
}

/**
 * A server with the chat API of OpenAI. Its model follows three rules: remember, forget, and answer from recalled
 * memories.
 */
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
      const { messages } = JSON.parse(Buffer.concat(parts).toString('utf8')) as ChatRequest;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(toCompletion(decide(messages))));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

type Decision = { readonly text: string } | { readonly tool: string; readonly input: object };

function decide(messages: readonly ChatMessage[]): Decision {
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');
  const remember = /^Remember that (.+)/.exec(question)?.[1];
  if (remember)
    return results.length === 0 ? { tool: 'addMemory', input: { text: remember } } : { text: 'I stored it.' };
  if (question.startsWith('Forget')) {
    if (results.length === 0) return { tool: 'searchMemories', input: { query: question } };
    const { memories = [] } = JSON.parse(results[0] ?? '{}') as { memories?: { id: string }[] };
    if (results.length === 1 && memories[0]) return { tool: 'deleteMemory', input: { id: memories[0].id } };
    return { text: 'I forgot it.' };
  }
  const recalled = messages.filter(({ role }) => role === 'system').map(({ content }) => content ?? '');
  return { text: recalled.some((text) => text.includes('Lisbon')) ? 'You live in Lisbon.' : 'I do not know.' };
}

function toCompletion(decision: Decision) {
  const message =
    'text' in decision
      ? { role: 'assistant', content: decision.text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: `call_${decision.tool}`,
              type: 'function',
              function: { name: decision.tool, arguments: JSON.stringify(decision.input) },
            },
          ],
        };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_767_225_600,
    model: 'stub',
    choices: [{ index: 0, message, finish_reason: 'text' in decision ? 'stop' : 'tool_calls' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
