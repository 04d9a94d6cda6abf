import type { IncomingMessage } from 'node:http';
import type { ProviderRequest } from './server.js';

type Body = Readonly<Record<string, unknown>>;

/** Parses a request in any of the three formats. Null for another path. */
export function readRequest({ url = '', headers }: IncomingMessage, body: Body): ProviderRequest | null {
  const { pathname } = new URL(url, 'http://fake');
  const bearer = headers.authorization?.replace(/^Bearer /, '') ?? null;
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : null);
  const shared = { body, texts: [], dimensions: null, system: '', prompt: '' };
  if (pathname === '/v1/chat/completions') {
    return {
      ...shared,
      provider: 'openai',
      kind: 'chat',
      model: String(body.model),
      key: bearer,
      ...spoken(body.messages as Spoken[]),
    };
  }
  if (pathname === '/v1/embeddings') {
    const dimensions = typeof body.dimensions === 'number' ? body.dimensions : null;
    return {
      ...shared,
      provider: 'openai',
      kind: 'embed',
      model: String(body.model),
      key: bearer,
      texts: [body.input].flat() as string[],
      dimensions,
    };
  }
  if (pathname === '/v1/messages') {
    const { prompt } = spoken(body.messages as Spoken[]);
    return {
      ...shared,
      provider: 'anthropic',
      kind: 'chat',
      model: String(body.model),
      key: header('x-api-key'),
      prompt,
      system: textOf(body.system),
    };
  }
  const [, model = '', method = ''] = /^\/v1beta\/models\/(.+):(\w+)$/.exec(pathname) ?? [];
  const gemini = { ...shared, provider: 'gemini' as const, model, key: header('x-goog-api-key') };
  if (method === 'generateContent') {
    return {
      ...gemini,
      kind: 'chat',
      system: partsOf(body.systemInstruction),
      prompt: (body.contents as unknown[]).map(partsOf).join('\n'),
    };
  }
  if (method === 'embedContent')
    return {
      ...gemini,
      kind: 'embed',
      texts: [partsOf(body.content)],
      dimensions: (body.outputDimensionality as number | undefined) ?? null,
    };
  if (method !== 'batchEmbedContents') return null;
  const requests = body.requests as { content: unknown; outputDimensionality?: number }[];
  return {
    ...gemini,
    kind: 'embed',
    texts: requests.map(({ content }) => partsOf(content)),
    dimensions: requests[0]?.outputDimensionality ?? null,
  };
}

interface Spoken {
  readonly role: string;
  readonly content: unknown;
}

function spoken(messages: readonly Spoken[]): { system: string; prompt: string } {
  const said = (isSystem: boolean) =>
    messages
      .filter(({ role }) => /system|developer/.test(role) === isSystem)
      .map(({ content }) => textOf(content))
      .join('\n');
  return { system: said(true), prompt: said(false) };
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : ((content ?? []) as { text?: string }[]).map(({ text }) => text ?? '').join('\n');
const partsOf = (content: unknown): string => textOf((content as { parts?: unknown } | undefined)?.parts);

/** Returns a model's response in the format of its provider. */
export function writeChat({ provider, model, body }: ProviderRequest, text: string): unknown {
  switch (provider) {
    case 'openai':
      return {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_700_000_000,
        model,
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
      };
    case 'anthropic': {
      const [tool] = (body.tools ?? []) as { name: string }[];
      // Models without schema support get a tool whose input is the response.
      const content = tool
        ? { type: 'tool_use', id: 'toolu_1', name: tool.name, input: parsed(text) }
        : { type: 'text', text };
      const usage = { input_tokens: 7, output_tokens: 5 };
      return {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model,
        content: [content],
        stop_reason: tool ? 'tool_use' : 'end_turn',
        stop_sequence: null,
        usage,
      };
    }
    case 'gemini':
      return {
        candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 5, totalTokenCount: 12 },
      };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

/** Returns vectors in the format of their provider. */
export function writeEmbeddings(
  { provider, model, body }: ProviderRequest,
  vectors: readonly (readonly number[])[],
): unknown {
  if (provider === 'openai') {
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
    return { object: 'list', model, data, usage: { prompt_tokens: 7, total_tokens: 7 } };
  }
  return 'requests' in body
    ? { embeddings: vectors.map((values) => ({ values })) }
    : { embedding: { values: vectors[0] } };
}
