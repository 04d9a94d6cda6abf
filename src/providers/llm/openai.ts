import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModel } from 'ai';
import type { LlmSettings } from '../settings.js';

/** A model of OpenAI or of a server that speaks like it: the chat completions form, which all of those know. */
export function openaiModel({ model, apiKey, baseUrl }: LlmSettings, fetch: typeof globalThis.fetch): LanguageModel {
  // Servers on the own network often want no key; the package wants one. A base URL is given always: the package would look into the environment.
  return createOpenAI({ apiKey: apiKey ?? 'none', baseURL: baseUrl ?? 'https://api.openai.com/v1', fetch }).chat(model);
}
