import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModel } from 'ai';
import type { LlmFormat } from '../model-providers.js';
import { withReadableChat } from './chat-response.js';

/** Arguments of a model. The server is always given, because the packages would read the environment. */
interface ModelAccess {
  readonly model: string;
  readonly apiKey: string;
  readonly baseURL: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Wire formats of language models, one for each `format` in model-providers.ts. */
export const llmFormats: Readonly<Record<LlmFormat, (access: ModelAccess) => LanguageModel>> = {
  // The Chat Completions API, which all compatible servers support.
  openai: ({ model, fetch, ...access }) => createOpenAI({ ...access, fetch: withReadableChat(fetch) }).chat(model),
  anthropic: ({ model, ...access }) => createAnthropic(access)(model),
  gemini: ({ model, ...access }) => createGoogleGenerativeAI(access)(model),
};
