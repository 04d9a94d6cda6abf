import { createAnthropic } from '@ai-sdk/anthropic';
import type { LanguageModel } from 'ai';
import type { LlmSettings } from '../settings.js';

/** Creates a model of Anthropic's Messages API. */
export function anthropicModel({ model, apiKey, baseUrl }: LlmSettings, fetch: typeof globalThis.fetch): LanguageModel {
  return createAnthropic({ apiKey: apiKey ?? 'none', baseURL: baseUrl ?? 'https://api.anthropic.com/v1', fetch })(
    model,
  );
}
