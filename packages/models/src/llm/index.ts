import type { z } from 'zod';
import type { ProviderCalls } from '../fetch.js';
import type { LlmSettings } from '../settings.js';
import type { Llm, LlmRequest } from './types.js';

/** Creates the configured model, or returns null for `local`. Connects on the first request. */
export function createLlm(settings: LlmSettings, calls: ProviderCalls): Llm | null {
  const { provider, model } = settings;
  if (provider === 'local') return null;
  let loaded: Promise<Llm> | undefined;
  // Loaded on first use: the packages of the providers take 12 MB, and most servers have no model.
  const load = () =>
    (loaded ??= import('./remote.js').then(({ createRemoteLlm }) => createRemoteLlm({ ...settings, provider }, calls)));
  return {
    provider,
    model,
    generateText: async (request) => (await load()).generateText(request),
    generateObject: async <T>(request: LlmRequest, schema: z.ZodType<T>) =>
      (await load()).generateObject(request, schema),
  };
}
