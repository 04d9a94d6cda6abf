import type { LanguageModelMiddleware } from 'ai';
import { createMemoryApi, type Message } from '../shared/memory-api.js';
import { createRecall, warn, type RecallOptions } from '../shared/recall.js';

/** Options of {@link createMemoryMiddleware}. */
export interface MiddlewareOptions extends RecallOptions {
  /** Minimum score of a memory, 0 to 1. Default: the server's. */
  readonly threshold?: number;
  /** Extracts facts from the turn. False stores both messages unchanged. Default true. */
  readonly infer?: boolean;
  /** Stores the turn after the response. Default true. */
  readonly remember?: boolean;
}

type Middleware = Required<Pick<LanguageModelMiddleware, 'transformParams' | 'wrapGenerate' | 'wrapStream'>>;
type Params = Awaited<ReturnType<Middleware['transformParams']>>;

/** Creates a middleware for `wrapLanguageModel`. It adds memories to each turn and stores the turn afterwards. */
export function createMemoryMiddleware(options: MiddlewareOptions): LanguageModelMiddleware {
  const api = createMemoryApi(options);
  const recall = createRecall(options);
  const { infer = true, remember = true, onError = warn } = options;

  const store = async (params: Params, answer: string): Promise<void> => {
    const question = lastQuestion(params);
    if (!remember || question === '' || answer === '') return;
    const turn: Message[] = [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ];
    await api.add(turn, { infer }).catch(onError);
  };
  return {
    specificationVersion: 'v3',
    async transformParams({ params }) {
      const memories = await recall(lastQuestion(params));
      return memories === null ? params : withMemories(params, memories);
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      const answer = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      if (result.finishReason.unified !== 'tool-calls') await store(params, answer);
      return result;
    },
    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream();
      let answer = '';
      type Part = typeof stream extends ReadableStream<infer Each> ? Each : never;
      const watched = new TransformStream<Part, Part>({
        async transform(part, controller) {
          if (part.type === 'text-delta') answer += part.delta;
          // Stores before the end of the stream, so that the turn is stored when the stream has ended.
          if (part.type === 'finish' && part.finishReason.unified !== 'tool-calls') await store(params, answer);
          controller.enqueue(part);
        },
      });
      return { stream: stream.pipeThrough(watched), ...rest };
    },
  };
}

/** Returns the text of the newest user message. */
function lastQuestion({ prompt }: Params): string {
  const message = prompt.findLast(({ role }) => role === 'user');
  if (message?.role !== 'user') return '';
  return message.content
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n')
    .trim();
}

/** Adds memories as data, after the application's instructions. */
function withMemories(params: Params, content: string): Params {
  const first = params.prompt.findIndex(({ role }) => role !== 'system');
  const at = first === -1 ? params.prompt.length : first;
  return {
    ...params,
    prompt: [...params.prompt.slice(0, at), { role: 'system', content }, ...params.prompt.slice(at)],
  };
}
