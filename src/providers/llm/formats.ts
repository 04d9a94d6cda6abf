import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModel } from 'ai';
import type { LlmFormat } from '../../model-providers.js';

/** How to call a model: its server is always named, because the packages look into the environment otherwise. */
interface ModelAccess {
  readonly model: string;
  readonly apiKey: string;
  readonly baseURL: string;
  readonly fetch: typeof globalThis.fetch;
}

/** The wire formats of language models, one for each `format` in src/model-providers.ts. */
export const llmFormats: Readonly<Record<LlmFormat, (access: ModelAccess) => LanguageModel>> = {
  // Chat completions: the form that all compatible servers know.
  openai: ({ model, ...access }) => createOpenAI(access).chat(model),
  anthropic: ({ model, ...access }) => createAnthropic(access)(model),
  gemini: ({ model, ...access }) => createGoogleGenerativeAI(access)(model),
};
