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
 * A server with the chat APIs of OpenAI and Ollama. Its model follows three rules: remember, forget, and answer from recalled
 * memories.
 */
export interface StubModel {
  /** Base URL of the API of OpenAI. */
  readonly url: string;
  /** Base URL of the API of Ollama. */
  readonly ollamaUrl: string;
  close(): Promise<void>;
}

/** Starts the model on a free local port. */
export async function startStubModel(): Promise<StubModel> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { messages } = JSON.parse(Buffer.concat(parts).toString('utf8')) as ChatRequest;
      const toBody = request.url === '/api/chat' ? toOllamaResponse : toCompletion;
      // Ollama streams one JSON object per line; one line is a whole stream.
      response.setHeader('content-type', 'application/json').end(`${JSON.stringify(toBody(decide(messages)))}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${base}/v1`,
    ollamaUrl: base,
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
    // LlamaIndex gives a model JSON without quotes.
    const [id] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(results[0] ?? '') ?? [];
    if (results.length === 1 && id) return { tool: 'deleteMemory', input: { id } };
    return { text: 'I forgot it.' };
  }
  const recalled = messages.filter(({ role }) => role === 'system').map(({ content }) => content ?? '');
  return { text: recalled.some((text) => text.includes('Lisbon')) ? 'You live in Lisbon.' : 'I do not know.' };
}

function toOllamaResponse(decision: Decision) {
  const message =
    'text' in decision
      ? { role: 'assistant', content: decision.text }
      : {
          role: 'assistant',
          content: '',
          tool_calls: [{ function: { name: decision.tool, arguments: decision.input } }],
        };
  return {
    model: 'stub',
    created_at: '2026-01-01T00:00:00Z',
    message,
    done: true,
    done_reason: 'stop',
    total_duration: 1,
    prompt_eval_count: 1,
    eval_count: 1,
  };
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
