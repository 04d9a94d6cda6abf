import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A language model for benches. Returns each message as a fact, and looks up the memory that it corrects. */
export interface VerdictStub {
  /** Base URL in OpenAI's format. */
  readonly url: string;
  close(): Promise<void>;
}

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Starts the stub. @param corrections older statement by newer statement */
export async function startVerdictStub(corrections: ReadonlyMap<string, string>): Promise<VerdictStub> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
      const content = answer(body.messages.at(-1)?.content ?? '', corrections);
      const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content } };
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'stub', object: 'chat.completion', model: 'stub', choices: [choice], usage }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(prompt: string, corrections: ReadonlyMap<string, string>): string {
  const messages = section<{ message: number; content: string }>(prompt, 'Messages:\n');
  const stored = section<{ memory: number; text: string }>(prompt, 'Stored memories, by number:\n');
  const facts = messages.map(({ message, content }) => {
    const corrected = stored.find(({ text }) => text === corrections.get(content));
    const relation = corrected && { memory: corrected.memory, relation: 'supersedes', reason: 'The later one holds.' };
    return { text: content, message, confidence: 0.95, relations: relation ? [relation] : [] };
  });
  return JSON.stringify({ facts });
}

/** Returns the JSON list after a title of the prompt, or an empty list without the title. */
function section<Item>(prompt: string, title: string): Item[] {
  const start = prompt.indexOf(title);
  if (start < 0) return [];
  const text = prompt.slice(start + title.length);
  const end = text.search(/\n\](?:\n|$)/u);
  return JSON.parse(end < 0 ? text : text.slice(0, end + 2)) as Item[];
}
