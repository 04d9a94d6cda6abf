import { createAnthropic } from '@ai-sdk/anthropic';
import type { LanguageModel } from 'ai';
import type { LlmSettings } from '../settings.js';

/** A model of Anthropic, by its messages form. */
export function anthropicModel({ model, apiKey, baseUrl }: LlmSettings, fetch: typeof globalThis.fetch): LanguageModel {
  return createAnthropic({ apiKey: apiKey ?? 'none', baseURL: baseUrl ?? 'https://api.anthropic.com/v1', fetch })(
    model,
  );
}
