import { createGoogleGenerativeAI } from '@ai-sdk/google';
import type { LanguageModel } from 'ai';
import type { LlmSettings } from '../settings.js';

/** Creates a Gemini model of Google's generateContent API. */
export function geminiModel({ model, apiKey, baseUrl }: LlmSettings, fetch: typeof globalThis.fetch): LanguageModel {
  return createGoogleGenerativeAI({
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl ?? 'https://generativelanguage.googleapis.com/v1beta',
    fetch,
  })(model);
}
