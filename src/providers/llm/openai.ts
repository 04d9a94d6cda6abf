import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModel } from 'ai';
import type { LlmSettings } from '../settings.js';

/** Creates a model of the Chat Completions API, which OpenAI-compatible servers support too. */
export function openaiModel({ model, apiKey, baseUrl }: LlmSettings, fetch: typeof globalThis.fetch): LanguageModel {
  // The package requires a key, although many private servers need none, and reads the environment without a base URL.
  return createOpenAI({ apiKey: apiKey ?? 'none', baseURL: baseUrl ?? 'https://api.openai.com/v1', fetch }).chat(model);
}
