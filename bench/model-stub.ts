import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A language model for benches, in OpenAI's format. */
export interface ModelStub {
  /** Environment of a server that uses the stub as its language model. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Starts a stub. @param answer returns the model's response to a prompt */
export async function startModelStub(answer: (prompt: string) => string): Promise<ModelStub> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
      const content = answer(body.messages.at(-1)?.content ?? '');
      const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content } };
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'stub', object: 'chat.completion', model: 'stub', choices: [choice], usage }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    env: { LLM_PROVIDER: 'openai', OPENAI_API_KEY: 'stub', OPENAI_BASE_URL: url, OUTBOUND_ALLOW: 'loopback' },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the JSON list after a title of the extraction prompt, or an empty list without the title. */
export function readPromptList<Item>(prompt: string, title: string): Item[] {
  const start = prompt.indexOf(title);
  if (start < 0) return [];
  const text = prompt.slice(start + title.length);
  const end = text.search(/\n\](?:\n|$)/u);
  return JSON.parse(end < 0 ? text : text.slice(0, end + 2)) as Item[];
}
